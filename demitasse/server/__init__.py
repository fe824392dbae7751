"""The server: tables that people and bots sit at, each one a log that is never lost."""
