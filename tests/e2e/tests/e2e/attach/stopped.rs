//! A zetop that is stopped in the middle of an attach or a detach, by Ctrl-Z, a freezer or a laptop's lid.

use crate::attach::eventually;
use crate::support::{attaching, needs_loader, target};
use std::time::{Duration, Instant};
use zetop_e2e::account::Account;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::Target;

/// Longer than anything in the program waited for it.
const LID: Duration = Duration::from_secs(5);

/// Stops zetop so long after its helper was first seen in the program.
fn stop_and_go_on(target: &Target, zetop: u32, later: Duration) {
    let start = Instant::now();
    let is_there = || target.threads_of_ours().iter().any(|name| name == zetop_wire::session::HELPER);
    while !is_there() && start.elapsed() < Duration::from_secs(30) {}
    std::thread::sleep(later);
    let kill = |signal| {
        // SAFETY: a child of this process that was not waited for.
        unsafe { libc::kill(zetop.cast_signed(), signal) };
    };
    kill(libc::SIGSTOP);
    std::thread::sleep(LID);
    kill(libc::SIGCONT);
}

/// The helper left after 2 to 4 s, and zetop went on with what was no longer there.
#[test]
fn a_zetop_that_is_stopped_in_the_middle_of_an_attach_harms_nobody() {
    needs_loader!();
    for later in [0, 2] {
        let mut target = target("threads=1 busy=0");
        let before = Tables::read(target.pid());
        let zetop = attaching(&target, &[]);
        stop_and_go_on(&target, zetop.pid(), Duration::from_millis(later));
        // It has attached by then, or says why not.
        match zetop.attached_or_not() {
            Ok(zetop) => {
                let said = target.tell("calls 500");
                let figures = zetop.end(libc::SIGTERM).figures();
                println!("attached: {:?}", figures.quality.notes);
                Account::read(&said).assert_calls(&figures);
            }
            Err(end) => {
                println!("not attached: {}", end.stderr);
                assert!(end.stderr.starts_with("zetop: "), "{later}: {end:#?}")
            }
        }
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
        // What the probe replaced meanwhile it puts back itself, once a call of the program's finds that zetop has left it.
        let start = Instant::now();
        while Tables::read(target.pid()).changed_since(&before) != 0 {
            assert!(start.elapsed() < Duration::from_secs(60), "{later}: the tables are not as they were");
            target.tell("calls 500");
        }
        target.tell("calls 500");
        assert!(target.quit().1.success(), "{later}");
    }
}
