"""Adding or changing a provider: kind, address, key, a test with its reason, a model. No Kivy.

The key a person types stays in a private field here; the state says only whether there is one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.chat.model_setup import ModelSetup
from app.contracts.models_catalog import (
    ProviderAccount,
    ProviderKind,
    ProviderRefused,
    ProviderSaveOutcome,
)
from app.contracts.provider_setup import (
    ConnectionFailed,
    ConnectionResult,
    ConnectionWorks,
    FoundServer,
    VendorPreset,
)
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

KINDS = (
    (ProviderKind.OPENAI, "OpenAI-compatible"),
    (ProviderKind.ANTHROPIC, "Anthropic"),
    (ProviderKind.GEMINI, "Gemini"),
)


@dataclass(frozen=True, slots=True)
class AddModelState:
    """`provider_id` empty: a new one. `masked_key` is the tail of a stored key, never a key.

    `default_here` is the default model, if it is one of this provider's.
    """

    provider_id: str = ""
    name: str = ""
    kind: ProviderKind = ProviderKind.OPENAI
    address: str = ""
    presets: tuple[VendorPreset, ...] = ()
    has_typed_key: bool = False
    masked_key: str = ""
    is_testing: bool = False
    is_saving: bool = False
    result: ConnectionResult | None = None
    chosen_model: str = ""
    default_here: str = ""
    found: tuple[FoundServer, ...] = ()
    asks_delete: bool = False
    notice: str = ""

    @property
    def is_busy(self) -> bool:
        return self.is_testing or self.is_saving

    @property
    def can_test(self) -> bool:
        return bool(self.address.strip()) and not self.is_busy

    @property
    def can_save(self) -> bool:
        """Only what answered is saved; a new one with a model that answers from now on."""
        has_model = bool(self.provider_id or self.chosen_model.strip())
        return isinstance(self.result, ConnectionWorks) and has_model and not self.is_busy


class AddModelViewModel:
    def __init__(self, setup: ModelSetup, tasks: Tasks) -> None:
        self._setup = setup
        self._tasks = tasks
        self._typed_key = ""
        self._attempt = 0
        self.on_done: Callable[[], None] = lambda: None
        self.on_back: Callable[[], None] = lambda: None
        self.on_default_changed: Callable[[], None] = lambda: None
        self.observable = ObservableState(AddModelState(presets=setup.presets()))

    @property
    def state(self) -> AddModelState:
        return self.observable.state

    def begin(self) -> None:
        """An empty form, with the first preset of the first kind filled in."""
        self._forget_key()
        self._show(AddModelState(presets=self.state.presets))
        self.choose_kind(ProviderKind.OPENAI)

    def edit(self, provider_id: str) -> None:
        presets = self.state.presets
        self._forget_key()
        self._show(AddModelState(presets=presets))

        def read() -> AddModelState:
            account = self._setup.account(provider_id)
            if account is None:
                return AddModelState(presets=presets, notice="This provider is no longer there.")
            default = self._setup.default().choice
            return AddModelState(
                provider_id=account.id,
                name=account.name,
                kind=account.kind,
                address=account.base_url or self._own_address(account.kind),
                presets=presets,
                masked_key=self._setup.masked_key(account),
                default_here=default.model_id if default.provider_id == account.id else "",
            )

        self._tasks.call(read, self._show, self._failed)

    def look_around(self) -> None:
        """Only this device's loopback, and only while this page is open."""
        attempt = self._attempt

        def show(found: tuple[FoundServer, ...]) -> None:
            if attempt == self._attempt or not self.state.found:
                self._show(replace(self.state, found=found))

        self._tasks.run(self._setup.find_on_this_device(), show, lambda _: None)

    def choose_kind(self, kind: ProviderKind) -> None:
        self._changed(replace(self.state, kind=kind, address=self._own_address(kind), name=""))

    def choose_preset(self, preset: VendorPreset) -> None:
        address = preset.base_address
        self._changed(replace(self.state, kind=preset.kind, address=address, name=""))

    def type_address(self, address: str) -> None:
        if address != self.state.address:
            self._changed(replace(self.state, address=address))

    def type_key(self, key: str) -> None:
        if key != self._typed_key:
            self._typed_key = key
            self._changed(replace(self.state, has_typed_key=bool(key.strip())))

    def choose_model(self, model_id: str) -> None:
        self._show(replace(self.state, chosen_model=model_id))

    def test(self) -> None:
        if not self.state.can_test:
            return
        self._changed(self.state)
        attempt = self._attempt
        self._show(replace(self.state, is_testing=True))

        def tested(result: ConnectionResult) -> None:
            if attempt == self._attempt:
                self._tested(result)

        work = self._setup.check(self._account(), self._typed_key.strip())
        self._tasks.run(work, tested, self._failed)

    def save(self) -> None:
        state = self.state
        if not state.can_save or not isinstance(state.result, ConnectionWorks):
            return
        account, key, models = self._account(), self._typed_key.strip(), state.result.models
        self._show(replace(state, is_saving=True, notice=""))
        self._tasks.call(
            lambda: self._setup.save(account, key, models, state.chosen_model.strip()),
            self._saved,
            self._failed,
        )

    def use(self, server: FoundServer) -> None:
        if self.state.is_busy:
            return
        self._show(replace(self.state, is_saving=True, notice=""))
        self._tasks.call(lambda: self._setup.use_found(server), self._saved, self._failed)

    def ask_delete(self, *, asks: bool) -> None:
        self._show(replace(self.state, asks_delete=asks))

    def delete(self) -> None:
        provider_id = self.state.provider_id
        if provider_id and self.state.asks_delete:
            self._tasks.call(
                lambda: self._setup.delete(provider_id), lambda _: self._done(), self._failed
            )

    def leave(self) -> None:
        """Nothing typed here outlives the page."""
        self._forget_key()
        self.on_back()

    def _tested(self, result: ConnectionResult) -> None:
        chosen = self.state.default_here
        if isinstance(result, ConnectionWorks) and result.models and not self.state.provider_id:
            chosen = result.models[0].id
        self._show(replace(self.state, is_testing=False, result=result, chosen_model=chosen))

    def _saved(self, outcome: ProviderSaveOutcome) -> None:
        if isinstance(outcome, ProviderRefused):
            self._failed(outcome.reason)
        else:
            self._done()

    def _done(self) -> None:
        self._forget_key()
        self._show(AddModelState(presets=self.state.presets))
        self.on_default_changed()
        self.on_done()

    def _failed(self, sentence: str) -> None:
        self._show(
            replace(
                self.state, is_testing=False, is_saving=False, asks_delete=False, notice=sentence
            )
        )

    def _changed(self, state: AddModelState) -> None:
        """What was found out about other words says nothing about these."""
        self._attempt += 1
        self._show(replace(state, result=None, chosen_model="", is_testing=False, notice=""))

    def _forget_key(self) -> None:
        self._attempt += 1
        self._typed_key = ""
        self._show(replace(self.state, has_typed_key=False))

    def _account(self) -> ProviderAccount:
        state = self.state
        address = state.address.strip()
        preset = next((one for one in state.presets if one.base_address == address), None)
        name = state.name or (preset.name if preset else _host(address))
        return ProviderAccount(state.provider_id, state.kind, name, address)

    def _own_address(self, kind: ProviderKind) -> str:
        presets = self.state.presets
        return next((preset.base_address for preset in presets if preset.kind is kind), "")

    def _show(self, state: AddModelState) -> None:
        self.observable.update(state)


def _host(address: str) -> str:
    return address.partition("://")[2].partition("/")[0] or address


def problem_of(state: AddModelState) -> str:
    """The sentence for the card: what went wrong, if anything."""
    if state.notice:
        return state.notice
    return state.result.sentence if isinstance(state.result, ConnectionFailed) else ""
