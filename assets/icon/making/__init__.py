"""How the icon is drawn."""
