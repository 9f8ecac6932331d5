"""What a profile writes of canonical URLs (definitions §3, `output`), for columns."""

from collections.abc import Sequence

import polars as pl

from urlinspector.normalize.output import write_output

from . import codec
from .codes import Pool, encode
from .recompose import recompose
from .run import Run


def canonical(run: Run, pools: Sequence[Pool], texts: pl.Series | None = None) -> pl.Series:
    """The canonical forms (coded) of all texts of a run, or of some, as its profile writes them."""
    return written(recompose(run.columns, pools, texts), run.output)


def written(forms: pl.Series, output: str) -> pl.Series:
    """Canonical URLs (coded) in a profile's output form; nulls stay."""
    if output == "url":
        return forms
    coded = encode(forms)
    made = [
        None if form is None else codec.encode(write_output(codec.decode(form), output))
        for form in forms[coded.firsts].to_list()
    ]
    return pl.Series(made, dtype=pl.String)[coded.codes]
