"""The same steps, for millions of URLs: reading lists, the columnar engine, clusters, impact, export.

polars allocates with jemalloc, which reads its settings when polars is loaded. Columns of a million numbers
come and go by the hundred; one arena for all threads, which also keeps what is large for the next column,
spares the system to hand out the same memory anew page by page: a tenth of the time of a run.
"""

import os

os.environ.setdefault("_RJEM_MALLOC_CONF", "narenas:1,oversize_threshold:0")
