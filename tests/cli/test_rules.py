"""`--rules`: files of rules in `normalize` and `cluster`, and rules in `profiles`."""

import json
from pathlib import Path

import pytest

RULES = """\
[[rule]]
name = "no sid"
scope = "shop.example.com"
drop = "sid"
[[rule]]
name = "past"
scope = "shop.example.com"
drop = "id"
expires = 2020-01-01
"""
URLS = b"http://shop.example.com/?sid=1&id=2\nhttp://shop.example.com/?id=2\nhttp://a.example/?sid=1\n"


@pytest.fixture
def rules(tmp_path: Path) -> str:
    (tmp_path / "rules.toml").write_text(RULES, "utf-8")
    return str(tmp_path / "rules.toml")


def test_normalize_applies_rules_and_says_which_have_expired(cli, rules: str):
    code, out, told = cli("normalize", "--rules", rules, stdin=URLS)
    assert code == 0
    assert out.split(b"\n")[0] == b"http://shop.example.com/?id=2"
    assert out.split(b"\n")[2] == b"http://a.example/?sid=1"
    assert "not applied: “past” has expired (2020-01-01)" in told


def test_cluster_merges_by_rules_and_names_them(cli, rules: str, tmp_path: Path):
    (tmp_path / "urls.txt").write_bytes(URLS)
    out = cli("cluster", "--rules", rules, str(tmp_path / "urls.txt")).out.decode()
    assert "2 clusters" in out
    assert "site-rules (no sid)" in out


def test_files_of_other_programs_tell_licence_and_what_is_left_out(cli, tmp_path: Path):
    path = tmp_path / "filter.json"
    entries = [{"include": ["*://shop.example.com/*", "x"], "exclude": [], "params": ["sid"]}]
    path.write_text(json.dumps(entries), "utf-8")
    code, out, told = cli("normalize", "--rules", str(path), stdin=URLS)
    assert (code, out.split(b"\n")[0]) == (0, b"http://shop.example.com/?id=2")
    assert "1 rule of Brave query filter, MPL-2.0" in told
    assert "“x” not taken over: is no match pattern" in told


ON_SHOP = r"^https?:\/\/(?:[a-z0-9-]+\.)*?shop(?:\.[a-z]{2,}){1,}"
CLEARURLS = {
    "providers": {
        "shop": {
            "urlPattern": ON_SHOP,
            "completeProvider": False,
            "rules": ["p[fd]_rd_[a-z]*", "qid", "srs?"],
            "referralMarketing": ["tag"],
            "rawRules": [r"\/ref=[^/?]*"],
            "exceptions": [ON_SHOP + r"\/gp\/.*?(?:redirector.html|cart\/ajax-update.html)"],
            "redirections": [r"^https?:\/\/(?:[a-z0-9-]+\.)*?shop\.com\/out\?.*?url=([^&]*)"],
            "forceRedirection": True,
        },
        "ads": {"urlPattern": r"^https?:\/\/ads\.example", "completeProvider": True, "rules": []},
        "globalRules": {
            "urlPattern": ".*",
            "completeProvider": False,
            "rules": ["(?:%3F)?utm(?:_[a-z_]*)?", "fbclid"],
            "exceptions": [r"^https?:\/\/(?:[a-z0-9-]+\.)*?forms\.example\/"],
        },
    }
}
BRAVE = [
    {"include": ["*://*/*"], "exclude": [], "params": ["__hsfp", "fbclid"]},
    {
        "include": ["*://*.social.example/*", "*://social.example/*"],
        "exclude": ["*://api.social.example/*"],
        "params": ["igsh"],
    },
]


@pytest.mark.parametrize(
    ("name", "data", "pairs", "said"),
    [
        (
            "data.min.json",
            json.dumps(CLEARURLS, separators=(",", ":")),
            [
                ("https://www.shop.co.uk/x/ref=ab?pf_rd_p=1&id=3", "https://www.shop.co.uk/x?id=3"),
                ("https://www.shop.co.uk/x?tag=me", "https://www.shop.co.uk/x?tag=me"),
                ("https://shop.de/gp/x/redirector.html?qid=1", "https://shop.de/gp/x/redirector.html?qid=1"),
                (
                    "https://shop.com/out?a=1&url=http%3A%2F%2Fe",
                    "https://shop.com/out?a=1&url=http%3A%2F%2Fe",
                ),
                ("http://ads.example/?x=1", "http://ads.example/?x=1"),
                ("http://any.example/?UTM_Source=1&fbclid=2&q=1", "http://any.example/?q=1"),
                ("http://forms.example/?utm_source=1", "http://forms.example/?utm_source=1"),
            ],
            "4 rules of ClearURLs (1 off), LGPL-3.0 (ClearURLs Rules); 2 not taken over",
        ),
        (
            "query-filter.json",
            "\ufeff" + json.dumps(BRAVE, indent=4),
            [
                ("http://any.example/?fbclid=2&q=1", "http://any.example/?q=1"),
                ("http://social.example/?igsh=1", "http://social.example/"),
                ("http://www.social.example/?igsh=1&x", "http://www.social.example/?x"),
                ("http://api.social.example/?igsh=1", "http://api.social.example/?igsh=1"),
            ],
            "3 rules of Brave query filter, MPL-2.0 (Brave adblock-lists); 0 not taken over",
        ),
    ],
)
def test_whole_files_of_other_programs(cli, tmp_path: Path, name: str, data: str, pairs, said: str):
    """As the programs publish them: minified, or indented, with all that a provider may hold."""
    path, listed = tmp_path / name, tmp_path / "urls.txt"
    path.write_text(data, "utf-8")
    listed.write_text("".join(f"{before}\n" for before, _ in pairs), "utf-8")
    code, out, told = cli("normalize", "--rules", str(path), stdin=listed.read_bytes())
    assert (code, out.decode().splitlines()) == (0, [after for _, after in pairs])
    assert said in told
    assert said in cli("cluster", "--rules", str(path), str(listed)).err


def test_two_files_of_the_same_rules_are_refused(cli, rules: str):
    code, _, told = cli("normalize", "--rules", rules, "--rules", rules, "http://a/")
    assert code == 2
    assert "two rules are called “no sid”" in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[rule]]\nscope="a"\ndrp="x"\n', "rule[0].drp: unknown key"),
        ("x=1", "x: unknown key"),
        ("[", "not TOML"),
    ],
)
def test_a_bad_file_is_refused(cli, tmp_path: Path, text: str, said: str):
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    code, _, told = cli("normalize", "--rules", str(tmp_path / "bad.toml"), "http://a/")
    assert code == 2
    assert said in told
    assert cli("normalize", "--rules", str(tmp_path / "none.toml"), "http://a/").code == 2


def test_profiles_show_and_compare_rules_by_name(cli, tmp_path: Path):
    head = 'name="p"\nsteps=["lowercase-host"]\n'
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(head + RULES, "utf-8")
    changed = RULES.replace('drop = "sid"', 'drop = "sid"\nenabled = false').replace("past", "old")
    other.write_text(head + changed, "utf-8")
    assert b'name = "no sid"' in cli("profiles", "show", str(one)).out
    answer = cli("profiles", "diff", str(one), str(other))
    assert answer.code == 1
    signs = [line[:13] for line in answer.out.decode().split("\n") if line]
    assert signs == ["~ rule no sid", "- rule past:s", "+ rule old:sc"]
    assert cli("profiles", "diff", str(one), str(one)).code == 0


def test_compare_and_inspect_name_the_rules(cli, tmp_path: Path):
    path = tmp_path / "p.toml"
    path.write_text('name="p"\nsteps=[]\n' + RULES, "utf-8")
    one, other, _ = URLS.decode().split("\n")[:3]
    compared = json.loads(cli("compare", "--json", "-p", str(path), one, other).out)
    assert (compared["needed"], compared["rules"]) == (["site-rules"], ["no sid"])
    told = json.loads(cli("inspect", "--json", "-p", str(path), one).out)
    assert told["trace"][-1]["rules"] == ["no sid"]
