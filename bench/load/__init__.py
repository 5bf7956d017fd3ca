"""The service under load, beside an endpoint that does nothing: `python -m bench.load`."""
