//! What the probe adds to a process, before, during and after: the table in `docs/src/footprint.md`.

use crate::attach::eventually;
use crate::support::{attached, needs_loader, target};
use std::collections::BTreeMap;
use zetop_e2e::target::Target;

/// What a process can see of itself.
#[derive(Debug, PartialEq, Eq)]
struct Footprint {
    /// By name.
    threads: BTreeMap<String, usize>,
    /// Number, and what it refers to.
    descriptors: BTreeMap<u32, String>,
    /// Masks of blocked, ignored and handled signals, of all threads that are the program's.
    signals: Vec<String>,
    /// Files that are mapped.
    mapped: BTreeMap<String, usize>,
    /// Processes that it has made and not waited for, whatever signal they send at their end.
    children: Vec<String>,
}

fn count(names: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    names.for_each(|name| *all.entry(name).or_default() += 1);
    all
}

fn is_ours(thread: &str) -> bool {
    zetop_wire::session::THREADS.contains(&thread)
}

impl Footprint {
    fn read_target(target: &Target) -> Self {
        Self::read(target.pid())
    }

    fn read(pid: u32) -> Self {
        let folder = format!("/proc/{pid}");
        let read = |path: String| std::fs::read_to_string(path).unwrap_or_default();
        let names = |kind: &str| -> Vec<String> {
            let entries = std::fs::read_dir(format!("{folder}/{kind}")).expect("the process is there");
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        };
        let mut signals = Vec::new();
        for task in names("task") {
            let status = read(format!("{folder}/task/{task}/status"));
            if !status.lines().any(|line| line.strip_prefix("Name:").is_some_and(|name| is_ours(name.trim())))
            {
                let masks =
                    status.lines().filter(|line| line.starts_with("Sig") && !line.starts_with("SigQ"));
                signals.extend(masks.map(|line| format!("{task} {line}")));
            }
        }
        signals.sort();
        let descriptors = names("fd").into_iter().filter_map(|number| {
            let to = std::fs::read_link(format!("{folder}/fd/{number}")).ok()?;
            Some((number.parse().ok()?, to.display().to_string()))
        });
        let children = names("task").into_iter().flat_map(|task| {
            let children = read(format!("{folder}/task/{task}/children"));
            children.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        });
        let maps = read(format!("{folder}/maps"));
        let files = maps.lines().filter_map(|line| line.split_once('/').map(|(_, path)| path.to_owned()));
        Self {
            threads: count(
                names("task").iter().map(|task| read(format!("{folder}/task/{task}/comm")).trim().to_owned()),
            ),
            descriptors: descriptors.collect(),
            signals,
            mapped: count(files),
            children: children.collect(),
        }
    }

    /// Mapped files that `before` did not have.
    fn new_files(&self, before: &Self) -> Vec<&str> {
        self.mapped.keys().filter(|file| !before.mapped.contains_key(*file)).map(String::as_str).collect()
    }
}

#[test]
fn what_an_attach_adds_is_what_is_written_down_and_goes_away() {
    needs_loader!();
    let mut target = target("threads=2 busy=0 compute=0");
    // The driver's own threads are there.
    target.tell("immediate 5");
    // Until it runs, a new thread has all signals blocked that glibc lets be blocked.
    let is_starting = |line: &String| line.ends_with("SigBlk:\tfffffffffffbfeff");
    eventually("threads that have started", || {
        !Footprint::read_target(&target).signals.iter().any(is_starting)
    });
    let before = Footprint::read_target(&target);
    for _ in 0..2 {
        let zetop = attached(&target, &[]);
        target.tell("calls 100");
        // The attach's helper has left once there are figures, but its thread may not have ended yet.
        let ours = |threads: &BTreeMap<String, usize>| {
            threads
                .iter()
                .filter(|(name, n)| before.threads.get(*name) != Some(n))
                .map(|(n, _)| n.clone())
                .collect()
        };
        let mut seen = Vec::new();
        eventually("no thread of ours that has nothing to do", || {
            let new: Vec<String> = ours(&Footprint::read_target(&target).threads);
            if seen != new {
                println!("threads that are new: {new:?}");
                seen.clone_from(&new);
            }
            // One may have ended before its name was read.
            assert!(
                new.iter()
                    .all(|name| is_ours(name) || ["", zetop_wire::session::HELPER].contains(&name.as_str())),
                "{new:?}"
            );
            new.is_empty()
        });
        let during = Footprint::read_target(&target);
        assert_eq!(during.descriptors, before.descriptors);
        assert_eq!(during.signals, before.signals);
        assert_eq!(during.children, before.children);
        let new = during.new_files(&before);
        let is_known = |file: &&str| {
            file.ends_with(".blk")
                || file.ends_with("/orders")
                || file.contains("/libzetop_probe_level_zero.so")
        };
        assert!(new.len() == 3 && new.iter().all(is_known), "{new:?}");
        // Its file was there only while it was loaded.
        let library = new.iter().find(|file| file.contains("/libzetop_probe")).expect("the library");
        assert!(library.ends_with(" (deleted)"), "{library}");

        let end = zetop.end(libc::SIGTERM);
        assert!(end.status.success(), "{end:#?}");
        eventually("the threads as before", || Footprint::read_target(&target).threads == before.threads);
        let after = Footprint::read_target(&target);
        assert_eq!((&after.descriptors, &after.signals), (&before.descriptors, &before.signals));
        assert_eq!(after.children, before.children);
        let new = after.new_files(&before);
        assert!(matches!(new[..], [library] if library.contains("/libzetop_probe_level_zero.so")), "{new:?}");
    }
    let (_, status) = target.quit();
    assert!(status.success());
}

/// Compared with the same program without zetop, at rest.
#[test]
fn what_a_launch_adds_is_what_is_written_down() {
    needs_loader!();
    let work = "threads=2 busy=0 compute=0";
    let mut plain = target(work);
    let mut command = std::process::Command::new(crate::support::PROGRAMS.zetop);
    command.args(["--sim", "--no-tui", "--", crate::support::PROGRAMS.workload, "attachable"]);
    command.args(work.split(' ')).env("ZES_ENABLE_SYSMAN", "1").env("ZESIM_KERNEL_NS", "work=20000");
    let mut watched = Target::run(command.stderr(std::process::Stdio::null()));
    let pid = watched.child_pid();
    for program in [&mut plain, &mut watched] {
        program.tell("immediate 5");
        program.tell("calls 100");
    }
    // The harvester ends a moment after the last operation, and threads of the driver's may only have begun.
    eventually("the plain program's threads", || {
        Footprint::read(pid).threads == Footprint::read_target(&plain).threads
    });
    // Thread ids differ; so do the pipes behind the descriptors.
    let masks = |footprint: &Footprint| {
        let mask = |line: &String| line.split_once(' ').map(|(_, mask)| mask.to_owned());
        let mut masks: Vec<_> = footprint.signals.iter().filter_map(mask).collect();
        masks.sort();
        masks
    };
    let starting =
        |footprint: &Footprint| masks(footprint).iter().any(|mask| mask.ends_with("fffffffffffbfeff"));
    eventually("threads that have started", || {
        !starting(&Footprint::read(pid)) && !starting(&Footprint::read_target(&plain))
    });
    let (without, with) = (Footprint::read_target(&plain), Footprint::read(pid));
    assert_eq!(masks(&with), masks(&without));
    assert_eq!((with.children.len(), without.children.len()), (0, 0));
    let numbers = |footprint: &Footprint| footprint.descriptors.keys().copied().collect::<Vec<_>>();
    assert_eq!(numbers(&with), numbers(&without), "{:?}", with.descriptors);
    let is_known = |file: &&str| {
        file.ends_with(".blk")
            || file.ends_with("/orders")
            || file.ends_with("/libze_validation_layer.so.1")
            // `--sim` brings a simulator of its own.
            || file.contains("libze_sim.so")
            || file.contains("ze-sim-devices")
    };
    let new = with.new_files(&without);
    assert!(new.iter().all(is_known) && new.len() >= 3, "{new:?}");
    assert!(plain.quit().1.success());
    assert!(watched.quit().1.success());
}
