//! Level Zero: a layer of the loader.
//!
//! The loader has one slot for a layer that sees every call: with `ZE_ENABLE_VALIDATION_LAYER=1` it opens
//! `libze_validation_layer.so.1`, by name. The probe has that name, in a folder that comes first in
//! `LD_LIBRARY_PATH`. Programs that never touch Level Zero never load anything of zetop's.

mod devices;
mod driver;
mod layer_slot;
mod loader;
mod other_tools;

use super::interface::{Backend, File, ITT_LIBRARY, Probe, Process, Running, Trial, is_in_folder_of_ours};
use crate::check::Check;
use crate::embedded::{self, Library};
use loader::{ALTERNATIVE_DRIVERS, ENABLE_LAYER, LOADER, validation_layer};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use zetop_system::{elf, proc};
use zetop_wire::api;
use zetop_wire::session::{LAYER_FILE, SESSION_VAR, VALIDATION_VAR, VALIDATION_WANTED_VAR};

#[derive(Debug)]
pub struct LevelZero;

impl LevelZero {
    /// Whether the user wants the real validation layer, by what is set: an outer zetop enables a layer in any case, and says
    /// apart whether it was wanted.
    fn is_validation_wanted(variable: impl Fn(&str) -> Option<OsString>) -> bool {
        match variable(SESSION_VAR) {
            Some(_) => variable(VALIDATION_WANTED_VAR).is_some(),
            None => variable(ENABLE_LAYER).is_some_and(|value| value == "1"),
        }
    }

    /// Whether the loader of a program that has not been started would open another layer, which a DT_RPATH leads to: the
    /// program's own, or that of the loader. It then needs [`embedded::OPENER`]. One that was built with AddressSanitizer
    /// ends at once if anything was preloaded.
    fn needs_opener(&self, program: &Path, library_path: Option<&OsStr>) -> bool {
        let rpath = |file: &Path| {
            std::fs::canonicalize(file).map_or_else(|_| Vec::new(), |file| elf::rpath(&file, &file))
        };
        let of_program = rpath(program);
        let loader = of_program.iter().map(|folder| folder.join(LOADER)).find(|file| file.is_file());
        let of_loader =
            loader.or_else(|| self.find(library_path)).map_or_else(Vec::new, |loader| rpath(&loader));
        of_program.iter().chain(&of_loader).any(|folder| folder.join(LAYER_FILE).is_file())
            && !elf::needs(program, "libasan.so")
    }
}

impl Backend for LevelZero {
    fn id(&self) -> &'static str {
        api::LEVEL_ZERO.id
    }

    fn api(&self) -> &'static str {
        api::LEVEL_ZERO.name
    }

    fn library(&self) -> &'static str {
        api::LEVEL_ZERO.library
    }

    fn library_is(&self) -> &'static str {
        api::LEVEL_ZERO.library_is
    }

    fn find(&self, library_path: Option<&OsStr>) -> Option<PathBuf> {
        loader::find(library_path)
    }

    fn probe(&self) -> Probe {
        Probe { attached: "libzetop_probe_level_zero.so", launched: LAYER_FILE, bytes: &embedded::PROBE }
    }

    fn files(&self, _library_path: Option<&OsStr>) -> Vec<File> {
        vec![
            File::Embedded { name: LAYER_FILE, library: &embedded::PROBE },
            File::Embedded { name: embedded::OPENER_FILE, library: &embedded::OPENER },
        ]
    }

    fn environment(&self, library_path: Option<&OsStr>) -> Vec<(&'static str, Option<OsString>)> {
        let wanted = Self::is_validation_wanted(|name| std::env::var_os(name));
        vec![
            (ENABLE_LAYER, Some("1".into())),
            // Our file takes the name that the loader looks for, so the probe loads the real layer by path.
            (VALIDATION_VAR, validation_layer(library_path).map(PathBuf::into_os_string)),
            (VALIDATION_WANTED_VAR, wanted.then(|| "1".into())),
        ]
    }

    fn preloaded(&self, program: &Path, library_path: Option<&OsStr>) -> Option<&'static str> {
        self.needs_opener(program, library_path).then_some(embedded::OPENER_FILE)
    }

    fn on_simulator(&self, driver: &Path) -> Option<(&'static str, OsString)> {
        Some((ALTERNATIVE_DRIVERS, driver.into()))
    }

    fn beside_simulator(&self, library_path: Option<&OsStr>) -> Option<(&'static str, &'static Library)> {
        self.find(library_path).is_none().then_some((LOADER, &embedded::LOADER))
    }

    fn range_library(&self) -> &'static str {
        ITT_LIBRARY
    }

    fn required(&self) -> &'static [(&'static str, &'static str)] {
        &[(ENABLE_LAYER, "1")]
    }

    /// The loader loads its layer together with the drivers.
    fn is_past_loading(&self, pid: u32, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default();
        if name.as_encoded_bytes().starts_with(b"libze_intel_") {
            return true;
        }
        let set = proc::environment_variable(pid, ALTERNATIVE_DRIVERS).flatten().unwrap_or_default();
        // as the loader has it: separated by commas, names or paths
        set.split(',').any(|driver| !driver.is_empty() && Path::new(driver).file_name() == Some(name))
    }

    /// The loader opens its layer by name: where a DT_RPATH leads to another one, that is known as soon as there is a loader.
    fn passed_by(&self, process: &Process<'_>, libraries: &Path) -> Option<String> {
        process.files.iter().find(|file| (self as &dyn Backend).is_library(file))?;
        // With the other one, the probe is about to come.
        let brings_layer = |file: &PathBuf| {
            file.file_name().is_some_and(|name| name == LAYER_FILE || name == embedded::OPENER_FILE)
        };
        if process.files.iter().any(|file| file.starts_with(libraries) && brings_layer(file)) {
            return None;
        }
        let (file, layer) = process.in_rpath(LAYER_FILE).filter(|(_, layer)| !is_in_folder_of_ours(layer))?;
        let layer = layer.display();
        Some(format!(
            "the DT_RPATH of {} leads to Intel's validation layer ({layer}), past LD_LIBRARY_PATH with zetop's",
            file.display()
        ))
    }

    fn loaded_instead(&self, files: &[PathBuf]) -> Option<&'static str> {
        // The variable that should have loaded the probe has loaded Intel's layer.
        let layer = LAYER_FILE.trim_end_matches(".1").as_bytes();
        let is_real_layer = |file: &PathBuf| {
            !is_in_folder_of_ours(file)
                && file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(layer))
        };
        files.iter().any(is_real_layer).then_some("Intel's validation layer")
    }

    /// A copy has tables of its own, which are left alone while they are being filled.
    fn has_tables_per_copy(&self) -> bool {
        true
    }

    fn installed(&self, library_path: Option<&OsStr>) -> Vec<Check> {
        const NAME: &str = "loader";
        let Some(path) = self.find(library_path) else {
            let fix = "install it: package libze1 on Debian and Ubuntu, level-zero elsewhere; or put its folder \
                       into LD_LIBRARY_PATH";
            let finding = format!("no {LOADER} (the Level Zero loader) on this machine");
            return vec![Check::problem(NAME, finding, fix)];
        };
        let version =
            std::fs::canonicalize(&path).ok().and_then(|file| (self as &dyn Backend).version(&file));
        let version = version.map_or_else(|| "version unknown".to_owned(), |v| format!("version {v}"));
        vec![Check::ok(NAME, format!("{}, {version}", path.display()))]
    }

    fn not_installed(&self) -> Option<String> {
        Some(format!(
            "no {LOADER} found on this machine: install the Level Zero loader (package libze1 on Debian and Ubuntu, level-zero \
             elsewhere)"
        ))
    }

    fn device_check(&self) -> &'static str {
        devices::NAME
    }

    fn devices(&self, library_path: Option<&OsStr>, simulator: Option<&Path>) -> Option<Check> {
        self.find(library_path).map(|_| devices::check(simulator))
    }

    fn try_launch(&self, trial: &Trial<'_>) -> Option<Check> {
        Some(layer_slot::check(trial))
    }

    fn other_tool(&self, program: &Running<'_>) -> Option<(&'static str, &'static str)> {
        other_tools::active(program)
    }

    fn idle_tool(&self, program: &Running<'_>) -> Option<&'static str> {
        other_tools::idle(program)
    }

    fn answer(&self) -> anyhow::Result<()> {
        driver::answer()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_are_known_by_name() {
        let is_driver = |path: &str| LevelZero.is_past_loading(std::process::id(), Path::new(path));
        assert!(is_driver("/usr/lib/libze_intel_gpu.so.1.15"));
        assert!(!is_driver("/usr/lib/libze_loader.so.1.8.0"));
        assert!(!is_driver("/usr/lib/libc.so.6"));
    }

    /// The inner of two zetops had its probe load the outer's probe as the real validation layer, which called itself without end.
    #[test]
    fn the_probe_of_an_outer_zetop_is_no_validation_layer() {
        let place = tempfile::tempdir().unwrap();
        let outer = place.path().join("zetop-0123");
        std::fs::create_dir(&outer).unwrap();
        for name in [LAYER_FILE, LOADER] {
            std::fs::write(outer.join(name), "").unwrap();
        }
        let found = validation_layer(Some(outer.as_os_str()));
        assert!(found.as_ref().is_none_or(|layer| !layer.starts_with(place.path())), "{found:?}");
        let real = place.path().join("real");
        std::fs::rename(&outer, &real).unwrap();
        assert_eq!(validation_layer(Some(real.as_os_str())), Some(real.join(LAYER_FILE)));

        let wanted = |set: &[(&str, &str)]| {
            let value = |name: &str| Some(set.iter().find(|(set, _)| *set == name)?.1.into());
            LevelZero::is_validation_wanted(value)
        };
        assert!(!wanted(&[]) && wanted(&[(ENABLE_LAYER, "1")]) && !wanted(&[(ENABLE_LAYER, "0")]));
        let outer = [(SESSION_VAR, "/dev/shm/zetop-1"), (ENABLE_LAYER, "1"), (VALIDATION_WANTED_VAR, "1")];
        assert!(!wanted(&outer[..2]) && wanted(&outer));
    }
}
