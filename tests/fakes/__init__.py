"""Stand-ins behind Protocols, held to the same behaviour as the real thing."""
