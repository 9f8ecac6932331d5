"""Steps of the whole layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
