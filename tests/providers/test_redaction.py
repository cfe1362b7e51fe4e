import io
import json
import logging
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from app.providers.redaction import SecretRedactor

SECRET = 'sk-ant-"quoted"/+0123456789'


class Log:
    def __init__(self) -> None:
        self.redactor = SecretRedactor()
        self._stream = io.StringIO()
        self.handler = logging.StreamHandler(self._stream)
        self.handler.setFormatter(
            logging.Formatter("%(message)s %(where)s", defaults={"where": ""})
        )
        self.handler.addFilter(self.redactor)
        self.logger = logging.getLogger("test.redaction")
        self.logger.setLevel(logging.DEBUG)
        self.logger.propagate = False

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    def open(self) -> None:
        self.logger.addHandler(self.handler)

    def close(self) -> None:
        self.logger.removeHandler(self.handler)
        self.logger.propagate = True


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log()
    log.open()
    log.redactor.register(SECRET)
    yield log
    log.close()


def test_a_secret_in_the_message_is_removed(log: Log):
    message = "key is " + SECRET
    log.logger.info(message)
    assert log.text == "key is [secret removed] \n"


def test_a_secret_in_arguments_of_any_type_is_removed(log: Log):
    log.logger.info("%s %r %s", SECRET, {"Authorization": f"Bearer {SECRET}"}, [SECRET.encode()])
    assert "sk-ant" not in log.text


def test_a_secret_in_a_traceback_and_its_causes_is_removed(log: Log):
    def fail() -> None:
        try:
            int(SECRET)
        except ValueError as cause:
            raise RuntimeError(f"Bearer {SECRET}") from cause

    try:
        fail()
    except RuntimeError:
        log.logger.exception("failed")
    assert "sk-ant" not in log.text
    assert "RuntimeError: Bearer [secret removed]" in log.text
    assert "Traceback" in log.text


def test_a_formatter_of_another_kind_finds_no_exception_to_print(log: Log):
    failure = ValueError(SECRET)
    record = logging.LogRecord("n", logging.ERROR, "p", 1, "x", None, (ValueError, failure, None))
    log.redactor.filter(record)
    assert record.exc_info is None
    assert record.exc_text == "ValueError: [secret removed]"


def test_a_secret_in_extras_and_stack_is_removed(log: Log):
    log.logger.info("x", extra={"where": f"https://host/?key={SECRET}"}, stack_info=True)
    assert "sk-ant" not in log.text


def test_a_secret_deep_in_extras_is_removed(log: Log):
    headers = {"Authorization": f"Bearer {SECRET}", SECRET: [SECRET.encode(), (SECRET, 1)]}
    log.logger.info("x", extra={"where": headers})
    log.logger.info("x", extra={"where": ValueError(SECRET)})
    assert "sk-ant" not in log.text
    assert "Bearer [secret removed]" in log.text


def test_an_object_that_cannot_be_printed_does_not_hurt_its_caller(
    log: Log, capsys: pytest.CaptureFixture[str]
):
    class Careless:
        def __str__(self) -> str:
            raise RuntimeError

    record = logging.LogRecord("n", logging.INFO, "p", 1, "%s", (Careless(),), None)
    log.handler.handle(record)
    assert "Logging error" in capsys.readouterr().err


def test_a_secret_as_it_stands_in_addresses_and_json_is_removed(log: Log):
    log.logger.info("%s %s", quote(SECRET, safe=""), json.dumps({"key": SECRET}))
    assert "quoted" not in log.text


def test_a_format_that_does_not_fit_is_still_logged_without_the_secret(log: Log):
    wrong_for_the_format = (SECRET,)
    log.logger.info("%d and %d", *wrong_for_the_format)
    assert "%d and %d" in log.text
    assert "sk-ant" not in log.text


def test_the_longer_of_two_nested_secrets_goes_first(log: Log):
    log.redactor.register("abcdef")
    log.redactor.register("abcdefghij")
    log.logger.info("abcdefghij abcdef")
    assert log.text == "[secret removed] [secret removed] \n"


def test_placeholders_too_short_to_be_secret_do_not_shred_the_log(log: Log):
    log.redactor.register("")
    log.redactor.register(" a ")
    log.logger.info("a plain line")
    assert log.text == "a plain line \n"


def test_without_secrets_records_pass_untouched():
    record = logging.LogRecord("n", logging.INFO, "p", 1, "%s", ("x",), None)
    assert SecretRedactor().filter(record)
    assert record.args == ("x",)
