"""The measurement itself must take any file of the form: other people, odd dates, gaps."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.bench.retrieval import measure
from tests.bench.retrieval_data import moment_of, read_collections

CONVERSATIONS: list[dict[str, Any]] = [
    {
        "conversation": "Zoë and Dr. Abd al-Rahman",
        "turns": [
            {
                "id": "D1:1",
                "session": 1,
                "when": "1:56 pm on 8 May, 2023",
                "speaker": "Zoë",
                "text": "I bought a cello in Lisbon.",
                "caption": "a photo of a cello",
            },
            {
                "id": "D1:2",
                "session": 1,
                "when": "no idea",
                "speaker": "Dr. Abd al-Rahman",
                "text": "How wonderful! Which strings does it have?",
            },
            {"id": "D3:1", "session": 3, "when": None, "speaker": None, "text": None},
            {"id": "D3:2", "session": 3, "when": "2023-06-01", "speaker": "Zoë", "text": "Gut."},
        ],
        "questions": [
            {"question": "Where did Zoë buy her cello?", "category": 4, "evidence": ["D1:1"]},
            {"question": "Who knows?", "category": "1", "evidence": []},
            {"question": "And who else?", "category": 5, "evidence": ["D9:9"]},
        ],
    },
    {"conversation": "nobody", "turns": [], "questions": []},
]
PASSAGES: dict[str, Any] = {
    "data": [
        {
            "paragraphs": [
                {"context": "The lighthouse was built in 1811.", "qas": [{"question": "When?"}]},
                {
                    "context": "Otters sleep on their backs.",
                    "qas": [{"question": "How sleep otters?"}],
                },
            ]
        }
    ]
}


@pytest.mark.parametrize("content", [CONVERSATIONS, PASSAGES, [], CONVERSATIONS[1:]])
def test_any_file_of_the_form_is_measured(content: object, tmp_path: Path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    figures = measure(read_collections(path))
    if content is CONVERSATIONS:
        assert figures["questions"] == 1
        assert figures["r1"] == 100
    if content is PASSAGES:
        assert figures["questions"] == 2


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2023-05-08T13:56", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("2023-05-08T13:56:00+02:00", datetime(2023, 5, 8, 11, 56, tzinfo=UTC)),
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("8 May, 2023", datetime(2023, 5, 8, tzinfo=UTC)),
        ("soon", None),
        ("", None),
    ],
)
def test_a_time_is_read_in_the_forms_such_files_have(written: str, meant: datetime | None):
    assert moment_of(written) == meant
