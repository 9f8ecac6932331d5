"""Which sets of steps give two texts the same canonical form: all minimal ones, found exactly."""

from urlinspector.normalize.equalize.search import minimal_sets

__all__ = ["minimal_sets"]
