//! A process before, during and after an attach, for each row of `docs/src/footprint.md`.

use crate::common;
use crate::cuda::lets_go::Program;
use crate::cuda::program::built;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::os::unix::fs::FileExt as _;

/// Modules whose words an attach changes.
const MODULES: [&str; 3] = ["lets_go", "libcuda.so.1", "libcupti.so.13"];

/// What can be seen of a process from outside.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    /// Names, in order.
    threads: Vec<String>,
    descriptors: BTreeMap<String, String>,
    /// Masks and handlers of signals.
    signals: Vec<String>,
    /// Parts of modules: address, rights and what is there, but for data that is the module's own.
    words: BTreeMap<String, Vec<u8>>,
    rights: BTreeSet<String>,
    /// Words of the program's data that lead to the probe.
    pointers: usize,
    /// zetop's files that are mapped.
    files: usize,
    /// Kinds of records that are switched on in CUPTI.
    kinds: String,
}

fn see(program: &mut Program) -> Seen {
    let kinds = program.order("kinds");
    let process = format!("/proc/{}", program.child.id());
    let entries = |folder: &str| -> Vec<_> {
        std::fs::read_dir(format!("{process}/{folder}"))
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .collect()
    };
    let threads =
        entries("task").into_iter().filter_map(|task| std::fs::read_to_string(task.join("comm")).ok());
    let mut threads: Vec<String> = threads.map(|name| name.trim().to_owned()).collect();
    threads.sort_unstable();
    let descriptors = entries("fd").into_iter().filter_map(|fd| {
        let to = std::fs::read_link(&fd).ok()?;
        Some((fd.file_name()?.to_string_lossy().into_owned(), to.to_string_lossy().into_owned()))
    });
    let descriptors = descriptors.collect();
    let status = std::fs::read_to_string(format!("{process}/status")).unwrap();
    let signals = status.lines().filter(|line| line.starts_with("Sig") && !line.starts_with("SigQ"));
    let signals = signals.map(str::to_owned).collect();
    let maps = std::fs::read_to_string(format!("{process}/maps")).unwrap();
    let memory = File::open(format!("{process}/mem")).unwrap();
    let (mut words, mut rights, mut files, mut pointers) = (BTreeMap::new(), BTreeSet::new(), 0, 0);
    let range = |line: &str| {
        let (start, end) = line.split_once(' ').unwrap().0.split_once('-').unwrap();
        let number = |text| u64::from_str_radix(text, 16).unwrap();
        number(start)..number(end)
    };
    let read = |line: &str| {
        let mut bytes = vec![0; (range(line).end - range(line).start) as usize];
        memory.read_exact_at(&mut bytes, range(line).start).unwrap();
        bytes
    };
    let code: Vec<_> =
        maps.lines().filter(|line| line.contains("r-xp") && line.contains("zetop")).map(range).collect();
    for line in maps.lines() {
        files += usize::from(line.ends_with(".blk") || line.ends_with("/orders"));
        let name = line.rsplit('/').next().unwrap_or_default();
        if !MODULES.contains(&name) || !line.contains('/') {
            continue;
        }
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        rights.insert(format!("{} {} {name}", fields[0], fields[1]));
        // What the stand-ins and the program write by themselves is in their data.
        if fields[1].starts_with("r--") || fields[1].starts_with("r-x") {
            words.insert(format!("{} {name}", fields[0]), read(line));
        } else if name == "lets_go" {
            let data = read(line);
            let words = data.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap()));
            pointers += words.filter(|word| code.iter().any(|code| code.contains(word))).count();
        }
    }
    assert!(!code.is_empty() || files == 0, "the probe is not found");
    Seen { threads, descriptors, signals, words, rights, pointers, files, kinds }
}

#[test]
fn a_detach_undoes_what_an_attach_has_changed() {
    let Some(folder) = built() else { return };
    let mut program = Program::start(folder, &[], &["own"]);
    // What the first attach leaves for good: see the table.
    program.attach().detach();
    let before = see(&mut program);
    let attached = program.attach();
    common::eventually("CUPTI in our hands", || program.order("kinds") == "kinds 4");
    // What it calls now for the first time, it looks up now.
    for order in ["register", "launch", "finalize"] {
        program.order(order);
    }
    common::eventually("CUPTI in our hands again", || program.order("kinds") == "kinds 4");
    let during = see(&mut program);
    attached.detach();
    common::eventually("the end of its threads", || see(&mut program).threads == before.threads);
    let after = see(&mut program);
    assert_eq!(after.descriptors, before.descriptors);
    assert_eq!(after.signals, before.signals);
    assert_eq!((after.files, &after.kinds), (0, &before.kinds));
    assert_eq!((before.pointers, after.pointers), (0, 0), "{} during the attach", during.pointers);
    assert!(during.pointers > 3, "{}", during.pointers);
    assert_eq!(after.rights, before.rights, "pages are as they were");
    let changed = |other: &Seen| -> Vec<String> {
        let pairs = before.words.iter().zip(&other.words);
        pairs.filter(|(a, b)| a != b).map(|(a, _)| a.0.split(' ').nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(changed(&after), [] as [String; 0]);

    assert_eq!(during.descriptors, before.descriptors);
    assert_eq!(during.signals, before.signals);
    assert_eq!(during.rights, before.rights, "nor were they changed meanwhile");
    assert_eq!((during.files, during.kinds.as_str()), (2, "kinds 4"));
    // Only while there is something to do.
    let ours = during.threads.iter().filter(|name| name.starts_with("zetop-")).count();
    assert_eq!(during.threads.len() - ours, before.threads.len(), "{:?}", during.threads);
    let changed: BTreeSet<String> = changed(&during).into_iter().collect();
    for module in ["libcuda.so.1", "libcupti.so.13"] {
        assert!(changed.contains(module), "{module}: {changed:?}");
    }
}
