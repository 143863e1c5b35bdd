//! The processes that use a device: what they are called, and which of them are the program.

use zetop_figures::sensors::UsedBy;
use zetop_system::clean::clean;
use zetop_system::proc;

/// Ancestors that are looked at.
const DEEPEST: usize = 64;

/// Completes what a driver says; zetop itself, which only asks, is left out.
pub(crate) fn name(processes: Option<&mut Vec<UsedBy>>, own: &[u32]) {
    let Some(processes) = processes else { return };
    processes.retain(|process| process.pid != std::process::id());
    for process in processes.iter_mut() {
        process.name =
            proc::thread_name(process.pid, process.pid).map(|name| clean(&name)).unwrap_or_default();
        process.own = is_of(process.pid, own);
    }
    processes.sort_by_key(|process| (std::cmp::Reverse(process.memory_bytes), process.pid));
}

/// It is one of them, or was started by one.
fn is_of(pid: u32, own: &[u32]) -> bool {
    let ancestors = std::iter::successors(Some(pid), |pid| proc::parent(*pid).filter(|parent| *parent > 1));
    ancestors.take(DEEPEST).any(|pid| own.contains(&pid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_the_programs_and_others_are_not() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("sleep");
        let used = |pid| UsedBy { pid, memory_bytes: Some(1), ..UsedBy::default() };
        let mut all = vec![used(child.id()), used(1), used(std::process::id())];
        name(Some(&mut all), &[std::process::id()]);
        let of = |pid: u32| all.iter().find(|process| process.pid == pid);
        assert_eq!(of(child.id()).map(|process| process.own), Some(true));
        assert_eq!(of(1).map(|process| process.own), Some(false));
        assert_eq!(of(std::process::id()), None);
        child.kill().expect("our own child");
        child.wait().expect("our own child");
    }
}
