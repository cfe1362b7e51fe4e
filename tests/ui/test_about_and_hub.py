import json
from pathlib import Path

from app.contracts.models_catalog import ProviderAccount, ProviderKind
from app.providers.redaction import SecretRedactor
from app.ui.screens.about.view_model import AboutViewModel, licences_in
from app.ui.screens.settings.view_model import SettingsViewModel
from app.wiring.diagnostics import DiagnosticsFile
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.fakes.tasks import InlineTasks

KEY = "sk-a-key-nobody-may-see"


def about(base: Foundations, exports: Path) -> AboutViewModel:
    redactor = SecretRedactor()
    redactor.register(KEY)
    return AboutViewModel(
        "1.2.3",
        lambda: (PROJECT / "NOTICE").read_text(encoding="utf-8"),
        DiagnosticsFile(base, exports, redactor),
        InlineTasks(),
    )


def test_the_export_has_facts_but_no_key_no_address_and_no_words(tmp_path: Path):
    base = open_foundations(Environment(tmp_path))
    base.providers.save(
        ProviderAccount("p1", ProviderKind.OPENAI, "Secret Corp", "https://secret.example/v1", "k")
    )
    base.settings.put("memory.enabled", "on")
    base.settings.put("draft.note", "my diary")
    base.settings.put("tools.switched_off", KEY)
    model = about(base, tmp_path / "exports")
    model.export_diagnostics()
    base.close()
    written = (tmp_path / model.state.exported).read_text(encoding="utf-8")
    facts = json.loads(written)
    assert facts["settings"]["memory.enabled"] == "on"
    assert {"kind": "openai", "has_key": True, "models": 0} in facts["providers"]
    for hidden in (KEY, "secret.example", "Secret Corp", "my diary"):
        assert hidden not in written


def test_an_export_that_cannot_be_written_says_so(tmp_path: Path):
    base = open_foundations(Environment(tmp_path))
    (tmp_path / "exports").write_text("a file in the way", encoding="utf-8")
    model = about(base, tmp_path / "exports")
    model.export_diagnostics()
    base.close()
    assert model.state.notice
    assert not model.state.is_exporting


def test_every_work_of_the_notice_is_named_with_its_terms():
    licences = {one.work: one.terms for one in licences_in((PROJECT / "NOTICE").read_text("utf-8"))}
    assert licences["Kivy"] == "MIT"
    assert licences["KivyMD"].endswith("Pictogrammers)")
    assert "OneClaw" not in licences


def test_the_hub_says_who_answers_and_leads_to_six_pages():
    model = SettingsViewModel(lambda: "GPT", InlineTasks())
    model.refresh()
    assert [line.title for line in model.state.lines] == [
        "Models",
        "Agents",
        "Memory",
        "Appearance",
        "Usage",
        "About",
    ]
    assert model.state.lines[0].detail == "GPT answers"
