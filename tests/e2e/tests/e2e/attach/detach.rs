//! Ways to detach from a program: it must be as it was.

use crate::attach::eventually;
use crate::support::{attached, needs_loader, target};
use zetop_e2e::account::Account;
use zetop_e2e::attacher::Attacher;
use zetop_e2e::tables::Tables;
use zetop_e2e::target::Target;

/// Attaches, leaves by `leave`, attaches again, and compares.
fn restores(options: &[&str], leave: impl Fn(Attacher) -> zetop_e2e::attacher::End) {
    let mut target = target("threads=2 busy=2");
    let before = Tables::read(target.pid());
    let threads = target.threads().len();
    assert!(before.len() > 400 && before.wrapped_since(&before) == 0, "{} entries", before.len());
    for _ in 0..2 {
        let zetop = attached(&target, options);
        let said = target.tell("calls 100");
        let during = Tables::read(target.pid());
        let wrapped = during.wrapped_since(&before);
        assert!(wrapped > 200, "{wrapped} entries wrapped");
        assert_eq!(during.changed_since(&before), wrapped);
        let figures = leave(zetop).figures();
        assert_eq!(figures.state, "detached");
        Account::read(&said).assert_calls(&figures);
        let after = Tables::read(target.pid());
        assert_eq!(after.changed_since(&before), 0, "entries changed");
        no_thread_of_ours(&target);
        assert_eq!(target.threads().len(), threads);
    }
    let (said, status) = target.quit();
    assert!(status.success() && said.starts_with("busy true"), "{said} {status}");
}

fn no_thread_of_ours(target: &Target) {
    eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
}

#[test]
fn by_sigterm() {
    needs_loader!();
    restores(&[], |zetop| zetop.end(libc::SIGTERM));
}

#[test]
fn by_sigint() {
    needs_loader!();
    restores(&[], |zetop| zetop.end(libc::SIGINT));
}

#[test]
fn by_duration() {
    needs_loader!();
    restores(&["--duration", "1.5"], |zetop| zetop.end(0));
}

#[test]
fn calls_cost_what_they_did() {
    needs_loader!();
    let mut target = target("threads=0 busy=0");
    let before = target.cost();
    let zetop = attached(&target, &[]);
    let during = target.cost();
    let _ = zetop.end(libc::SIGTERM).figures();
    no_thread_of_ours(&target);
    let after = target.cost();
    println!(
        "ns per call: {before:.1} before, {during:.1} attached, {after:.1} after the detach: {:.2} of before",
        after / before
    );
    assert!(target.quit().1.success());
}

/// If the program is idle meanwhile, zetop says so rather than showing nothing.
#[test]
fn when_no_call_was_made() {
    needs_loader!();
    let target = target("threads=0 busy=0");
    let end = attached(&target, &[]).end(libc::SIGTERM);
    assert!(end.stderr.contains("no Level Zero or CUDA calls seen"), "{end:#?}");
    let figures = end.figures();
    assert_eq!(figures.host.calls, 0);
    assert!(target.quit().1.success());
}
