"""The tables as peewee models: typed columns for queries and rows.

They carry no database; a query is bound to one when it runs. The schema itself is made by
`migrations`, and a test holds the two against each other.
"""

from peewee import AutoField, BlobField, CompositeKey, IntegerField, Model, TextField


class SessionRow(Model):
    id = TextField(primary_key=True)
    title = TextField()
    agent_id = TextField()
    created_at = IntegerField()
    last_used_at = IntegerField()
    use_order = IntegerField()
    is_private = IntegerField()
    last_logged_sequence = IntegerField()
    deleted_at = IntegerField(null=True)

    class Meta:
        table_name = "sessions"


class MessageRow(Model):
    sequence = AutoField()
    id = TextField(unique=True)
    session_id = TextField()
    kind = TextField()
    text = TextField()
    said_at = IntegerField()
    offset_minutes = IntegerField()
    author = TextField(null=True)
    tool_call_id = TextField(null=True)
    tool_name = TextField(null=True)
    tool_arguments = TextField(null=True)
    tool_is_error = IntegerField(null=True)
    thinking = TextField()
    model = TextField()
    input_tokens = IntegerField(null=True)
    output_tokens = IntegerField(null=True)
    is_partial = IntegerField()
    is_private = IntegerField()
    injected = TextField()
    tool_signature = TextField(null=True)

    class Meta:
        table_name = "messages"


class SettingRow(Model):
    name = TextField(primary_key=True)
    value = TextField()

    class Meta:
        table_name = "settings"


class JobRow(Model):
    sequence = AutoField()
    id = TextField(unique=True)
    kind = TextField()
    key = TextField()
    state = TextField()
    created_at = IntegerField()
    waits_since = IntegerField()
    run_after = IntegerField()
    attempts = IntegerField()
    plan = TextField()
    reason = TextField()
    has_successor = IntegerField()
    owner = TextField(null=True)
    heartbeat_at = IntegerField(null=True)
    lease_until = IntegerField(null=True)
    finished_at = IntegerField(null=True)

    class Meta:
        table_name = "jobs"


class AgentRow(Model):
    id = TextField(primary_key=True)
    name = TextField()
    prompt = TextField()
    provider_id = TextField(null=True)
    model_id = TextField(null=True)
    is_built_in = IntegerField()

    class Meta:
        table_name = "agents"


class ProviderRow(Model):
    id = TextField(primary_key=True)
    kind = TextField()
    name = TextField()
    base_url = TextField()
    key_reference = TextField()
    is_built_in = IntegerField()

    class Meta:
        table_name = "providers"


class ModelRow(Model):
    provider_id = TextField()
    model_id = TextField()
    name = TextField()
    context_window = IntegerField(null=True)
    position = IntegerField()
    is_listed = IntegerField()
    is_added_by_hand = IntegerField()
    is_default = IntegerField()

    class Meta:
        table_name = "models"
        primary_key = CompositeKey("provider_id", "model_id")


class IndexRow(Model):
    id = TextField(primary_key=True)
    source_type = TextField()
    source_date = TextField(null=True)
    chunk_text = TextField()
    embedding = BlobField(null=True)
    created_at = IntegerField()
    updated_at = IntegerField()
    content_hash = TextField()
    heading_path = TextField()
    model_id = TextField()
    source_path = TextField()
    position = IntegerField()
    session_id = TextField(null=True)
    message_id = TextField(null=True)
    author = TextField(null=True)

    class Meta:
        table_name = "memory_index"


class UsageRow(Model):
    entry_key = TextField(primary_key=True)
    uses = IntegerField()
    first_used_at = IntegerField()
    last_used_at = IntegerField()

    class Meta:
        table_name = "memory_usage"


class SentPromptRow(Model):
    """What its system prompt said is in `packed_prompts`."""

    message_id = TextField(primary_key=True)
    after_sequence = IntegerField()
    tools = TextField()

    class Meta:
        table_name = "sent_prompts"


class DraftRow(Model):
    place = TextField(primary_key=True)
    session_id = TextField(null=True)
    text = TextField()
    edits = TextField()

    class Meta:
        table_name = "drafts"


TABLES: tuple[type[Model], ...] = (
    SessionRow,
    MessageRow,
    SettingRow,
    JobRow,
    AgentRow,
    ProviderRow,
    ModelRow,
    IndexRow,
    UsageRow,
    SentPromptRow,
    DraftRow,
)
"""All of them, what is pointed at before what points at it."""
