"""How the bundled fonts were cut out of the Noto families; never part of the app."""
