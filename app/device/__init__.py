"""What differs between a phone and a desktop, as twins behind one Protocol each."""
