"""Steps of the path layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
