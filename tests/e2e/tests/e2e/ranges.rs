//! Ranges that a program marks itself: what it gives to a device is in the one that it is given in.

use crate::in_c::in_c;
use crate::support::{DRIVERS, PROGRAMS, needs_loader};
use serde_json::Value;
use std::process::Command;

#[test]
fn operations_are_in_the_range_that_gives_them_to_the_device() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let Some(program) = in_c("ranges", folder.path(), &["-ldl"]) else { return };
    for driver in DRIVERS {
        let json = folder.path().join("ranges.json");
        let mut zetop = Command::new(PROGRAMS.zetop);
        zetop.args(["--no-tui", "--no-history", "--json"]).arg(&json).arg("--").arg(&program).arg("40");
        zetop.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("ZESIM_DRIVER", driver);
        let output = zetop.output().expect("zetop runs");
        assert!(output.status.success() && output.stdout == b"done\n", "{driver}: {output:?}");
        let figures: Value = serde_json::from_slice(&std::fs::read(&json).expect("JSON")).expect("JSON");
        let rows = figures["ranges"].as_array().expect("rows");
        let work = |path: &str| {
            let row =
                rows.iter().find(|row| row["path"] == path).unwrap_or_else(|| panic!("{path}: {rows:?}"));
            ["count", "open", "kernels", "copies", "bytes"]
                .map(|field| row[field].as_u64().expect("a number"))
        };
        assert_eq!(rows.len(), 4, "{driver}: {rows:?}");
        assert_eq!(figures["device"]["untimed"], 0, "{driver}: {}", figures["device"]["untimed_reasons"]);
        assert_eq!(work("record"), [1, 0, 0, 0, 0], "{driver}: nothing is given to a device there");
        assert_eq!(work("step/append"), [40, 0, 0, 80, 80 << 20], "{driver}");
        assert_eq!(work("step/execute"), [40, 0, 0, 120, 120 * 4096], "{driver}");
        assert_eq!(work("step"), [40, 0, 0, 200, (80 << 20) + 120 * 4096], "{driver}");
        assert_eq!(figures["steps"][0]["name"], "step", "{driver}");
    }
}
