"""The product: writing, keeping, finding and injecting memories."""
