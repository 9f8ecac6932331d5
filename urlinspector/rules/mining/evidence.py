"""When counts are enough: Wilson's bound, and how many agreements chance would give.

Thresholds follow the two-stage miner of the design: hashes are noisy (pages change between two visits), so
four of five groups must agree, not all.
"""

import math
from dataclasses import dataclass

_Z = 1.96
SHARE = 0.8
"""Of the groups that must agree."""
BOUND = 0.6
"""Lower end of Wilson's interval that a rule must reach to be applied by itself.

The design has .9 here, which asks for 35 groups without one that differs and, as hashes differ by noise in
one of twenty, for some 150: on a planted list .9 here and below finds 330 of 509 families, recall .85; .6 and
.4 find 491, recall .99, and neither joins two pages.
"""
BOUND_KNOWN = 0.4
"""The same, for a rule that several other sites of the list have shown to be right and none wrong, or that
looks like two ways to one page.
"""
SITES = 4
"""So many other sites."""
CHANCE = 0.01
"""How likely all agreements may be by chance."""
MORE_OF_WEAK = 2
"""Further agreements that a weak label (a body size) needs."""


def wilson(agree: float, count: float) -> float:
    """The lower end of the 95 % interval of a share; 0 where nothing was counted."""
    if count <= 0:
        return 0.0
    share, square = agree / count, _Z * _Z
    middle = share + square / (2 * count)
    spread = _Z * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, (middle - spread) / (1 + square / count))


def needed_agreements(chance: float) -> int:
    """How many agreeing pairs chance alone would give in one case of a hundred, at most."""
    if chance <= 0:
        return 1
    return math.ceil(math.log(CHANCE) / math.log(min(chance, 0.99)))


@dataclass(frozen=True)
class Judge:
    """What is enough on one site."""

    min_support: int
    chance: float
    """How often two URLs of the site at random have one label."""
    weak: bool = False

    def enough(self, agree: float, count: int, *, known: bool = False) -> bool:
        """Whether so many agreeing of so many groups show a rule."""
        least = self.min_support + (MORE_OF_WEAK if self.weak else 0)
        if count < least or agree < SHARE * count or agree < needed_agreements(self.chance):
            return False
        return wilson(agree, count) >= (BOUND_KNOWN if known else BOUND)

    def lets_pass(self, groups: int, agree: float, count: int) -> bool:
        """Whether labels, be they few or none, leave alone what is safe by its shape or name."""
        return groups >= self.min_support and agree >= SHARE * count

    def likely(self, agree: float, count: int) -> bool:
        """Whether a person may want to see it all the same."""
        return count >= self.min_support and agree >= SHARE * count

    def matters(self, agree: float, count: int) -> bool:
        """Whether labels of enough groups show that pages differ: fewer than half of them agree."""
        return count >= self.min_support and agree < count / 2
