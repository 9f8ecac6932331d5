"""Widgets and delegates that pages share: the URL field, the diff grammar, stem chips, section bars."""
