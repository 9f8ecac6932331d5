"""Steps of the text layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
