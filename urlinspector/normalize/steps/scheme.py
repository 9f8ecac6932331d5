"""Steps of the scheme layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
