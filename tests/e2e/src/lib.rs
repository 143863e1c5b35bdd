//! End-to-end tests of zetop live in `tests/`.
