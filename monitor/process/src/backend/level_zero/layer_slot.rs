//! Whether the loader's slot for a layer is the probe's in a launch.

use super::super::interface::Trial;
use super::driver::ask;
use super::loader::{ALTERNATIVE_DRIVERS, ENABLE_LAYER, validation_layer};
use crate::ask_in_child::describe;
use crate::check::Check;
use std::path::PathBuf;
use zetop_wire::session::{LAYER_FILE, SESSION_VAR, VALIDATION_VAR};

const NAME: &str = "layer slot";
const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// Lets a child process load the probe as the loader's layer.
pub(super) fn check(trial: &Trial<'_>) -> Check {
    let asked = ask(|command| {
        // on the simulated GPU: the driver is another matter
        command
            .env(LIBRARY_PATH, trial.in_front)
            .env(ENABLE_LAYER, "1")
            .env(ALTERNATIVE_DRIVERS, trial.simulator)
            .env_remove(SESSION_VAR)
            .env_remove(VALIDATION_VAR);
    });
    let update = "update the Level Zero loader (package libze1, level-zero elsewhere)";
    let answer = match asked {
        Ok(answer) => answer,
        Err(silent) => return Check::problem(NAME, format!("with the probe, {}", describe(&silent)), update),
    };
    if let Some(reason) = &answer.no_loader {
        return Check::problem(NAME, format!("the loader cannot be opened: {}", reason), update);
    }
    let ours = trial.libraries.join(LAYER_FILE);
    let same = |path: &PathBuf| {
        *path == ours
            || std::fs::canonicalize(path).is_ok_and(|p| std::fs::canonicalize(&ours).is_ok_and(|o| o == p))
    };
    match (&answer.layer, &answer.failed) {
        (Some(layer), None) if same(layer) => with_the_users_own(trial),
        (Some(layer), None) => {
            let fix = "remove its folder from LD_LIBRARY_PATH or the loader's own search path (rpath)";
            Check::problem(NAME, format!("the loader takes {} instead of the probe", layer.display()), fix)
        }
        (None, None) => Check::problem(NAME, "the loader does not load the probe as its layer", update),
        (_, Some((name, code))) => {
            Check::problem(NAME, format!("with the probe, {} returns {code:#010x}", name), update)
        }
    }
}

/// The slot works; what if the user wants another layer in it?
fn with_the_users_own(trial: &Trial<'_>) -> Check {
    if std::env::var_os(ENABLE_LAYER).is_none_or(|value| value != "1") {
        return Check::ok(NAME, "the loader loads the probe, tried on the simulated GPU");
    }
    match validation_layer(trial.library_path) {
        Some(layer) => Check::ok(
            NAME,
            format!("usable; {ENABLE_LAYER}=1 is set: the probe loads {} underneath", layer.display()),
        ),
        None => Check::warning(
            NAME,
            format!("usable, but {ENABLE_LAYER}=1 is set and there is no {LAYER_FILE} to go with it"),
            format!("unset {ENABLE_LAYER}, or install the layer (package libze1)"),
        ),
    }
}
