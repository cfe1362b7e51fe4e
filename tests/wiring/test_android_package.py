"""The Android spec as buildozer itself reads it."""

import re
import shutil
from pathlib import Path
from typing import cast

import pytest
from buildozer import Buildozer

from app import __version__
from app.ui.theme.make_scheme import SEED
from app.wiring.environment import PROJECT

NOT_ON_ANDROID = {"keyring"}
COMPILED_BY_RECIPES = {"pillow", "numpy", "onnxruntime", "tokenizers"}


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Buildozer:
    shutil.copy(PROJECT / "buildozer.spec", tmp_path)
    (tmp_path / "app").mkdir()
    shutil.copy(PROJECT / "app" / "__init__.py", tmp_path / "app")
    monkeypatch.chdir(tmp_path)
    return Buildozer(filename=str(tmp_path / "buildozer.spec"))


def listed(spec: Buildozer, option: str) -> list[str]:
    return cast("list[str]", spec.config.getlist("app", option, []))  # pyright: ignore[reportUnknownMemberType]


def pinned() -> dict[str, str]:
    lines = (PROJECT / "requirements" / "app.txt").read_text(encoding="utf-8").splitlines()
    found = (re.match(r"([A-Za-z0-9._-]+)==(\S+)", line) for line in lines)
    return {match[1].lower(): match[2] for match in found if match}


def test_buildozer_accepts_the_spec_and_reads_our_version(spec: Buildozer):
    spec.check_configuration_tokens()
    assert spec.get_version() == __version__


def test_requirements_are_the_versions_we_test_with(spec: Buildozer):
    versions = pinned()
    for requirement in listed(spec, "requirements"):
        name, _, version = requirement.partition("==")
        if version:
            assert versions[name] == version, name


def test_everything_the_app_asks_for_is_in_the_package(spec: Buildozer):
    packed = {item.partition("==")[0] for item in listed(spec, "requirements")}
    asked = (PROJECT / "requirements" / "app.in").read_text(encoding="utf-8").splitlines()
    names = {line.partition("==")[0].strip() for line in asked if line and line[0] != "#"}
    assert names - NOT_ON_ANDROID <= packed
    assert packed >= COMPILED_BY_RECIPES


def test_the_service_points_at_a_file_that_exists(spec: Buildozer):
    (service,) = listed(spec, "services")
    assert (PROJECT / service.split(":")[1]).is_file()


PICTURES = (
    "icon.filename",
    "icon.adaptive_foreground.filename",
    "icon.adaptive_background.filename",
    "presplash.filename",
)


@pytest.mark.parametrize("option", PICTURES)
def test_the_icons_and_the_first_picture_are_pictures_in_the_package(spec: Buildozer, option: str):
    named = str(spec.config.get("app", option))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    picture = PROJECT / Path(named).relative_to(Path(named).parents[2])
    assert picture.read_bytes().startswith(b"\x89PNG\r\n")
    assert picture.suffix[1:] in listed(spec, "source.include_exts")


def test_the_first_picture_stands_on_the_colour_of_the_icon(spec: Buildozer):
    assert spec.config.get("app", "android.presplash_color") == f"#{SEED & 0xFFFFFF:06X}"  # pyright: ignore[reportUnknownMemberType]
