"""What the tests stand on: a real PostgreSQL and a real Valkey, started without root or network."""
