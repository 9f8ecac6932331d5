"""Steps of the query layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
