//! Tests of the workspace as a whole; they are in `tests/`.
