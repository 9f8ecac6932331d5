"""Steps of the host layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
