"""Language models behind one Protocol, one module per API."""
