"""Explanations: what they say is what the library answers, in every game and language; and every rule has its words."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import solver
from solver.cli import app
from solver.errors import InputError
from solver.explain import Explanation, explain
from solver.explain.words import TEXTS, own_texts
from solver.game import game, games, ids
from solver.result import to_json
from solver.text import LANGS
from solver.toolbox import Toolbox

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = [(each.id, example) for each in games() for example in each.examples if example.operation == "arrange"]
NO_ARRANGEMENT = {"stolen-for-a-pair", "taken-card-fits-nothing"}
STOLEN: dict[str, Any] = {"hand": "11122334455677g 447y 77r 7w", "drawn": {"card": "6g", "source": "steal"}}


def lipai(*arguments: str, stdin: str = "") -> Any:
    return CliRunner().invoke(app, [*arguments], input=stdin, env={"LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""})


def said(told: Explanation, section: str, code: str = "") -> list[str]:
    return [line.text for part in told.sections if part.code == section for line in part.lines if not code or line.code == code]


@pytest.mark.parametrize(("id", "example"), EXAMPLES, ids=[f"{id}-{example.id}" for id, example in EXAMPLES])
def test_every_worked_hand_is_explained(id: str, example: Any) -> None:
    """The answer is the library's; each of its groups is told with its cards, each other arrangement with its difference in value."""
    request = {"top": 4, **example.request}
    answer = solver.arrange(id, **request)
    told = explain(id, example.request)
    assert to_json(told.answer) == to_json(answer)
    assert told.sections[0].code == "goal"
    if not answer.arrangements:  # only where what was obtained has no legal use
        assert "No legal arrangement of these cards exists." in said(told, "goal")
        assert not said(told, "groups")
        assert not said(told, "others")
        assert example.id in NO_ARRANGEMENT
        return
    assert example.id not in NO_ARRANGEMENT
    best, *others = answer.arrangements
    lines = next(part.lines for part in told.sections if part.code == "groups")
    shown = [(line.cards, line.text) for line in lines if line.code == "group"]
    assert [cards for cards, _ in shown] == [group.cards for group in best.groups]
    assert all(group.name in text for group, (_, text) in zip(best.groups, shown, strict=True))
    assert len(said(told, "others", "other")) == len(others)
    assert bool(said(told, "win")) == (answer.wins is not None)
    assert bool(said(told, "natural")) == (answer.natural is not None)
    for other, text in zip(others, said(told, "others", "other"), strict=True):
        cost = re.match(r"gives away (−?[\d.]+)", text)
        points = re.match(r"(\d+|no) points? instead of (\d+)", text)
        differs = None not in (best.value, other.value) and best.value != other.value
        rows = any(group.slot for group in best.groups)
        fewer = not rows and len(other.loose) > len(best.loose)
        assert bool(cost) == (differs and rows), text
        assert bool(points) == (differs and not rows and not fewer), text
        assert text.startswith("leaves more cards over") == fewer, text
        if cost:
            assert float(cost[1].replace("−", "-")) == pytest.approx(float(best.value) - float(other.value), abs=6e-4)
        elif points:
            assert (points[1].replace("no", "0"), points[2]) == (str(other.points), str(best.points))
        elif not fewer:
            assert re.match(r"(worse by the order above|worth the same|as good, but with|\d+ groups? instead of) ?", text), text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("id", ids())
def test_every_game_in_every_language_and_as_json(id: str, lang: str) -> None:
    example = next(example for example in game(id).examples if example.operation == "arrange")
    body = json.dumps({**example.request, "lang": lang})
    drawn = lipai("explain", id, "--json-request", "-", stdin=body)
    assert (drawn.exit_code, drawn.stderr) == (0, "")
    told = json.loads(lipai("explain", id, "--json-request", "-", "--json", stdin=body).output)
    assert told == json.loads(to_json(explain(id, {**example.request, "lang": lang})))
    assert all(section["title"] in drawn.output for section in told["sections"])
    assert told["sections"][0]["lines"][0]["code"] == "goal"


@pytest.mark.parametrize("id", ids())
def test_every_objective_and_every_kind_has_its_words(id: str) -> None:
    """And none has words that nothing says."""
    found = game(id)
    table = tomllib.loads((found.home / "explain.toml").read_text(encoding="utf-8"))
    table.pop("kinds", None)
    assert all(set(texts) == set(LANGS) for texts in table.values())
    texts = own_texts(found.home)
    kinds = {code for code in found.texts.codes() if code.startswith("kind-")}
    assert kinds <= set(texts.codes())
    assert {f"goal-{objective}" for objective in found.objectives} == {code for code in texts.codes() if code.startswith("goal-")}
    answers = [solver.arrange(id, **each.request) for each in found.examples if each.operation == "arrange"]
    details = [arrangement.details for answer in answers for arrangement in answer.arrangements]
    said_of = {
        f"{name}-{sign}" for each in details for name, value in each.items() if isinstance(value, bool) for sign in ("true", "false")
    }
    own = kinds | {f"goal-{objective}" for objective in found.objectives} | said_of
    assert {code for code in table if not code.startswith("law-")} <= own


def test_the_common_words_are_whole() -> None:
    for code in TEXTS.codes():
        texts = TEXTS.languages(code)
        assert set(texts) == set(LANGS), code
        assert len({str(sorted(re.findall(r"\{(\w+)", text))) for text in texts.values()}) == 1, code


def test_a_stolen_card_rule_by_rule() -> None:
    told = explain("si-se-pai", STOLEN)
    assert said(told, "history") == [
        "just taken out of turn, so it must go into a group",
        "its group, which lies on the table from now on",
        "None of this costs points here.",
    ]
    assert said(told, "groups")[:2] == [
        "green king, 1 point. A king may stand alone.",
        "yellow chariot pair, no points. Two equal cards, not kings.",
    ]
    assert said(told, "groups")[-1] == "Together 7 points."
    assert said(told, "win") == ["It wins: every card is in a group, and the rules ask for no more points."]
    assert said(told, "others", "other")[:2] == ["as good, but with 10 groups instead of 8", "5 points instead of 7 points"]
    goes, comes = (sum(code == line.code for part in told.sections for line in part.lines) for code in ("goes", "comes"))
    assert (goes, comes) == (2 + 2 + 4, 4 + 3 + 7)


def test_what_a_lock_costs() -> None:
    """By the rules: KKKKg Gg Eg is 8 points with two dead cards; split it would be complete with 4."""
    told = explain("si-se-pai", {"hand": "KKKKg Gg Eg"})
    assert said(told, "history") == [
        "stays together: what was dealt so may not be split",
        "If it might be split, every card would go into a group, for 4 points.",
    ]
    assert said(explain("si-se-pai", {"hand": "RRRr HHHr CCCr"}), "history")[-1] == "None of this costs points here."
    assert not said(explain("si-se-pai", {"hand": "KKKKg Gg Eg", "rules": {"lock_dealt": False}}), "history")


def test_what_a_called_card_costs() -> None:
    """By the rules: 13 points and not 15, as the 一 was called."""
    request = {"hand": "一一二二三四七八八八十 貳貳叁肆柒柒捌玖拾", "drawn": {"card": "一", "source": "take"}, "rules": {"preset": "hunan"}}
    told = explain("zi-pai", request)
    assert said(told, "history")[-1] == "Had every one of these cards been dealt, 15 points would be possible."
    assert said(told, "win") == ["It does not win: 13 points; the minimum is 15."]
    assert said(explain("zi-pai", request | {"rules": {"preset": "hengyang"}}), "win") == [
        "It wins: every card is in a group, and 13 points reach the minimum of 10."
    ]


def test_melds_stay_as_they_are() -> None:
    told = explain("si-se-pai", {"hand": "123r", "melds": [{"cards": "4444g", "source": "dealt"}]})
    (line,) = (line for part in told.sections if part.code == "history" for line in part.lines if line.code == "meld")
    assert line.cards == ("Rg",) * 4


def test_what_another_objective_gives_away() -> None:
    """As the rules have it: 88 in the back is worth −0.011, A8 in the back 1.201."""
    told = explain("si-ki-pi", {"hand": "8s 8h Kd Ac"})
    assert "What `house` would choose gives away 1.212:" in said(told, "others")
    assert "`against` would choose the same." in said(told, "others")
    strength = solver.arrange("chinese-poker", hand="AsKsQsJs6s5s3sQh9h2hJd8c3c", objective="strength").arrangements[0]
    shown = [{"slot": group.slot, "cards": list(group.cards)} for group in strength.groups]
    lost = solver.verify("chinese-poker", groups=shown).lost
    (line,) = (text for text in said(explain("chinese-poker", {"hand": "AsKsQsJs6s5s3sQh9h2hJd8c3c"}), "others") if "`strength`" in text)
    assert line == f"What `strength` would choose gives away {lost:.3f}:"


def test_a_natural_is_weighed_against_the_setting() -> None:
    told = explain("chinese-poker", {"hand": "2s3s4s5s6s7s8s9sTsJsQsKsAs"})
    played = told.answer.arrangements[0].details["expected"] if told.answer else 0
    assert said(told, "natural")[0] == "dragon: declared, it is worth 13 from each opponent."
    assert said(told, "natural")[-1] == f"Set and played as below it is worth {played:+.3f}: declare it."


CLAIM = ("Ad Qs 3h", "Jc Ts 9s 6s 5c", "9h 9d 7d Ks Kd")


def test_a_claim_is_explained_group_by_group() -> None:
    result = lipai("explain", "chinese-poker", *(part for group in CLAIM for part in ("--claim", group)))
    assert result.exit_code == 1
    foul = "the middle (jack high, ten) is not stronger than the front (ace high, queen): a foul"
    assert f"  ✔  front   Ad Qs 3h        in order\n  ✘  middle  Jc Ts 9s 6s 5c  {foul}\n" in result.output
    assert "They give away 3.144 against the best arrangement." in result.output
    assert lipai("explain", "chinese-poker", "--claim", "7d 6s Ks", "--claim", "9s 9h 9d 5c 3h", "--claim", "Ad Kd Qs Jc Ts").exit_code == 0


@pytest.mark.parametrize("id", ids())
def test_every_worked_claim_names_all_that_is_wrong(id: str) -> None:
    """No violation is lost, wherever it points."""
    claims = [each for each in game(id).examples if each.operation == "verify"]
    assert claims
    for example in claims:
        verdict = solver.verify(id, **example.request)
        fields = {name: value for name, value in example.request.items() if name != "groups"}
        told = explain(id, fields, example.request.get("groups"))
        text = "\n".join(said(told, "claim"))
        assert all(fault.message in text for fault in (*verdict.violations, *verdict.warnings))
        assert told.verdict == verdict
        assert (told.sections[0].lines[0].good, told.sections[0].lines[0].code) == (
            verdict.valid, "claim-right" if verdict.valid else "claim-wrong",
        )  # fmt: skip


def test_a_play_a_pass_and_a_bonus_are_explained() -> None:
    """By the rules: equal rank never beats; who can beat must; nothing beaten, a pass is in order; a bonus takes all of both."""
    hand = ("explain", "chuo-pai", "35 22", "--claim", "current=26")
    result = lipai(*hand, "--claim", "play=35")
    assert result.exit_code == 1
    fault = "the play does not rank higher than the current one; equal rank never beats"
    assert f"  ✔  to beat  26  in order\n  ✘  played   35  {fault}\n\n" in result.output
    beaten = lipai("explain", "chuo-pai", "66 22", "--claim", "current=44", "--claim", "play=66")
    assert (beaten.exit_code, "What is claimed is worth 1 point." in beaten.output) == (0, True)
    assert lipai(*hand, "--field", "play=35").output == result.output
    passed = lipai(*hand, "--claim", "play=")
    assert passed.exit_code == 0
    assert re.search(r"\n  ✔  to beat +26 +in order\n  ✔  played +a pass, in order\n", passed.output)
    assert lipai("explain", "chuo-pai", "15 22", "--claim", "play=", "--claim", "current=16").exit_code == 1
    tools = Toolbox([game("chuo-pai")])
    assert {"play", "current", "bonus"} <= set(next(tool for tool in tools.tools() if tool.name == "explain").input_schema["properties"])
    told = tools.call("explain", {"hand": "35 22", "play": "35", "current": "26"})
    assert [line["code"] for line in told["sections"][0]["lines"]] == ["claim-wrong", "claim-group", "not-higher"]
    (bonus,) = (example.request for example in game("chuo-pai").examples if example.id == "bonus-claim")
    wrong = explain("chuo-pai", {**bonus, "lang": "zh"})
    assert wrong.sections[0].lines[1].head == "加分"
    assert wrong.sections[0].lines[1].code == "wrong-bonus"
    assert explain("chuo-pai", {**bonus, "bonus": "12 12 12 12 24 24 24 24"}).sections[0].lines[0].code == "claim-right"
    with pytest.raises(InputError):
        explain("chuo-pai", {"hand": "35 22", "play": "35"}, [{"cards": "35"}])


def test_a_claim_of_cards_that_are_no_hand() -> None:
    """Too many copies: the violations are told, and there is nothing to arrange."""
    told = explain("si-se-pai", {"hand": "11111r"}, [{"cards": "11111r"}])
    assert told.answer is None
    assert [part.code for part in told.sections] == ["claim"]


def test_bad_input_points_at_its_place() -> None:
    result = lipai("explain", "si-se-pai", "1123x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "hand: 'x' is no card here\n  1123x\n      ^\n"
    assert "groups.1.cards" in lipai("explain", "chinese-poker", "--claim", "front=As", "--claim", "back=Zz").stderr
    assert lipai("explain", "no-such-game", "x").exit_code == 2
    assert "colour" in lipai("explain", "si-se-pai", "1r", "--field", "colour=red").stderr
