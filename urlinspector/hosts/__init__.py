"""Which hosts are one: candidate names, resolver, evidence, verdict, alias map."""
