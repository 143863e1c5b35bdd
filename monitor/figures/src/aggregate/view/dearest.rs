//! The rows that a process spends most of its time in.

use super::devices::DeviceMap;
use crate::aggregate::device::Operations;
use crate::aggregate::process::Process;
use crate::aggregate::scope::Scope;
use crate::snapshot::{About, Dearest};
use zetop_wire::catalog::Role;
use zetop_wire::layout::OpKind;

/// `at` is the process's position among those in view.
pub(super) fn dearest(p: &Process, at: usize, devices: &DeviceMap<'_>, view: &Scope<'_>) -> Dearest {
    let (collective, _) = p.dictionary.collective_kernels();
    let is_own = |of: &Operations| !collective.iter().any(|start| of.class.name.starts_with(start));
    let most = |kind: OpKind| {
        let classes = p.device.classes.iter().flatten().filter(|of| of.class.kind == kind && is_own(of));
        classes.max_by_key(|of| of.sums().work_ns).filter(|of| of.sums().work_ns > 0)
    };
    let kernel = most(OpKind::Kernel)
        .map(|of| About::Kernel { name: of.class.name.to_string(), device: devices.id(at, of.class.device) });
    let copies = most(OpKind::Copy).and_then(|of| {
        let (src, dst, _) = of.class.transfer?;
        let [src, dst] = [src, dst].map(|kind| view.names.kind(kind).name);
        Some(About::Transfer { src, dst, device: devices.id(at, of.class.device) })
    });
    let waits = |id: u32| view.names.function(id).is_none_or(|function| function.role == Role::Wait);
    let calls = p.functions.iter().filter(|(id, _)| !waits(*id));
    let call = calls.max_by_key(|(_, function)| function.figures().total);
    Dearest { kernel, copies, call: call.map(|(id, _)| About::Api(id)) }
}
