"""urlinspector: what a URL is, what may be done to it, and which URLs are one."""

__version__ = "0.1.0"
