"""A check that outgrows one machine: batches of cards as futures of a Dask cluster."""
