"""What the model may call, one file each, and the registry."""
