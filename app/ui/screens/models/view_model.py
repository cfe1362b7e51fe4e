"""The models page: providers, what each offers, and the one default. Knows no Kivy and no key."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.chat.model_setup import ModelSetup, OfferedModels
from app.contracts.models_catalog import CatalogModel, ModelChoice, ProviderAccount, ProviderKind
from app.contracts.provider_setup import ConnectionFailed, ConnectionResult
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

MOST_SHOWN = 12
"""Some providers offer hundreds; a person finds theirs by searching, not by scrolling."""
KIND_WORDS = {
    ProviderKind.OPENAI: "OpenAI-compatible",
    ProviderKind.ANTHROPIC: "Anthropic",
    ProviderKind.GEMINI: "Gemini",
    ProviderKind.ON_DEVICE: "No key and no network needed",
}


@dataclass(frozen=True, slots=True)
class ModelLine:
    choice: ModelChoice
    name: str
    detail: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class ProviderGroup:
    """`hidden` models are there too, but not shown until they are searched for."""

    id: str
    name: str
    detail: str
    is_built_in: bool
    models: tuple[ModelLine, ...]
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class ModelsState:
    """`refreshing` is the id of the provider that is being asked; `notice` is one sentence."""

    groups: tuple[ProviderGroup, ...] = ()
    searched: str = ""
    can_search: bool = False
    refreshing: str = ""
    notice: str = ""
    is_problem: bool = False


class ModelsViewModel:
    def __init__(self, setup: ModelSetup, tasks: Tasks) -> None:
        self._setup = setup
        self._tasks = tasks
        self._offered: tuple[OfferedModels, ...] = ()
        self.on_add: Callable[[], None] = lambda: None
        self.on_edit: Callable[[str], None] = lambda _: None
        self.on_back: Callable[[], None] = lambda: None
        self.on_default_changed: Callable[[], None] = lambda: None
        self.observable = ObservableState(ModelsState())

    @property
    def state(self) -> ModelsState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(self._setup.offered, self._show, self._failed)

    def search(self, words: str) -> None:
        self.observable.update(replace(self.state, searched=words.strip()))
        self._show(self._offered)

    def choose_default(self, choice: ModelChoice) -> None:
        def chosen(is_known: bool) -> None:
            if is_known:
                self.on_default_changed()
            self.refresh()

        self._say("")
        self._tasks.call(lambda: self._setup.set_default(choice), chosen, self._failed)

    def refresh_list(self, provider_id: str) -> None:
        """Asks the provider what it offers now; the default stays, offered or not."""
        if self.state.refreshing:
            return
        self.observable.update(replace(self.state, refreshing=provider_id, notice=""))
        self._tasks.run(self._setup.refresh(provider_id), self._listed, self._failed)

    def _listed(self, result: ConnectionResult) -> None:
        is_problem = isinstance(result, ConnectionFailed)
        self.observable.update(replace(self.state, refreshing=""))
        self._say(result.sentence, is_problem=is_problem)
        self.refresh()

    def _show(self, offered: tuple[OfferedModels, ...]) -> None:
        self._offered = offered
        words = self.state.searched.casefold().split()
        self.observable.update(
            replace(
                self.state,
                groups=tuple(_group(one, words) for one in offered),
                can_search=any(len(one.models) > MOST_SHOWN for one in offered),
            )
        )

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, refreshing=""))
        self._say(sentence, is_problem=True)

    def _say(self, sentence: str, *, is_problem: bool = False) -> None:
        self.observable.update(replace(self.state, notice=sentence, is_problem=is_problem))


def _group(offered: OfferedModels, words: list[str]) -> ProviderGroup:
    account = offered.account
    wanted = [model for model in offered.models if _is_wanted(model, words)]
    # The default is always in sight; the others keep the order the provider gave.
    shown = wanted[:MOST_SHOWN]
    shown += [model for model in wanted[MOST_SHOWN:] if model.is_default]
    return ProviderGroup(
        id=account.id,
        name=account.name,
        detail=_where(account),
        is_built_in=account.is_built_in,
        models=tuple(map(_line, shown)),
        hidden=len(wanted) - len(shown),
    )


def _is_wanted(model: CatalogModel, words: list[str]) -> bool:
    text = f"{model.name} {model.choice.model_id}".casefold()
    return (model.is_listed or model.is_default) and all(word in text for word in words)


def _line(model: CatalogModel) -> ModelLine:
    facts = [
        "" if model.name == model.choice.model_id else model.choice.model_id,
        f"{model.context_window:,} tokens" if model.context_window else "",
        "" if model.is_listed else "no longer offered",
    ]
    if model.choice.provider_id == "on_device":
        facts = ["Remembers, summarises and finds"]
    return ModelLine(
        model.choice, model.name, " · ".join(filter(None, facts)), is_default=model.is_default
    )


def _where(account: ProviderAccount) -> str:
    host = account.base_url.partition("://")[2].partition("/")[0]
    return host if host not in ("", account.name) else KIND_WORDS[account.kind]
