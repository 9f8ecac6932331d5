"""Steps of the port layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
