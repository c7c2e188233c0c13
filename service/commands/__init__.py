"""The commands behind `etude`: one file per command or group, imported only when it is called."""
