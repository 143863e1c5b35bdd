//! What NVTX and ITT call in the library that their environment variables name: see `zetop_probe_ranges`.

zetop_probe_ranges::exports!(super::backend::install);
