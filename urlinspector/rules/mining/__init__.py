"""Mining: what a list's own URLs, and labels where it has some, say about the rules of its sites.

result = mine(clustering)           # a MiningResult: sites, proposals, reduction
profile = ...                       # result.automatic are the rules that are safe to apply
"""

from urlinspector.bulk.mining_labels import LabelError
from urlinspector.rules.mining.miner import mine
from urlinspector.rules.mining.proposal import Example, Kept, MiningResult, Proposal, Reduction, SiteFound

__all__ = ["Example", "Kept", "LabelError", "MiningResult", "Proposal", "Reduction", "SiteFound", "mine"]
