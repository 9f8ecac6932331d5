"""Why two URLs are the same, or not: verdict, minimal sets of steps, LRU relation, parsers, profiles."""
