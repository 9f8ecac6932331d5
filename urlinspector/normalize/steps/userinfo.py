"""Steps of the userinfo layer."""

from urlinspector.normalize.step import Step

STEPS: tuple[Step, ...] = ()
