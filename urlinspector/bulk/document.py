"""A list with its profile and decisions as one file, `.urlinspector`: a zip.

manifest.json    {"format": "urlinspector", "version": 1, "written_by": …, "sources": […], …}
rows.parquet     text (as `codec` codes it), source (a number), line, and other columns as `column:NAME`
profile.toml     the profile, as `Profile.to_toml` writes it
decisions.json   what a person decided, per text
pages.json       what pages keep with the list, by their names; not there where they keep nothing
"""

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

import urlinspector
from urlinspector.normalize.profile import Profile, ProfileError
from urlinspector.url.wording import plain_reason

from .codes import CODE
from .decisions import Decisions
from .export.atomic import replaced
from .representative import Rule, RuleError
from .table import UrlTable
from .task import Task

SUFFIX = ".urlinspector"
VERSION = 1
_COLUMN = "column:"
_LARGEST_PART = 16 << 30


class DocumentError(Exception):
    """A document that cannot be opened or saved; the message is for the user."""


@dataclass(frozen=True)
class Document:
    """Everything that one file holds."""

    table: UrlTable
    profile: Profile
    decisions: Decisions = field(default_factory=Decisions)
    rule: Rule = field(default_factory=Rule)
    pages: Mapping[str, Any] = field(default_factory=dict)
    """What pages keep with the list, by their names: plain values, known to the page alone."""

    def save(self, path: Path, task: Task | None = None) -> None:
        """Write the file, whole or not at all. Raises DocumentError and Cancelled."""
        task = task or Task()
        try:
            with (
                replaced(path) as temporary,
                zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive,
            ):
                task.at("saving")
                archive.writestr("manifest.json", json.dumps(self._manifest(), indent=1))
                archive.writestr("profile.toml", self.profile.to_toml().encode("utf-8", "surrogatepass"))
                archive.writestr("decisions.json", json.dumps(self.decisions.to_json()))
                if self.pages:
                    archive.writestr("pages.json", json.dumps(dict(self.pages)))
                task.at("saving")
                # Parquet is compressed in itself.
                buffer = io.BytesIO()
                self._rows().write_parquet(buffer)
                task.at("saving")
                archive.writestr("rows.parquet", buffer.getbuffer(), zipfile.ZIP_STORED)
        except OSError as error:
            raise DocumentError(f"“{path}” cannot be saved: {plain_reason(error)}") from None

    def _manifest(self) -> dict[str, Any]:
        return {
            "format": "urlinspector",
            "version": VERSION,
            "written_by": urlinspector.__version__,
            "sources": list(self.table.sources),
            "empty": self.table.empty,
            "rule": str(self.rule),
        }

    def _rows(self) -> pl.DataFrame:
        table = self.table
        frame = pl.DataFrame(
            {
                "text": table.texts.gather(table.text_of_row),
                "source": table.source_of_row,
                "line": table.line_of_row,
            }
        )
        return (
            frame.hstack(table.columns.rename(lambda name: _COLUMN + name)) if table.columns.width else frame
        )

    @classmethod
    def open(cls, path: Path, task: Task | None = None) -> "Document":
        """Read a file. Raises DocumentError, also for one of a newer version, and Cancelled."""
        task = task or Task()
        try:
            with zipfile.ZipFile(path) as archive:
                task.at("opening")
                manifest = _manifest(archive)
                profile = Profile.parse(_part(archive, "profile.toml").decode("utf-8", "surrogatepass"))
                decisions = Decisions.from_json(json.loads(_part(archive, "decisions.json")))
                pages = json.loads(_part(archive, "pages.json")) if "pages.json" in archive.namelist() else {}
                if not isinstance(pages, dict):
                    raise ValueError("pages.json is no object")
                rows = pl.read_parquet(io.BytesIO(_part(archive, "rows.parquet")))
        except zipfile.BadZipFile:
            raise DocumentError(f"“{path}” is no document of urlinspector, or it is damaged") from None
        except OSError as error:
            raise DocumentError(f"“{path}” cannot be opened: {plain_reason(error)}") from None
        except ProfileError as error:
            raise DocumentError(f"“{path}” holds a profile that cannot be used: {error}") from None
        except (KeyError, ValueError, AttributeError, RuntimeError, pl.exceptions.PolarsError) as error:
            raise DocumentError(f"“{path}” is damaged ({error})") from None
        return replace(cls._made(path, manifest, rows, profile, decisions, task), pages=pages)

    @classmethod
    def _made(
        cls,
        path: Path,
        manifest: dict[str, Any],
        rows: pl.DataFrame,
        profile: Profile,
        decisions: Decisions,
        task: Task,
    ) -> "Document":
        try:
            sources = tuple(str(source) for source in manifest["sources"])
            others = [name for name in rows.columns if name.startswith(_COLUMN)]
            source = rows["source"].cast(pl.UInt16)
            if rows.height and int(source.max() or 0) >= len(sources):  # type: ignore[arg-type]
                raise ValueError("a row has no source")
            columns = rows.select(others).rename(lambda name: name.removeprefix(_COLUMN))
            texts, lines = rows["text"].cast(pl.String).fill_null(""), rows["line"].cast(CODE)
            rule = Rule.parse(manifest.get("rule", str(Rule())))
            empty = int(manifest.get("empty", 0))
            table = UrlTable.of_columns(texts, sources, source, lines, columns, empty, task)
        except (KeyError, TypeError, ValueError, RuleError, pl.exceptions.PolarsError) as error:
            raise DocumentError(f"“{path}” is damaged ({error})") from None
        return cls(table, profile, decisions, rule)


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST_PART:
        raise ValueError(f"{name} is too large")
    return archive.read(name)


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest of a version that this program knows."""
    manifest = json.loads(_part(archive, "manifest.json"))
    if not isinstance(manifest, dict) or manifest.get("format") != "urlinspector":
        raise ValueError("the manifest is not one of urlinspector")
    version = manifest.get("version")
    if not isinstance(version, int):
        raise ValueError("the manifest has no version")
    if version > VERSION:
        written = manifest.get("written_by", "a newer version")
        raise DocumentError(
            f"the document has version {version}, written by urlinspector {written}; "
            f"this program reads up to {VERSION}"
        )
    return manifest
