"""Rules of sites beyond the step that applies them: tried on a list, taken from files, learnt; entities."""
