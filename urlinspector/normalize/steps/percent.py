"""Steps of the percent layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
