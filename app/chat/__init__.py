"""One turn of a conversation, from the person's message to the stored answer."""
