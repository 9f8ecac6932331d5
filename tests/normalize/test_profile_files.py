"""What a profile file may not say: each refusal names the key, the reason and the line where it stands."""

import pytest

from urlinspector.normalize.profile import Profile, ProfileError


@pytest.mark.parametrize(
    ("text", "where", "line", "said"),
    [
        ('name="x"\nfoo=1\nsteps=[]\n', "foo", 2, "unknown key"),
        ('name="x"\nsteps=[\n"lowercase-host",\n"no-such-step"]\n', None, 4, "no-such-step"),
        ('name="x"\nsteps=[\n{step="remove-www", bar=1}]\n', None, 3, "bar"),
        ('name="x"\nsteps="lowercase-host"\n', "steps", 2, "list"),
        ('name="x"\nsteps=[]\n[[rule]]\nhost="a"\n', "rule[0].scope", 3, "missing"),
        ('name="x"\nsteps=[]\nscope="a"\n', "scope", 3, "reserved"),
        ('name="x"\nsteps=[]\naccepts="all"\n', None, 3, "accepts"),
        ('name="x"\nsteps=[]\noutput="xml"\n', None, 3, "output"),
        ("", "steps", None, "steps"),
        ('name="x"\n', "steps", None, "steps"),
        ('name="x"\nsteps=["remove-www", "add-www"]\n', "", None, "cannot both be on"),
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
