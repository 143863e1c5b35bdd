//! Programs that carry the static loader (Intel's SYCL runtime does): they call through tables of their own,
//! or through pointers cached from these; the stand-in is `shared/workloads/src/ze/static_loader.rs`.

use crate::loaders::loaders;
use crate::support::{PROGRAMS, attached, exact, needs_loader, same_and_as_expected, scene};
use zetop_e2e::account::Account;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::{Target, command};

/// The last one does not work with Debian 12's loader.
const KINDS: [&str; 3] = ["static", "static-cached", "static-2025"];

/// Attaches and detaches twice, with functions first called before, during and after.
fn in_and_out(mut target: Target, what: &str) {
    target.tell("calls 10");
    target.tell("immediate 3");
    let before = Tables::read(target.pid());
    for order in ["record 7", "kinds"] {
        let zetop = attached(&target, &[]);
        let wrapped = Tables::read(target.pid()).wrapped_since(&before);
        let mut said = target.tell("calls 2000") + &target.tell("threads 2 300");
        for order in ["immediate 20", "fresh 10", order] {
            said += &target.tell(order);
        }
        let figures = zetop.end(libc::SIGTERM).figures();
        let account = Account::read(&said);
        account.assert_calls(&figures);
        account.assert_device(&figures);
        figures.assert_all_timed();
        println!("{what}: {wrapped} entries wrapped, {} calls", figures.host.calls);
        let after = Tables::read(target.pid());
        assert_eq!(after.changed_since(&before), 0, "{what}");
        assert_eq!(after.words_to_probe_in(target.pid(), PROGRAMS.workload), 0, "{what}");
        target.tell("calls 10");
        target.tell("signal 2");
    }
    assert!(target.quit().1.success());
}

#[test]
fn attach_on_the_installed_loader() {
    needs_loader!();
    for kind in &KINDS[..2] {
        in_and_out(Target::run(command(PROGRAMS.workload, "busy=1").env("ZE_WORKLOAD_LOADER", kind)), kind);
    }
}

#[test]
fn attach_on_other_loaders() {
    for loader in loaders() {
        for kind in KINDS {
            let mut command = loader.attachable("busy=1");
            command.env("ZE_WORKLOAD_LOADER", kind);
            in_and_out(Target::run(&mut command), &format!("{kind} on {}", loader.version));
        }
    }
}

#[test]
fn launch() {
    needs_loader!();
    for kind in &KINDS[..2] {
        let calls = scene("calls threads=3 calls=2000").env("ZE_WORKLOAD_LOADER", kind);
        same_and_as_expected(&calls);
        let lists = scene("lists kind=again n=10").env("ZE_WORKLOAD_LOADER", kind);
        exact(&lists);
    }
}
