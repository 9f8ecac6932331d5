"""Why two URLs are the same, or not: relation, minimal sets of steps, parser disagreement."""
