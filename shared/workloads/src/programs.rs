//! Programs that the tests and the demonstration run under zetop, by name. Each says what it did, to compare zetop's figures with.

mod attachable;
mod busy;
mod calls;
mod cancelled;
mod compute;
mod copies;
mod counter_based;
mod cross_thread;
mod demo;
mod destroyed;
mod devices;
mod errors;
mod event_twice;
mod grid_copies;
mod habits;
mod images;
mod imports;
mod leaks;
mod limits;
mod lists;
mod newer_forms;
mod odd;
mod overlap;
mod own_layer;
mod processes;
mod program;
mod regions;
mod reloads;
mod reopens;
mod resident;
mod reuse;
mod rounds;
mod sandboxed;
mod threads;
mod timestamps;

pub use program::Program;

use crate::arguments::Arguments;
use std::fmt::Write as _;
use std::process::ExitCode;

pub static PROGRAMS: &[Program] = &[
    calls::CALLS,
    calls::ALLOCATIONS,
    calls::EVENT_QUERY_SPIN,
    errors::ERRORS,
    errors::DEVICE_TROUBLE,
    threads::SHORT_THREADS,
    threads::LATE_INIT,
    threads::POLLS_BESIDE_LAUNCHES,
    reloads::RELOADS,
    reopens::REOPENS,
    own_layer::OWN_LAYER,
    processes::FORK_CHILD,
    processes::EXIT,
    odd::MAIN_ENDS,
    odd::NEW_USER_NAMESPACE,
    odd::FORK_IN_THREAD,
    odd::SIGNALLED,
    odd::LATE_CALLS,
    limits::FILE_LIMIT,
    limits::MEMORY_LIMIT,
    cancelled::CANCELLED,
    sandboxed::SANDBOXED,
    compute::SAXPY,
    compute::MATMUL,
    compute::LAUNCHES,
    compute::KERNEL_NAMES,
    newer_forms::NEWER_FORMS,
    copies::COPIES,
    copies::ADDRESSES,
    regions::REGIONS,
    grid_copies::GRID_COPIES,
    habits::HABITS,
    resident::RESIDENT,
    images::IMAGES,
    lists::LISTS,
    lists::MANY,
    reuse::HOST_SIGNAL_LATE,
    reuse::EVENT_REUSE,
    rounds::ROUNDS,
    destroyed::DESTROYED,
    busy::BUSY,
    overlap::OVERLAP,
    overlap::PIPELINE,
    event_twice::EVENT_TWICE,
    event_twice::EVENT_RESET_IN_LIST,
    counter_based::COUNTER_BASED,
    cross_thread::CROSS_THREAD,
    devices::DEVICES,
    imports::IMPORTS,
    leaks::LEAKS,
    timestamps::PROGRAM_TIMESTAMPS,
    timestamps::POOL_KINDS,
    timestamps::KERNEL_BETWEEN,
    attachable::ATTACHABLE,
    demo::DEMO,
];

/// One line per workload.
#[must_use]
pub fn help() -> String {
    let mut text = String::from("ze-workload NAME [key=value]...\n\n");
    for program in PROGRAMS {
        let keys: Vec<_> = program.keys.iter().map(|(key, default)| format!("{key}={default}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:20} {}\n{:20}   {}", program.name, program.about, "", keys.join(" "));
    }
    text
}

/// The `main` of `ze-workload`.
#[must_use]
pub fn main() -> ExitCode {
    // The name that it was started by may be no text.
    let given: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let Some((name, rest)) = given.split_first() else {
        print!("{}", help());
        return ExitCode::SUCCESS;
    };
    let Some(program) = PROGRAMS.iter().find(|program| program.name == name) else {
        eprintln!("ze-workload: {name}: unknown; without arguments all are listed");
        return ExitCode::from(2);
    };
    match Arguments::parse(program.keys, rest).and_then(|arguments| (program.run)(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ze-workload {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
