"""What may be done to a URL: steps, profiles, the pipeline that runs them, and its trace."""
