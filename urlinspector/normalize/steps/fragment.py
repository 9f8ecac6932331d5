"""Steps of the fragment layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
