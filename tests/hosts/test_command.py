"""`urlinspector hosts`, and `--aliases` of the others, in processes of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.hosts.nsd import Nsd
from tests.hosts.odd_server import OddServer

TEN = """\
http://www.mgal.com/
http://www.mgal.com/index.html
http://WWW.Mgal.Com:80/
http://Www.Mgal.COM./index.html
http://www.MGAL.com.:80/
http://mgal.com/
http://mgal.com
http://mgal.com:80/
http://mgal.com.:80/index.html
http://WWW.MGAL.COM.:80/index.html#tag1
"""
COUNTING = """
import sys
count = 0
def hook(event, arguments):
    global count
    count += event in ("socket.connect", "socket.sendto", "socket.sendmsg")
    if event.startswith(("socket.getaddrinfo", "socket.gethostby", "socket.getnameinfo")):
        print("the system was asked:", event, arguments, file=sys.stderr)
        count += 1000000
sys.addaudithook(hook)
from urlinspector.__main__ import main
sys.argv[0] = "urlinspector"
try:
    code = main()
except SystemExit as leave:
    code = leave.code
finally:
    print("sent", count, file=sys.stderr)
"""


def run(*arguments: str, stdin: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "urlinspector", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done


def sent(*arguments: str, stdin: str = "") -> int:
    """How often a command connected or sent; a million and more where it asked the system for a name."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    *_, last = done.stderr.strip().splitlines()
    assert last.startswith("sent "), done.stderr
    return int(last.split()[1])


def hosts(at: str, *arguments: str, **others) -> subprocess.CompletedProcess[str]:
    return run("hosts", "--resolver", at, "--rate", "0", *arguments, **others)


@pytest.fixture
def aliases(server: Nsd, tmp_path: Path) -> Path:
    file = tmp_path / "aliases.json"
    hosts(server.at, "mgal.com", "--accept", "likely", "-o", str(file))
    return file


def test_json_and_the_plan_on_standard_error(server: Nsd):
    done = hosts(server.at, "mgal.com", "attache.armigeron.com", "--accept", "likely", "--json")
    data = json.loads(done.stdout)
    assert data["resolver"] == server.at
    assert data["groups"] == [["mgal.com", "www.mgal.com"], ["attache.armigeron.com", "www.armigeron.com"]]
    assert "www.armigeron.com" in done.stderr
    assert server.at in done.stderr
    assert "at most 23" in done.stderr


def test_text(server: Nsd):
    done = hosts(server.at, "mgal.com", "--accept", "likely")
    assert "mgal.com and www.mgal.com: likely, p 0.98" in done.stdout
    assert "www.mgal.com = mgal.com" in done.stdout


def test_hosts_from_urls(server: Nsd, tmp_path: Path):
    file = tmp_path / "urls.txt"
    file.write_text(
        "http://u:p@mgal.com:80/a?b\nattache.armigeron.com:8080\n\nhttp://[::1]/\n192.0.2.1\nmgal.com./x\n"
    )
    done = hosts(server.at, "--from", str(file), "--json")
    assert [each["host"] for each in json.loads(done.stdout)["hosts"]] == [
        "mgal.com",
        "attache.armigeron.com",
    ]
    assert "left out" in done.stderr
    piped = hosts(server.at, "--from", "-", "--json", stdin=file.read_text())
    assert json.loads(piped.stdout) == json.loads(done.stdout)


def test_record_and_replay(server: Nsd, tmp_path: Path):
    file = tmp_path / "answers.json"
    first = hosts(server.at, "alias.example", "m.alias.example", "--json", "--record", str(file))
    again = run("hosts", "--replay", str(file), "--json")
    assert json.loads(again.stdout) == json.loads(first.stdout)
    assert sent("hosts", "--replay", str(file)) == 0


def test_the_ten_urls_end_in_two(aliases: Path):
    done = run("normalize", "-p", "robots-1997", "--aliases", str(aliases), stdin=TEN)
    assert set(done.stdout.splitlines()) == {"http://www.mgal.com/", "http://www.mgal.com/index.html"}


@pytest.mark.parametrize(
    ("last", "distinct"),
    [
        ("lowercase-host", 10),
        ("remove-trailing-dot", 8),
        ("remove-default-port", 6),
        ("host-alias", 4),
        ("empty-path-to-slash", 3),
        ("remove-fragment", 2),
    ],
)
def test_the_stages_of_the_seed(aliases: Path, last, distinct):
    from urlinspector.hosts.alias_map import load_alias_map, with_aliases
    from urlinspector.normalize.library import builtin

    profile = with_aliases(builtin("robots-1997"), load_alias_map(aliases))
    names = [bound.step.name for bound in profile.steps]
    profile = profile.with_steps(profile.steps[: names.index(last) + 1])
    assert len({profile.outcome(url).canonical for url in TEN.splitlines()}) == distinct


def test_cluster_with_aliases(aliases: Path, tmp_path: Path):
    (tmp_path / "ten.txt").write_text(TEN)
    arguments = ("cluster", "-p", "robots-1997", str(tmp_path / "ten.txt"), "--json")
    assert json.loads(run(*arguments).stdout)["clusters"] == 4
    assert json.loads(run(*arguments, "--aliases", str(aliases)).stdout)["clusters"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("hosts",),
        ("hosts", "--replay", "absent.json"),
        ("hosts", "--replay", "absent.json", "--resolver", "127.0.0.1"),
        ("hosts", "a.com", "--resolver", "dns.example"),
        ("hosts", "a.com", "--doh", "http://x/"),
        ("hosts", "a.com", "--doh", "https://[::1/x"),
        ("hosts", "a.com", "--doh", "https://192.0.2.1:99999/x"),
        ("hosts", "a.com", "--doh", "https://user:secret@192.0.2.1/x"),
        ("hosts", "a.com", "--doh-address", "127.0.0.1"),
        ("hosts", "--from", "absent.txt"),
        ("normalize", "--aliases", "absent.json", "http://a/"),
        ("cluster", "--aliases", "pyproject.toml", "absent.txt"),
    ],
)
def test_wrong_usage(arguments):
    assert run(*arguments, code=2).stderr.count("\n") <= 4


def test_a_silent_resolver_is_told(odd: OddServer):
    odd.silent = True
    names = [f"h{n}.com" for n in range(30)]
    limits = ("--timeout", "0.05", "--tries", "1")
    done = hosts(odd.at, *limits, *names, "--json")
    assert {each["outcome"] for each in json.loads(done.stdout)["hosts"]} == {"timeout"}
    assert "does not answer" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_where_the_plan_would_not_be_seen_nothing_is_asked(odd: OddServer):
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "urlinspector", "hosts", "--resolver", odd.at, "example.com"]
    done = subprocess.run(command, stdin=theirs, capture_output=True, text=True, timeout=60, check=False)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert "--yes" in done.stderr
    assert odd.asked == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize(("word", "code"), [("n", 1), ("y", 0)])
def test_on_a_terminal_nothing_is_asked_without_a_yes(odd: OddServer, word, code):
    ours, theirs = os.openpty()
    command = [
        sys.executable,
        "-m",
        "urlinspector",
        "hosts",
        "--resolver",
        odd.at,
        "--rate",
        "0",
        "example.com",
    ]
    with subprocess.Popen(command, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE) as process:
        os.close(theirs)
        shown = b""
        while b"[y/N]" not in shown:
            shown += os.read(ours, 4096)
        assert b"www.example.com" in shown
        assert odd.at.encode() in shown
        assert odd.asked == []
        os.write(ours, f"{word}\n".encode())
        process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == code
    assert bool(odd.asked) is (code == 0)


def test_asking_sends_and_never_asks_the_systems_resolver(server: Nsd):
    count = sent("hosts", "--resolver", server.at, "--rate", "0", "mgal.com", "many.odd.example")
    assert 10 < count < 1000


@pytest.mark.parametrize(
    "arguments",
    [
        ("inspect", "http://mgal.com/"),
        ("inspect", "--json", "http://mgal.com/"),
        ("compare", "http://mgal.com/", "http://www.mgal.com/"),
        ("normalize", "-p", "seo", "http://mgal.com/"),
        ("lru", "--suffix-stem", "http://mgal.com/"),
        ("surt", "http://mgal.com/"),
        ("cluster", "--impact"),
        ("profiles",),
        ("http://mgal.com/", "--offscreen", "--screenshot", "PICTURE"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_nothing_else_sends_anything(arguments, tmp_path: Path):
    arguments = [str(tmp_path / "picture.png") if each == "PICTURE" else each for each in arguments]
    assert sent(*arguments, stdin="http://mgal.com/\nhttp://www.mgal.com/\n") == 0


def test_the_recording_that_comes_along_gives_the_seeds_names_and_asks_nobody(tmp_path: Path):
    file = tmp_path / "aliases.json"
    told = ("--rule", "addresses-match", "--accept", "likely")
    done = run("hosts", "--replay", "example", *told, "-o", str(file), "--json")
    data = json.loads(done.stdout)
    preferred = {each["host"]: each["preferred"] for each in data["hosts"]}
    for host, name in (
        ("mgal.com", "www.mgal.com"),
        ("attache.armigeron.com", "www.armigeron.com"),
        ("sunrise.cse.fau.edu", "www.cse.fau.edu"),
        ("www.fau.edu", "www.fau.edu"),
        ("snafu.lab34.r-n-d.bigcompany.com", "www.bigcompany.com"),
    ):
        assert preferred[host] == name
    assert ["www.mgal.com", "mgal.com"] in data["groups"]
    assert json.loads(file.read_text())["aliases"]["mgal.com"] == "www.mgal.com"
    assert "5 aliases written" in done.stderr
    assert sent("hosts", "--replay", "example") == 0


def test_the_object_has_these_keys_and_no_others():
    data = json.loads(run("hosts", "--replay", "example", "--json").stdout)
    assert list(data) == ["resolver", "hosts", "pairs", "groups"]
    host = "host outcome addresses cname ptr candidates preferred reason".split()
    assert all(list(each) == host for each in data["hosts"])
    inner = {tuple(name) for each in data["hosts"] for name in each["ptr"]}
    assert inner == {("name", "address", "confirmed")}
    tried = {tuple(name) for each in data["hosts"] for name in each["candidates"]}
    assert tried == {("name", "outcome", "addresses")}
    assert all(list(each) == ["a", "b", "verdict", "p", "items"] for each in data["pairs"])
    items = {tuple(item) for each in data["pairs"] for item in each["items"]}
    assert items == {("family", "what", "weight")}


def test_the_help_names_values_in_words():
    told = run("hosts", "--help").stdout
    assert "RANGE" not in told
    assert "SECONDS" in told


def test_kept_answers_are_not_asked_for_again(odd: OddServer, tmp_path: Path):
    kept = tmp_path / "kept.json"
    first = hosts(odd.at, "one.example.com", "--cache", str(kept), "--json")
    asked = len(odd.asked)
    second = hosts(odd.at, "one.example.com", "--cache", str(kept), "--json")
    assert json.loads(second.stdout) == json.loads(first.stdout)
    again = [each for each in odd.asked[asked:] if "one.example.com" in each[0]]
    # Empty answers without a zone have no TTL (RFC 2308 §5) and are asked for once more; the address is kept.
    assert ("one.example.com", "A") in odd.asked[:asked]
    assert ("one.example.com", "A") not in again


@pytest.mark.parametrize("text", ["http://a.com/\nhttp://b.com/\n", "{}", "[]", '{"format": "x"}', ""])
def test_a_file_of_something_else_is_not_written_over(odd: OddServer, tmp_path: Path, text):
    other = tmp_path / "urls.txt"
    other.write_text(text)
    assert "not a file of kept answers" in hosts(odd.at, "a.com", "--cache", str(other), code=2).stderr
    assert other.read_text() == text
    assert not odd.asked


@pytest.mark.parametrize("option", ["--cache", "--record", "-o"])
def test_a_file_that_cannot_be_written_takes_no_answer_along(odd: OddServer, tmp_path: Path, option):
    done = hosts(odd.at, "one.example.com", option, str(tmp_path / "absent" / "file"), code=2)
    assert done.stdout.startswith("one.example.com: answered")
    assert "file: there is no such file or folder" in done.stderr


def test_where_nothing_has_to_be_asked_nobody_is_named(odd: OddServer):
    done = hosts(odd.at, "10.0.0.1")
    assert done.stderr.splitlines()[0] == "Nothing has to be asked."
    assert "Resolver" not in done.stderr
    assert not odd.asked
