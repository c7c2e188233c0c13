"""What the service can do: one verb and noun a file, one transaction each."""
