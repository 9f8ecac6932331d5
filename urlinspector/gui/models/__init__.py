"""Item models: thin adapters over the results of the layers below."""
