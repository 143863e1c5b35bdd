//! What it takes the host to have an operation done, beyond the call that appends it.

use super::super::names::Names;
use super::super::process::{Process, ns};
use crate::snapshot::Role;
use crate::sum::sum;

/// The operation's share of the calls that submit recorded work, and of the waits beyond the time that the device needed for
/// what was waited for; ns. Calls do not say which operations they are for, so all have the same share.
pub(super) fn share_ns(process: &Process, names: &Names) -> f64 {
    let spent = |role: Role| {
        let functions = process.functions.iter();
        let of_role = functions.filter(|(id, _)| names.function(**id).is_some_and(|of| of.role == role));
        sum(of_role.map(|(_, function)| ns(function.figures().estimated_total(), process.ns_per_tick))) as f64
    };
    let sums = || process.device.classes.iter().flatten().map(|class| class.sums());
    let (ops, timed) = (sum(sums().map(|of| of.ops)) as f64, sum(sums().map(|of| of.timed)) as f64);
    if ops == 0.0 {
        return 0.0;
    }
    // Where some were not timed, they take what the others do. Where none was, there is no telling what the wait was for.
    let device = sum(sums().map(|of| of.total_ns)) as f64 * ops / timed.max(1.0);
    let beyond = if timed > 0.0 { (spent(Role::Wait) - device).max(0.0) } else { 0.0 };
    (spent(Role::Submit) + beyond) / ops
}

#[cfg(test)]
mod tests {
    use crate::aggregate::Aggregate;
    use crate::sink::{ProcessFound, Sink as _};
    use crate::snapshot::{Kernel, Role};
    use std::sync::Arc;
    use zetop_wire::catalog::{Catalog, Function};
    use zetop_wire::layout::OpKind;
    use zetop_wire::reader::{ClassFigures, Counters, Header};

    /// A list of one kernel that was appended in 2 us, and executed and waited for 100 times: ns in these calls, and in kernels.
    fn kernel(submit: u64, wait: u64, timed: u64, kernels: u64) -> Kernel {
        let function =
            |(name, role): (&str, Role)| Function { name: name.to_owned(), family: "ze".to_owned(), role };
        let functions = [("execute", Role::Submit), ("synchronize", Role::Wait), ("other", Role::Other)];
        let catalog = Arc::new(Catalog { functions: functions.map(function).into(), ..Catalog::default() });
        let mut all = Aggregate::new(0);
        all.tick(1_000_000_000, 1.0);
        let found = ProcessFound { pid: 1, command: String::new(), loader_version: String::new(), catalog };
        let id = all.process_began(found);
        all.header(id, &Header::default());
        for (number, total) in [(0, submit), (1, wait), (2, 7_000_000)] {
            let calls = Counters { min: Some(1), max: total, ..Counters::exact(100, total) };
            all.calls(id, number, &calls);
        }
        let figures = ClassFigures {
            ops: 100,
            timed,
            total_ns: kernels,
            host_ticks: 2_000,
            ..ClassFigures::new(OpKind::Kernel)
        };
        all.class(id, 0, &figures, &"k".into());
        all.snapshot(None).device.kernels.remove(0)
    }

    /// 0.0 ns were shown.
    #[test]
    fn a_list_that_is_executed_and_synchronised_takes_the_host_more_than_its_append() {
        // 20 ns of the append, 5 us to execute it, 30 us of waiting for a kernel of 25 us
        assert_eq!(kernel(500_000, 3_000_000, 100, 2_500_000).host_avg_ns, Some(10_020.0));
        // The host did something else while the device worked.
        assert_eq!(kernel(500_000, 1_000_000, 100, 2_500_000).host_avg_ns, Some(5_020.0));
        // Half of them were timed, and none: what they took is not known then.
        assert_eq!(kernel(500_000, 3_000_000, 50, 1_250_000).host_avg_ns, Some(10_020.0));
        assert_eq!(kernel(500_000, 3_000_000, 0, 0).host_avg_ns, Some(5_020.0));
    }
}
