"""Migrations: how the database got its present form, step by step."""
