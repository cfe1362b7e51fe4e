"""Makes the bundled model from the published float checkpoint. Never imported by the app."""
