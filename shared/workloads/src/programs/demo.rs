//! The demo as a workload.

use super::program::Program;
use crate::demo;

pub const DEMO: Program = Program {
    name: "demo",
    about: "the program behind `zetop demo`, for that many seconds; the only one whose output varies",
    keys: &[("seconds", "5")],
    run: |arguments| demo::run(Some(arguments.get("seconds")?)),
};
