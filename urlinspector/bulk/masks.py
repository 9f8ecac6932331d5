"""Columns of flags packed into columns of numbers, and written as names."""

from collections.abc import Iterable

import polars as pl

from .codes import encode, encode_pair

_BITS = 63
"""Flags in one number."""


def bit_masks(flags: Iterable[pl.Series]) -> list[pl.Series]:
    """Columns of flags as few columns of numbers, one bit each."""
    masks: list[pl.Series] = []
    for at, each in enumerate(flags):
        bit = each.cast(pl.UInt64) * (1 << at % _BITS)
        if at % _BITS == 0:
            masks.append(bit)
        else:
            masks[-1] = masks[-1] + bit
    return masks


def joined_names(masks: list[pl.Series], names: list[str], size: int) -> pl.Series:
    """For each text the names whose bits are set in its masks, joined by spaces."""
    if not masks:
        return pl.Series([""], dtype=pl.String).new_from_index(0, size)
    coded = encode(masks[0])
    for mask in masks[1:]:
        coded = encode_pair(coded.codes, mask)
    distinct = zip(*(mask[coded.firsts].to_list() for mask in masks), strict=True)
    texts = [
        " ".join(name for at, name in enumerate(names) if bits[at // _BITS] >> at % _BITS & 1)
        for bits in distinct
    ]
    return pl.Series(texts, dtype=pl.String)[coded.codes]
