"""Work that would hold up the window: one background runner, cancel tokens, a throttle for live updates."""
