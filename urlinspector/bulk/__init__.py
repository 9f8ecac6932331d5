"""The same steps, for millions of URLs: reading lists, the columnar engine, clusters, impact, export."""
