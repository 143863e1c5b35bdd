//! How long an attach takes. Printed, not asserted: a machine may be busy with something else.

use crate::support::{needs_loader, target};
use std::time::Duration;
use zetop_process::attach::Wait;
use zetop_process::tree::Tree;
use zetop_system::handle::Handle;
use zetop_wire::session::Options;

#[test]
fn from_the_first_look_to_the_probes_answer() {
    needs_loader!();
    let target = target("threads=1 busy=4");
    let mut times = Vec::new();
    for _ in 0..20 {
        let attached = zetop_process::attach::attach(
            &mut Tree::new(&[Handle::open(target.pid())], true),
            &Options::default(),
            Wait::No,
            || {},
        )
        .expect("an attach");
        times.push(attached.attached.took);
        // The probe sees that its monitor is gone, and leaves by itself.
        drop(attached);
        crate::attach::eventually("no thread of zetop's in the program", || {
            target.threads_of_ours().is_empty()
        });
    }
    let first = times[0];
    times.sort();
    println!(
        "attach to 4 busy threads, budget 300 ms: the first {first:.0?} (loads the probe), then median {:.0?}, longest {:.0?}",
        times[times.len() / 2],
        times.last().copied().unwrap_or(Duration::ZERO),
    );
    assert!(target.quit().1.success());
}
