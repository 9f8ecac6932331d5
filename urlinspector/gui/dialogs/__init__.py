"""Dialogs. All are opened without a loop of their own: they show, and tell by a signal when they are done."""
