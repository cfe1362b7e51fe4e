"""The app's SQLite database and the stores on it. The memory files are the truth; of what is kept
here, conversations, settings and jobs are irreplaceable, and the index can always be made again.
"""

from app.storage.database.agent_rows import AgentRows
from app.storage.database.connection import Database
from app.storage.database.index_rows import IndexRows
from app.storage.database.job_rows import JobRows
from app.storage.database.message_rows import MessageRows
from app.storage.database.model_rows import ModelRows
from app.storage.database.opening import open_database
from app.storage.database.provider_rows import ProviderRows
from app.storage.database.recovery import OpenedDatabase, RecoveryReport, open_recovering
from app.storage.database.session_rows import SessionRows
from app.storage.database.settings_rows import SettingsRows
from app.storage.database.token_usage_rows import TokenUsageRows
from app.storage.database.usage_rows import UsageRows

__all__ = [
    "AgentRows",
    "Database",
    "IndexRows",
    "JobRows",
    "MessageRows",
    "ModelRows",
    "OpenedDatabase",
    "ProviderRows",
    "RecoveryReport",
    "SessionRows",
    "SettingsRows",
    "TokenUsageRows",
    "UsageRows",
    "open_database",
    "open_recovering",
]
