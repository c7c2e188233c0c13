"""Starting, tying together, watching and stopping the processes that one `etude up` consists of."""
