//! Launchers that use an API themselves, and have a rank in their environment: that of the launcher which has started them.

use super::{Aggregate, WITHOUT_ROW};
use crate::aggregate::process::Process;
use crate::job::Member;
use crate::sink::ProcessId;
use std::sync::Arc;

impl Aggregate {
    /// Takes the rank away from launchers, once a process says who its parent is. In `srun torchrun`, torchrun has Slurm's
    /// rank, and starts the ranks of the job.
    pub(super) fn tell_launchers(&mut self, id: ProcessId) {
        let Some(new) = self.processes.get(&id) else { return };
        let parent = self.only(&new.member.host, new.header.parent);
        let above = parent.filter(|parent| self.launches(*parent, new));
        let is_known = self.only(&new.member.host, new.header.pid) == Some(id);
        let below = is_known && self.processes.values().any(|child| self.launches(id, child));
        for launcher in above.into_iter().chain(below.then_some(id)) {
            if let Some(process) = self.processes.get_mut(&launcher) {
                let (host, job) = (process.member.host.clone(), process.member.job.clone());
                process.member = Arc::new(Member { host, job, ..Member::default() });
            }
        }
    }

    /// The process of this PID, unless there are several of it: of one host's containers, say.
    fn only(&self, host: &str, pid: u32) -> Option<ProcessId> {
        let has_it = |process: &Process| process.header.pid == pid && process.member.host == host;
        let mut all = self.processes.range(WITHOUT_ROW + 1..).filter(|(_, process)| has_it(process));
        let (id, _) = all.next().filter(|_| pid != 0)?;
        all.next().is_none().then_some(*id)
    }

    /// True if one is the parent of the other, and both have ranks, which differ. Workers that a rank forks have its own.
    fn launches(&self, parent: ProcessId, child: &Process) -> bool {
        let Some(parent) = self.processes.get(&parent) else { return false };
        let rank = |process: &Process| Some((process.member.rank?, process.member.world_size));
        let differ = rank(parent).zip(rank(child)).is_some_and(|(one, other)| one != other);
        differ && child.header.parent == parent.header.pid && child.member.host == parent.member.host
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::{ProcessFound, Sink};
    use zetop_wire::reader::Header;

    /// Host, pid, parent, rank and number of ranks.
    fn ranks(processes: &[(&str, u32, u32, u32, u32)]) -> Vec<Option<u32>> {
        let mut all = Aggregate::new(0);
        let ids = processes.iter().map(|(host, pid, parent, rank, size)| {
            let member = Member {
                host: (*host).to_owned(),
                rank: Some(*rank),
                world_size: Some(*size),
                ..Member::default()
            };
            let found = ProcessFound {
                pid: *pid,
                command: String::new(),
                loader_version: String::new(),
                member: Arc::new(member),
                catalog: Arc::default(),
            };
            let id = all.process_began(found);
            all.header(id, &Header { pid: *pid, parent: *parent, ..Header::default() });
            id
        });
        let ids: Vec<ProcessId> = ids.collect();
        ids.iter().map(|id| all.processes[id].member.rank).collect()
    }

    #[test]
    fn a_launcher_among_its_ranks_is_none_of_them() {
        let torchrun = ("node1", 10, 5, 0, 1);
        let workers = [("node1", 11, 10, 0, 2), ("node1", 12, 10, 1, 2)];
        let [first, second] = workers;
        assert_eq!(ranks(&[torchrun, first, second]), [None, Some(0), Some(1)]);
        assert_eq!(ranks(&[first, torchrun, second]), [Some(0), None, Some(1)], "whoever comes first");
        assert_eq!(ranks(&[first, second, torchrun]), [Some(0), Some(1), None]);
    }

    #[test]
    fn a_rank_that_forks_workers_stays_one() {
        let rank = ("node1", 10, 5, 3, 4);
        assert_eq!(ranks(&[rank, ("node1", 11, 10, 3, 4)]), [Some(3), Some(3)]);
        assert_eq!(ranks(&[rank, ("node2", 11, 10, 2, 4)]), [Some(3), Some(2)], "another host's 10");
        // Two containers call their hosts alike, and each has a program that is process 1.
        let containers = [("node1", 1, 0, 0, 2), ("node1", 1, 0, 1, 2), ("node1", 7, 1, 1, 2)];
        assert_eq!(ranks(&containers), [Some(0), Some(1), Some(1)]);
    }
}
