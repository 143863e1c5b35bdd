//! Loaders other than the installed one, each with its own dynamic linker and C library: fetched by
//! `tests/e2e/loaders.sh DIR`, found through `ZETOP_LOADERS=DIR`. The program's executable is then the
//! dynamic linker.

use crate::rounds::{Attached, Memory, Program, assert_rounds, command, threads_of_ours};
use crate::support::{KERNELS, PROGRAMS, attached, needs_loader};
use level_zero_sys::{FUNCTIONS, LevelZero};
use std::path::{Path, PathBuf};
use std::process::Command;
use zetop_e2e::account::Account;
use zetop_e2e::figures::Figures;
use zetop_e2e::process::start;
use zetop_e2e::scene::LIMIT;
use zetop_e2e::target::Target;

/// A folder with a loader, and its version.
pub struct Loader {
    folder: PathBuf,
    pub version: String,
}

impl Loader {
    fn linker(&self) -> String {
        self.folder.join("ld-linux-x86-64.so.2").display().to_string()
    }

    /// `ld.so --library-path DIR`: what comes before the program.
    pub fn wrapper(&self) -> Vec<String> {
        vec![self.linker(), "--library-path".to_owned(), self.folder.display().to_string()]
    }

    /// The workload `attachable` on this loader.
    pub fn attachable(&self, arguments: &str) -> Command {
        let wrapper = self.wrapper();
        let mut command = Command::new(&wrapper[0]);
        command.args(&wrapper[1..]).args([PROGRAMS.workload, "attachable"]);
        command.args(arguments.split_whitespace()).env("ZES_ENABLE_SYSMAN", "1");
        command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("ZESIM_KERNEL_NS", "work=20000");
        command
    }

    /// A program on this loader.
    pub fn program(&self) -> Program {
        let wrapper = self.wrapper();
        Program::start(&mut command(&wrapper.iter().map(String::as_str).collect::<Vec<_>>()))
    }
}

/// Every loader that was fetched. Prints why a test is skipped when there is none.
pub fn loaders() -> Vec<Loader> {
    let Some(folder) = std::env::var_os("ZETOP_LOADERS") else {
        zetop_testing::skip!("ZETOP_LOADERS is not set (tests/e2e/loaders.sh fetches other loaders)");
        return Vec::new();
    };
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let loader = |entry: std::fs::DirEntry| {
        let (folder, version) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        folder.join("libze_loader.so.1").exists().then_some(Loader { folder, version })
    };
    let found: Vec<_> = entries.flatten().filter_map(loader).collect();
    assert!(!found.is_empty(), "{folder:?} holds no loaders");
    found
}

/// Attach, exact figures from there on, detach, again.
fn attach_and_detach(mut program: Program, what: &str) {
    let pid = program.pid();
    program.work(7);
    let before = Memory::read(pid);
    for n in [150, 40] {
        let zetop = Attached::to(pid);
        let entries = Memory::read(pid).wrapped_entries(pid);
        program.work(n);
        let figures = zetop.detach();
        println!("{what}: {} entries wrapped, {} calls seen", entries.len(), figures.host.calls);
        assert!(entries.len() > 200, "only {} entries wrapped", entries.len());
        assert_rounds(&figures, 2 * n);
        crate::attach::eventually("no thread of ours", || threads_of_ours(pid).is_empty());
        let after = Memory::read(pid);
        after.assert_same_at(&entries, &before);
        assert_eq!(after.wrapped_entries(pid), [0; 0]);
        program.work(3);
    }
    program.finish();
}

#[test]
fn attach_on_the_installed_loader() {
    needs_loader!();
    attach_and_detach(Program::start(&mut command(&[])), "installed loader");
}

#[test]
fn attach_on_other_loaders() {
    for loader in loaders() {
        attach_and_detach(loader.program(), &format!("loader {}", loader.version));
    }
}

/// `zetop ze-workload WORDS` on a loader: what the program wrote, and zetop's figures.
fn launch(loader: &Loader, words: &[&str]) -> (String, Figures) {
    let folder = tempfile::tempdir().expect("temporary folder");
    // The library path is set behind zetop, which must not run with that C library itself; zetop's folder
    // stays in front.
    let script = "folder=$1; shift; LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder exec \"$folder/ld-linux-x86-64.so.2\" \"$@\"";
    let json = folder.path().join("figures");
    let mut command = Command::new(PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--json"]).arg(&json).args(["--", "sh", "-c", script, "sh"]);
    command.arg(&loader.folder).arg(PROGRAMS.workload).args(words).env("ZESIM_KERNEL_NS", KERNELS);
    let outcome = start(&mut command).finish(LIMIT).succeeded();
    let figures = Figures::read(&json, &outcome.stderr);
    assert_eq!(figures.target.pids.len(), 1, "{:?}", figures.target);
    (outcome.stdout, figures)
}

/// Which `zetop demo` and `zetop --sim bench` use where none is installed.
#[test]
fn launch_on_the_loader_that_zetop_brings() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("libze_loader.so.1");
    std::fs::write(&file, &*zetop_process::embedded::LOADER).expect("a file");
    let loader = LevelZero::open(&file).expect("a library");
    let missing = FUNCTIONS.iter().find(|function| !loader.has(function.name));
    assert_eq!(missing, None);
    let json = folder.path().join("figures");
    let mut command = Command::new(PROGRAMS.zetop);
    command.env("LD_LIBRARY_PATH", folder.path()).env("ZESIM_KERNEL_NS", KERNELS);
    command.args(["--sim", "--no-tui", "--json"]).arg(&json);
    command.args(["--", PROGRAMS.workload, "calls", "calls=500"]);
    let outcome = start(&mut command).finish(LIMIT).succeeded();
    let figures = Figures::read(&json, &outcome.stderr);
    Account::read(&outcome.stdout).assert_calls(&figures);
    assert!(figures.host.calls > 500, "{}", figures.host.calls);
}

#[test]
fn launch_on_other_loaders() {
    for loader in loaders() {
        let (said, figures) = launch(&loader, &["calls", "calls=500"]);
        Account::read(&said).assert_calls(&figures);
        println!("loader {}: {} calls seen", loader.version, figures.host.calls);
    }
}

/// 1.20 implements API version 1.12 or 1.13; the forms with parameters and the zer functions are of 1.14 and 1.15.
fn is_too_old(loader: &Loader) -> bool {
    let old = loader.version.starts_with("1.20.");
    if old {
        zetop_testing::skip!("loader {} is too old", loader.version);
    }
    old
}

/// All threads, old and new, and all families that the loader has.
#[test]
fn attach_sees_all_families_on_other_loaders() {
    for loader in loaders() {
        let mut target = Target::run(&mut loader.attachable(""));
        target.tell("calls 100");
        let zetop = attached(&target, &[]);
        let said = target.tell("calls 5000") + &target.tell("threads 3 700");
        let figures = zetop.end(libc::SIGTERM).figures();
        target.tell("calls 100");
        let account = Account::read(&said);
        println!("loader {}: {:?}", loader.version, account.calls);
        let mut families = vec!["zeDriverGetApiVersion", "zetMetricGroupGet", "zesDeviceEnumMemoryModules"];
        if !is_too_old(&loader) {
            families.push("zerGetLastErrorDescription");
        }
        for function in families {
            assert_eq!(account.calls[function].0, 2 * 5000 + 3 * 700, "{function}");
        }
        account.assert_calls(&figures);
        assert!(target.quit().1.success());
    }
}

/// With two drivers, the loader is between the program and the drivers, with handles of its own.
#[test]
fn attach_with_several_drivers() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let drivers = ["libze_a.so", "libze_b.so"].map(|name| folder.path().join(name));
    for driver in &drivers {
        std::fs::copy(zetop_e2e::simulator(), driver).expect("copy");
    }
    let drivers = drivers.map(|driver| driver.display().to_string()).join(",");
    for loader in loaders() {
        let mut command = loader.attachable("busy=3");
        let mut target = Target::run(command.env("ZE_ENABLE_ALT_DRIVERS", &drivers));
        target.tell("immediate 5");
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", target.pid())).expect("its map");
        assert!(maps.contains("libze_a.so") && maps.contains("libze_b.so"), "{maps}");
        // Asking that loader for its tables can crash a thread that makes a call at that moment.
        for _ in 0..5 {
            let zetop = attached(&target, &[]);
            let mut said = target.tell("calls 500") + &target.tell("threads 2 100");
            for order in ["immediate 20", "fresh 10", "record 5", "kinds"] {
                said += &target.tell(order);
            }
            let figures = zetop.end(libc::SIGTERM).figures();
            let account = Account::read(&said);
            account.assert_calls(&figures);
            account.assert_device(&figures);
            figures.assert_all_timed();
            println!("loader {}: {} timed", loader.version, figures.device.timed);
        }
        assert!(target.quit().1.success());
    }
}

/// Forms of appends and functions that Debian 12's loader does not have.
#[test]
fn appends_with_parameters_and_arguments_are_timed() {
    for loader in loaders() {
        if is_too_old(&loader) {
            continue;
        }
        let (said, figures) = launch(&loader, &["newer-forms", "n=9"]);
        let account = Account::read(&said);
        account.assert_device(&figures);
        figures.assert_all_timed();
        assert_eq!(account.calls.len(), 4, "the zer functions");
        account.assert_calls(&figures);
    }
}

#[test]
fn doctor_and_picker_know_other_loaders() {
    for loader in loaders() {
        let mut program = loader.program();
        let pid = program.pid().to_string();
        let run = |arguments: &[&str]| {
            let mut command = Command::new(PROGRAMS.zetop);
            start(command.args(arguments)).finish(LIMIT)
        };
        let doctor = run(&["--sim", "doctor", "-p", &pid]);
        let version = format!("version {}", loader.version);
        assert!(doctor.stdout.contains(&version), "{}", doctor.stdout);
        assert!(doctor.stdout.contains("permitted"), "{}", doctor.stdout);
        assert!(doctor.status.success(), "{}", doctor.stdout);
        let picker = run(&["-p"]).stdout;
        let line = picker.lines().find(|line| line.split_whitespace().next() == Some(&pid));
        let line = line.unwrap_or_else(|| panic!("no pid {pid} in\n{picker}"));
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(words.contains(&&*loader.version) && words.contains(&"yes"), "{line}");
        assert!(line.contains(&*Path::new(PROGRAMS.workload).to_string_lossy()), "{line}");
        program.finish();
    }
}
