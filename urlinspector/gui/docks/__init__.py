"""The docks that every page shares: steps and explain."""
