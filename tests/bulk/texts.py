"""Texts that hypothesis draws for the laws: any string, lone surrogates too, and what looks like a URL."""

from hypothesis import strategies as st

from urlinspector.normalize.pipeline import BoundStep

ANY_TEXT = st.text(st.characters(exclude_categories=()))
URL_LIKE = st.text(st.sampled_from(list("ab:/?#@[]\\ é.8\n\udc80\U0010fffe%")), max_size=14)
ORDINARY = st.builds(
    "{}://{}{}".format, st.sampled_from(["http", "HTTPS", "a+b", "1a", "é"]), URL_LIKE, URL_LIKE
)
WORDS = (
    "http", "HTTPS", "://", "//", ":", "/", "?", "#", "@", "&", "=", ";", "www.", "WWW.", "example.com",
    "Ex.co.uk", "münchen.de", "xn--mnchen-3ya.de", "127.1", "0x7f000001", "[::1]", "[2001:DB8::A]", ":80",
    ":443", ":0080", ":", "a", "A", "..", ".", "/../", "/./", "index.html", "utm_source=x", "gclid=1",
    "PHPSESSID=0123456789abcdef0123456789abcdef", ";jsessionid=1A", "%7e", "%7E", "%2f", "%", "%4", "%e4",
    "%C3%A9", "é", " ", "\t", "\n", "\\", "|", "!", "#!/x", "\udc80", "\udce9", "\U0010fffe", "&amp;",
    "hxxp", "[.]", "user:pw@", "b=2", "a=1", "a=", "&&", "+",
)  # fmt: skip
PIECES = st.lists(st.sampled_from(WORDS), max_size=10).map("".join)
SENSIBLE = st.builds(
    "{}://{}{}".format,
    st.sampled_from(["http", "https", "HTTP", "ftp", "mailto"]),
    st.sampled_from(WORDS),
    PIECES,
)
_ALL = ANY_TEXT | URL_LIKE | ORDINARY | PIECES | SENSIBLE
TEXTS = st.lists(_ALL, max_size=25)
MANY_TEXTS = st.lists(_ALL, min_size=15, max_size=40)
"""A run costs about the same for five texts as for thirty: few long lists try more than many short ones."""


def in_order(pool: list[BoundStep]) -> st.SearchStrategy[list[BoundStep]]:
    return st.lists(st.sampled_from(pool), unique_by=id, max_size=8) if pool else st.just([])
