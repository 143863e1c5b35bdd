//! Other tools between a running program and its driver.

use super::super::interface::Running;
use super::loader::ENABLE_LAYER;

/// A tool that is at work or will be: what is found of it, and what to do about it.
pub(super) fn active(program: &Running<'_>) -> Option<(&'static str, &'static str)> {
    if program.has("libze_validation_layer") {
        let finding = "Intel's validation layer is in the layer slot: its time is part of the calls'";
        return Some((finding, "start the program without ZE_ENABLE_VALIDATION_LAYER=1"));
    }
    if program.is_set(ENABLE_LAYER) && !program.has_probe {
        let finding = "ZE_ENABLE_VALIDATION_LAYER=1 is set, so a layer will be loaded";
        return Some((finding, "start the program without it"));
    }
    if program.is_set("ZET_ENABLE_API_TRACING_EXP") || program.is_set("ZE_ENABLE_TRACING_LAYER") {
        return Some((
            "its API tracing layer is on: another profiler may be at work, its time is part of the calls'",
            "start the program without ZE_ENABLE_TRACING_LAYER=1 and ZET_ENABLE_API_TRACING_EXP=1",
        ));
    }
    None
}

/// A tool that is there and does nothing.
pub(super) fn idle(program: &Running<'_>) -> Option<&'static str> {
    program.has("libze_tracing_layer").then_some("the loader's tracing layer is mapped and off")
}
