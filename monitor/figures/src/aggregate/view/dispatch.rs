//! What operations take the host: the calls that append them, and their share of those that submit recorded work and of the
//! waits beyond the time that the device needed for what was waited for.

use super::super::device::{Operations, Sums};
use super::super::names::Names;
use super::super::process::Process;
use crate::snapshot::Role;
use crate::sum::sum;
use crate::ticks::ns;
use zetop_wire::layout::OpKind;

/// How what the host spent in a process is divided among its operations.
pub(super) struct Dispatch {
    ns_per_tick: f64,
    /// What a copy, any other operation, and each of both takes by calls and waits that were not noted with what they were for;
    /// ns.
    copy_ns: f64,
    other_ns: f64,
    each_ns: f64,
}

impl Dispatch {
    pub(super) fn from_process(process: &Process, names: &Names) -> Self {
        let spent = |role: Role| {
            let functions = process.functions.iter();
            let of_role = functions.filter(|(id, _)| names.function(*id).is_some_and(|of| of.role == role));
            sum(of_role.map(|(_, function)| ns(function.figures().estimated_total(), process.ns_per_tick)))
                as f64
        };
        let classes = || process.device.classes.iter().flatten();
        let all = classes().fold(Sums::default(), |all, class| all.plus(class.sums()));
        let copies = classes().filter(|class| class.class.kind == OpKind::Copy);
        let copies = sum(copies.map(|class| class.sums().ops)) as f64;
        let ops = all.ops as f64;
        let per = |ns: f64, ops: f64| if ops > 0.0 { ns / ops } else { 0.0 };
        let mut dispatch =
            Self { ns_per_tick: process.ns_per_tick, copy_ns: 0.0, other_ns: 0.0, each_ns: 0.0 };
        // Waits of which nobody knows what they were for, beyond what the device did while no other wait was noted.
        let awaited = |of: &Sums| of.awaited as f64 * process.ns_per_tick;
        let unknown = spent(Role::Wait) - awaited(&all);
        if let Some(mean) = device_ns(&all).map(|total| per(total, ops)) {
            let device = |of: &Sums| device_ns(of).unwrap_or(mean * of.ops as f64);
            let alone = |of: &Sums| (device(of) - awaited(of)).max(0.0);
            let alone: f64 = classes().map(|class| alone(&class.sums())).sum();
            dispatch.each_ns = per((unknown - alone).max(0.0), ops);
        }
        // A probe that learns afterwards what the operations were does not note what their calls took.
        if all.host_ticks == 0 {
            dispatch.copy_ns = per(spent(Role::Copy), copies);
            dispatch.other_ns = per(spent(Role::Append) + spent(Role::Fill), ops - copies);
            dispatch.each_ns += per(spent(Role::Submit), ops);
        }
        dispatch
    }

    /// What the operations of a class took.
    pub(super) fn host_ns(&self, class: &Operations) -> u64 {
        let (of, ops) = (class.sums(), class.sums().ops as f64);
        let call_ns = if class.class.kind == OpKind::Copy { self.copy_ns } else { self.other_ns };
        let waited = of.awaited as f64 * self.ns_per_tick;
        let beyond = device_ns(&of).map_or(0.0, |device| (waited - device).max(0.0));
        let share = ops * (call_ns + self.each_ns) + beyond;
        ns(of.host_ticks, self.ns_per_tick).saturating_add(share.round() as u64)
    }
}

/// How long the device worked on operations. One that was not timed counts as one that took as long as the timed ones on
/// average; `None` if none was timed.
fn device_ns(of: &Sums) -> Option<f64> {
    (of.timed > 0).then(|| of.work_ns as f64 * of.ops as f64 / of.worked() as f64)
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

    /// Kernels, by name, of a program with `calls` (role, total ns) and operations of `classes`.
    fn kernels(calls: &[(Role, u64)], classes: &[(&str, ClassFigures)]) -> Vec<Kernel> {
        let function = |(role, _): &(Role, u64)| Function {
            name: format!("{role:?}"),
            family: "ze".to_owned(),
            role: *role,
        };
        let catalog =
            Arc::new(Catalog { functions: calls.iter().map(function).collect(), ..Catalog::default() });
        let mut all = Aggregate::new(0);
        all.tick(1_000_000_000, 1.0);
        let found = ProcessFound {
            pid: 1,
            command: String::new(),
            loader_version: String::new(),
            member: Arc::default(),
            catalog,
        };
        let id = all.process_began(found);
        all.header(id, &Header::default());
        for (number, (_, total)) in calls.iter().enumerate() {
            let calls = Counters { min: Some(1), max: *total, ..Counters::exact(100, *total) };
            all.calls(id, number as u16, &calls);
        }
        for (number, (name, figures)) in classes.iter().enumerate() {
            all.class(id, number as u32, figures, &(*name).into());
        }
        let mut kernels = all.snapshot(None).device.kernels;
        kernels.sort_by(|a, b| a.name.cmp(&b.name));
        kernels
    }

    fn class(ops: u64, timed: u64, total_ns: u64, host_ticks: u64, awaited: u64) -> ClassFigures {
        ClassFigures { ops, timed, total_ns, host_ticks, awaited, ..ClassFigures::new(OpKind::Kernel) }
    }

    /// A list of one kernel that was appended in 2 us, and executed and waited for 100 times: ns in these calls, and in kernels.
    fn kernel(submit: u64, wait: u64, timed: u64, total_ns: u64) -> Option<f64> {
        let calls = [(Role::Submit, submit), (Role::Wait, wait), (Role::Other, 7_000_000)];
        kernels(&calls, &[("k", class(100, timed, total_ns, 2_000 + submit, wait))])[0].host_avg_ns
    }

    /// 0.0 ns were shown.
    #[test]
    fn a_list_that_is_executed_and_synchronised_takes_the_host_more_than_its_append() {
        // 20 ns of the append, 5 us to execute it, 30 us of waiting for a kernel of 25 us
        assert_eq!(kernel(500_000, 3_000_000, 100, 2_500_000), Some(10_020.0));
        // The host did something else while the device worked.
        assert_eq!(kernel(500_000, 1_000_000, 100, 2_500_000), Some(5_020.0));
        // Half of them were timed, and none: what they took is not known then.
        assert_eq!(kernel(500_000, 3_000_000, 50, 1_250_000), Some(10_020.0));
        assert_eq!(kernel(500_000, 3_000_000, 0, 0), Some(5_020.0));
    }

    /// All had the same share.
    #[test]
    fn what_is_not_executed_or_waited_for_has_no_share_of_that() {
        let calls = [(Role::Append, 1_002_000), (Role::Submit, 500_000), (Role::Wait, 3_590_000)];
        // 1,000 launches with one wait for all, and a list that is executed and waited for 100 times
        let launched = class(1_000, 1_000, 5_000_000, 1_000_000, 90_000);
        let listed = class(100, 100, 2_500_000, 502_000, 3_500_000);
        let found = kernels(&calls, &[("launched", launched), ("listed", listed)]);
        assert_eq!(found[0].host_avg_ns, Some(1_000.0), "1 us: the device worked for longer than was waited");
        assert_eq!(found[1].host_avg_ns, Some(15_020.0), "20 ns, 5 us and 10 us beyond its 25");
    }

    #[test]
    fn where_others_wait_all_have_an_equal_share() {
        let calls = [(Role::Append, 400_000), (Role::Wait, 3_000_000)];
        let of = |ops| class(ops, ops, ops * 1_000, ops * 2_000, 0);
        let found = kernels(&calls, &[("a", of(150)), ("b", of(50))]);
        assert_eq!([found[0].host_avg_ns, found[1].host_avg_ns], [Some(16_000.0); 2]);
    }

    /// What was noted for some was forgotten, as soon as it was less than half of all.
    #[test]
    fn a_wait_that_is_known_counts_beside_others_that_are_not() {
        let calls = [(Role::Append, 400_000), (Role::Wait, 4_000_000)];
        // Each of 100 is waited for, 10 us longer than it takes; others wait for 100 more, 17 us longer than these take.
        let known = class(100, 100, 300_000, 200_000, 1_300_000);
        let others = class(100, 100, 1_000_000, 200_000, 0);
        let found = kernels(&calls, &[("known", known), ("others", others)]);
        assert_eq!(found[0].host_avg_ns, Some(2_000.0 + 10_000.0 + 8_500.0));
        assert_eq!(found[1].host_avg_ns, Some(2_000.0 + 8_500.0));
    }

    /// CUPTI tells of operations when their calls have returned long ago.
    #[test]
    fn operations_that_are_learned_of_afterwards_have_the_calls_that_make_such() {
        let calls = [(Role::Append, 400_000), (Role::Copy, 900_000), (Role::Wait, 30_000)];
        let copies = ClassFigures { ops: 10, timed: 10, ..ClassFigures::new(OpKind::Copy) };
        let found = kernels(&calls, &[("k", class(90, 90, 20_000, 0, 0)), ("", copies)]);
        assert!(
            found[0].host_avg_ns.is_some_and(|ns| (ns - 4_544.0).abs() < 1.0),
            "{:?}",
            found[0].host_avg_ns
        );
    }
}
