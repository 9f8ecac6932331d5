"""Which hosts are one: candidate names, DNS evidence, verdicts, groups. Asks only what it is told to ask."""
