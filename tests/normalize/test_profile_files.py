"""What a profile file may not say: each refusal names the key, the reason and the line where it stands."""

import pytest

from urlinspector.normalize.profile import Profile, ProfileError

OFF = '{ step = "site-rules", enabled = false }'


@pytest.mark.parametrize(
    ("text", "where", "line", "said"),
    [
        ('name="x"\nfoo=1\nsteps=[]\n', "foo", 2, "unknown key"),
        ('name="x"\nsteps=[\n"lowercase-host",\n"no-such-step"]\n', None, 4, "no-such-step"),
        ('name="x"\nsteps=[\n{step="remove-www", bar=1}]\n', None, 3, "bar"),
        ('name="x"\nsteps=[\n{step="remove-www", times="no"}]\n', None, 3, "times"),
        (
            'name="x"\nsteps=[\n{ step = "remove-fragment", keep-hashbang = "yes" }]\n',
            "steps[0].remove-fragment",
            3,
            "“keep-hashbang” is true or false, without quotes",
        ),
        ('name="x"\nsteps=[{step="remove-parameters", names="a b"}]\n', None, 2, "a list of texts"),
        ('name="x"\nsteps=[{step="remove-parameters", names=[1]}]\n', None, 2, "a list of texts"),
        ('name="x"\nsteps=[{step="remove-default-parameters", defaults="a=1"}]\n', None, 2, "a list of"),
        ('name="x"\nsteps=[{step="remove-www", least-labels="2"}]\n', None, 2, "a whole number, without"),
        ('name="x"\nsteps=[{step="remove-www", least-labels=2.5}]\n', None, 2, "a whole number, not"),
        ('name="x"\nname="y"\nsteps=[]\n', "", None, "not TOML"),
        ('name="x"\nsteps=[3]\n', "steps[0]", 2, "a step is its name"),
        ('name="x"\nsteps=[ # a, [b\n"refang", {step="remove-www"}\n, 3]', "steps[2]", 4, "a step is its"),
        (f'name="x"\nsteps=[{OFF},\n3]\n', "steps[0]", 3, "a step is its name"),
        ('name="x"\n[[steps]]\nstep="remove-www"\n\na=1\n', None, 5, "“a”"),
        ('name="x"\n[[steps]]\nstep="remove-www"\n[[steps]]\nstep="no-such"\n', None, 5, "no-such"),
        ('name="x"\n[[steps]]\nstep="remove-www"\n[[steps]]\nno="x"\n', "steps[1]", 4, "a step is its"),
        (
            'name="x"\nsteps=[\n{step="remove-parameters", names=["a,]"]},\n{step="remove-www", a=1}]\n',
            "steps[1].remove-www",
            4,
            "“a”",
        ),
        ('name="x"\nsteps=["lowercase-host",\n"trim-whitespace"]\n', "steps", 3, "before it is parsed"),
        ('name="x"\nsteps="lowercase-host"\n', "steps", 2, "list"),
        ('name="x"\nsteps=[]\n[[rule]]\nhost="a"\n', "rule[0].scope", 3, "missing"),
        ('name="x"\nsteps=[]\nscope="a"\n', "scope", 3, "reserved"),
        ('name="x"\nsteps=[]\naccepts="all"\n', None, 3, "accepts"),
        ('name="x"\nsteps=[]\noutput="xml"\n', None, 3, "output"),
        ("", "steps", None, "steps"),
        ('name="x"\n', "steps", None, "steps"),
        ('name="x"\nsteps=["remove-www",\n"lowercase-host",\n"add-www"]\n', "", 4, "cannot both be on"),
        ('name="x"\nsteps=["limit-protocol",\n"limit-protocol"]\n', "", 3, "stands twice"),
        ('name="x"\nsteps=[', "", None, "not TOML"),
    ],
)
def test_refusals(text: str, where: str | None, line: int | None, said: str) -> None:
    with pytest.raises(ProfileError) as refused:
        Profile.parse(text)
    if where is not None:
        assert refused.value.where == where
    if line is not None:
        assert refused.value.line == line
    assert said in str(refused.value)


RULE = '[[rule]]\nname = "r"\nscope = "h.example"\ndrop = ["sid"]\n'
URL = "http://h.example/?sid=1"


def test_rules_are_kept_while_the_step_that_applies_them_is_off() -> None:
    on = Profile.parse(f'name = "x"\nsteps = ["lowercase-host"]\n{RULE}')
    assert on.outcome(URL).canonical == "http://h.example/"
    off = on.disabled("site-rules")
    assert (off.rules, off.resting_rules) == ((), on.rules)
    assert off.outcome(URL).canonical == URL
    again = Profile.parse(off.to_toml())
    assert again == off
    assert again.to_toml() == off.to_toml()
    assert again.enabled("site-rules") == on
    assert again.enabled("site-rules").to_toml() == on.to_toml()


@pytest.mark.parametrize("rule", [RULE, ""])
def test_the_day_of_rules_is_kept_while_the_step_is_off(rule: str) -> None:
    text = f'name = "x"\nsteps = [{{step = "site-rules", as_of = "2020-02-29"}}]\n{rule}'
    on = Profile.parse(text)
    off = on.disabled("site-rules")
    assert off.resting_as_of == "2020-02-29"
    assert Profile.parse(off.to_toml()) == off
    assert off.enabled("site-rules") == on == Profile.parse(off.to_toml()).enabled("site-rules")
    assert off.with_rules(on.rules or off.resting_rules).disabled("site-rules") == off
    assert on.resting_as_of == ""


def test_a_day_that_is_none_is_refused_though_the_step_is_off() -> None:
    with pytest.raises(ProfileError, match="no date"):
        Profile.parse('name = "x"\nsteps = [{step = "site-rules", enabled = false, as_of = "soon"}]\n')


def test_a_file_that_does_not_speak_of_the_step_applies_its_rules() -> None:
    assert Profile.parse(f'name = "x"\nsteps = []\n{RULE}').rules
    assert not Profile.parse('name = "x"\nsteps = [{step = "site-rules", enabled = false}]\n').resting_rules


def test_rules_given_to_a_profile_that_keeps_others_take_their_place() -> None:
    off = Profile.parse(f'name = "x"\nsteps = []\n{RULE}').disabled("site-rules")
    (rule,) = off.resting_rules
    assert off.with_rules([rule.switched(False)]).rules == (rule.switched(False),)
    assert off.with_rules([]).resting_rules == ()
    assert off.disabled("site-rules") == off
