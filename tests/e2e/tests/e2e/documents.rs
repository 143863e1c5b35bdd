//! Commands that are in README, CONTRIBUTING and the book, each run as it stands there.

use crate::support::{PROGRAMS, needs_loader};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use zetop_e2e::process::{Outcome, Running, shell_status, start};
use zetop_e2e::scene::LIMIT;
use zetop_e2e::target::{Target, command as target};

/// Documents that have commands, with how many of them can be run here.
const DOCUMENTS: [(&str, usize); 9] = [
    ("README.md", 5),
    ("docs/src/guide.md", 11),
    ("docs/src/cold.md", 1),
    ("docs/src/recordings.md", 2),
    ("docs/src/jobs.md", 14),
    ("docs/src/install.md", 0),
    ("docs/src/how-it-works.md", 0),
    ("docs/src/testing.md", 0),
    ("CONTRIBUTING.md", 0),
];
/// What a command begins with that is not run here, and who runs it.
const ELSEWHERE: [(&str, &str); 30] = [
    ("sudo apt-get", "CI's own machine"),
    ("sudo apt install ./", ".ci/release"),
    ("sudo rpm", ".ci/release"),
    ("tar xzf", ".ci/release"),
    ("rustup target add aarch64", ".ci/release"),
    ("CARGO_TARGET_AARCH64", ".ci/release"),
    (".ci/", "CI: .ci/run, and the workflows of .github"),
    ("tests/aarch64", ".github/workflows/release.yml"),
    ("tests/e2e/loaders.sh", ".ci/run"),
    ("ZETOP_LOADERS=", ".ci/run, with all tests"),
    ("ZETOP_BLESS=", "a developer, who looks at what has changed"),
    ("cargo bench", "a developer, on a quiet machine"),
    ("tests/soak.sh", "a developer: takes half an hour"),
    ("tests/job", "a developer: takes minutes, and other machines"),
    ("sudo tests/job", "a developer: takes minutes, and Kubernetes"),
    ("sudo tests/real-driver", ".ci/run, and a developer for other devices"),
    ("tests/gpu", "a developer, where there is a GPU"),
    ("cargo build --release && tests/gpu", "a developer, where there is a GPU"),
    ("PROCESSES=", "a developer, where there is a GPU"),
    ("cargo test", "this is part of it"),
    ("./release.sh", ".ci/release"),
    ("pip install", ".ci/release"),
    ("cargo install", "takes as long as all tests"),
    ("srun", "jobs.rs, where there is Slurm"),
    ("zetop -p slurmstepd", "needs a job of Slurm's"),
    ("torchrun", "tests/gpu/run.sh"),
    ("kubectl", "tests/job/kubernetes.sh"),
    (
        "cargo run --manifest-path shared/level-zero-sys/generator",
        "a developer, for another version of the headers",
    ),
    ("for i in 1 2 3 4;", "a developer, who loads the machine"),
    ("cd monitor/inject &&", "a developer, who loads the machine"),
];

/// A command that asks; the sessions under a PTY answer.
const ASKS: &str = "zetop -p";

/// What zetop says where there was no processor for it, or for the program, during an attach.
const GIVEN_UP: [&str; 2] = ["during the attach", "was stopped or held up for so long"];

/// What `./app` is, and where figures are compared that a copy from the heap has.
const ALONE: &str = "exec WORKLOAD saxpy n=40 size=4096";
const WITH_COPIES: &str = "WORKLOAD saxpy n=40 size=4096; exec WORKLOAD copies n=1 pair=heap-device";

/// A folder in which a user could type the commands: a program, recordings of before, and a launcher of ranks.
struct Desk {
    folder: tempfile::TempDir,
    /// What `-p train.py` finds; other tests have such programs, too.
    script: String,
    has_mpi: bool,
}

impl Desk {
    /// `programs` is what `./app` does.
    fn new(programs: &str) -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let name = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
        let has_mpi = Command::new("mpiexec.mpich").arg("--version").output().is_ok();
        let desk = Self { script: format!("train{name}.py"), has_mpi, folder };
        std::fs::create_dir(desk.path("bin")).expect("our own folder");
        symlink(PROGRAMS.zetop, desk.path("bin/zetop")).expect("our own folder");
        desk.script("app", &programs.replace("WORKLOAD", PROGRAMS.workload));
        // Debian's `mpiexec` may be Open MPI's, which refuses to run as root.
        desk.script("bin/mpiexec", "exec mpiexec.mpich \"$@\"");
        for before in ["--record before.zetop", "--record after.zetop", "--json after.json", "--record job/"]
        {
            let _ = desk.shell(&format!("zetop --no-tui {before} ./app")).finish(LIMIT).succeeded();
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), format!("#!/bin/sh\n{text}\n")).expect("our own folder");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.path(name), executable).expect("our own file");
    }

    fn shell(&self, line: &str) -> Running {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(self.folder.path());
        shell.env("PATH", format!("{}:{path}", self.path("bin").display()));
        shell.env("HOME", self.folder.path()).env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator());
        start(&mut shell)
    }

    /// Runs a line of a document. What it attaches to ends a while after the probe is there; on a busy machine that may still be
    /// in the middle of the attach, or zetop may have no processor for so long that the attach is given up.
    fn run(&self, line: &str) -> Outcome {
        if !line.starts_with("zetop -p") {
            return self.shell(line).finish(LIMIT);
        }
        let pauses =
            std::iter::successors(Some(Duration::from_millis(200)), |pause| Some(2 * *pause)).take(7);
        let mut attaches = pauses.map(|pause| self.attach(line, pause));
        attaches
            .find(|outcome| !GIVEN_UP.iter().any(|words| outcome.stderr.contains(words)))
            .expect("an attach that is done")
    }

    fn attach(&self, line: &str, pause: Duration) -> Outcome {
        let targets = [target_named(&self.script), target_named("other.py")];
        let [first, second] = targets.each_ref().map(|target| target.pid().to_string());
        let line =
            line.replace("PID", &first).replace("$(pgrep mpiexec)", &first).replace("train.py", &self.script);
        let line = line.replace("4711", &first).replace("4712", &second);
        // No shell stays that has the line in its arguments: `-p` would find it.
        let running = self.shell(&format!("exec {line}"));
        let wanted = usize::from(line.contains(&second)) + 1;
        let end = Instant::now() + LIMIT;
        while targets.iter().filter(|target| has_probe(target.pid())).count() < wanted {
            assert!(Instant::now() < end, "{line}: nothing is attached to");
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(pause);
        for target in targets {
            assert!(target.quit().1.success(), "{line}");
        }
        running.finish(LIMIT)
    }
}

fn target_named(name: &str) -> Target {
    Target::run(target(PROGRAMS.workload, "threads=1 busy=0").arg0(name))
}

fn has_probe(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/maps")).is_ok_and(|maps| maps.contains("libzetop_probe"))
}

/// The commands of a document's shell blocks, without what is said about them.
fn commands(document: &str) -> Vec<String> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in it");
    let text = std::fs::read_to_string(repository.join(document)).expect(document);
    let (mut found, mut is_shell) = (Vec::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            is_shell = line == "```sh";
        } else if is_shell {
            let command = line.split("   #").next().unwrap_or_default();
            found.push(command.split(" # ").next().unwrap_or_default().trim().to_owned());
        }
    }
    found.retain(|command| !command.is_empty());
    found
}

#[test]
fn commands_for_users_do_what_they_say() {
    needs_loader!();
    for (document, wanted) in DOCUMENTS {
        let desk = Desk::new(if document.ends_with("recordings.md") { WITH_COPIES } else { ALONE });
        let mut run = 0;
        for command in commands(document) {
            if let Some((_, who)) = ELSEWHERE.iter().find(|(begin, _)| command.starts_with(begin)) {
                println!("{document}: {command}: {who}");
                continue;
            }
            run += 1;
            if command == ASKS || command.starts_with("mpiexec") && !desk.has_mpi {
                println!("{document}: {command}: asks on a terminal, or needs MPICH");
                continue;
            }
            assert!(
                command.starts_with("zetop ") || command.starts_with("mpiexec "),
                "{document}: {command}: who runs it?"
            );
            println!("{document}: {command}");
            let outcome = desk.run(&command);
            let may_differ = command.contains("--fail-if") && shell_status(outcome.status) == 3;
            assert!(outcome.status.success() || may_differ, "{command}: {outcome:#?}");
            for option in ["--json ", "--csv ", "--record "] {
                let file = command
                    .split_once(option)
                    .and_then(|(_, rest)| rest.split(' ').next())
                    .unwrap_or_default();
                let file = if command.starts_with("mpiexec") {
                    file.replace("out.", "out.rank3.")
                } else {
                    file.to_owned()
                };
                assert!(
                    file.contains('%') || desk.path(&file).exists(),
                    "{command}: no {file}\n{}",
                    outcome.stderr
                );
            }
        }
        assert_eq!(run, wanted, "{document}: commands that can be run here");
    }
}
