"""Tests mirror the package: `tests/url/test_host.py` tests `urlinspector/url/host.py`."""
