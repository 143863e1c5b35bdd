//! A process's place in a job: which of its ranks it is, as launchers say in the environment.

use serde::{Deserialize, Serialize};
use zetop_system::clean::clean;
use zetop_system::proc::Environment;

/// More processes than any job has.
const MOST_RANKS: u32 = 1 << 24;
/// How much of a name is kept, in characters.
const LONGEST: usize = 64;

/// Variables of one launcher: rank, rank on its host, number of ranks. The rank counts only where `needs` is there, too.
struct Launcher {
    rank: &'static str,
    local_rank: &'static str,
    world_size: &'static str,
    needs: Option<&'static str>,
}

/// The launcher that starts the program itself comes before those that may have started that one: `srun torchrun`,
/// `sbatch` with `mpiexec` in its script. Open MPI and MPICH inside Slurm set their own variables beside Slurm's.
const LAUNCHERS: [Launcher; 5] = [
    Launcher {
        rank: "RANK",
        local_rank: "LOCAL_RANK",
        world_size: "WORLD_SIZE",
        // A name that others use as well.
        needs: Some("WORLD_SIZE"),
    },
    Launcher {
        rank: "OMPI_COMM_WORLD_RANK",
        local_rank: "OMPI_COMM_WORLD_LOCAL_RANK",
        world_size: "OMPI_COMM_WORLD_SIZE",
        needs: None,
    },
    Launcher { rank: "PMI_RANK", local_rank: "MPI_LOCALRANKID", world_size: "PMI_SIZE", needs: None },
    Launcher { rank: "PMIX_RANK", local_rank: "PMIX_LOCAL_RANK", world_size: "PMIX_SIZE", needs: None },
    Launcher {
        rank: "SLURM_PROCID",
        local_rank: "SLURM_LOCALID",
        world_size: "SLURM_NTASKS",
        // What `salloc` and `sbatch` leave to programs that no `srun` starts.
        needs: Some("SLURM_STEP_ID"),
    },
];

/// Names of the job, the scheduler's own first.
const JOBS: [&str; 6] =
    ["SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "TORCHELASTIC_RUN_ID", "PMIX_NAMESPACE", "PMI_JOBID"];

/// Where a process belongs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Member {
    /// Empty if unknown.
    pub host: String,
    pub rank: Option<u32>,
    pub local_rank: Option<u32>,
    pub world_size: Option<u32>,
    pub job: Option<String>,
}

impl Member {
    /// What an environment says.
    pub fn new(variable: impl Fn(&str) -> Option<String>) -> Self {
        let number = |name: &str| variable(name)?.trim().parse().ok().filter(|n| *n < MOST_RANKS);
        let found = LAUNCHERS.iter().find_map(|launcher| {
            let rank = number(launcher.rank)?;
            launcher.needs.is_none_or(|name| number(name).is_some()).then_some((rank, launcher))
        });
        let (mut rank, mut local_rank, mut world_size) = (None, None, None);
        if let Some((number_of, launcher)) = found {
            rank = Some(number_of);
            world_size = number(launcher.world_size).filter(|size| number_of < *size);
            local_rank = number(launcher.local_rank);
        }
        // torchrun's is called `none` where nobody has given it a name.
        let job = JOBS.iter().find_map(|name| variable(name).filter(|job| !job.is_empty() && job != "none"));
        Self { host: host(), rank, local_rank, world_size, job: job.map(|job| short(&job)) }
    }

    /// That of zetop itself, which programs that it starts inherit.
    #[must_use]
    pub fn own() -> Self {
        Self::new(|name| Some(std::env::var_os(name)?.to_string_lossy().into_owned()))
    }

    /// Rank, host and job of a process of this machine.
    #[must_use]
    pub fn of_process(pid: u32) -> Self {
        let environment = Environment::read(pid);
        Self::new(|name| environment.as_ref()?.get(name))
    }

    /// Returns a copy without control characters, since its texts may come from a foreign recording.
    #[must_use]
    pub fn harmless(&self) -> Self {
        Self { host: short(&self.host), job: self.job.as_deref().map(short), ..*self }
    }

    /// True if there are other ranks.
    #[must_use]
    pub fn has_siblings(&self) -> bool {
        self.rank.is_some() && self.world_size != Some(1)
    }
}

fn short(name: &str) -> String {
    clean(name).chars().take(LONGEST).collect()
}

/// The name of this machine, without its domain.
fn host() -> String {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy().into_owned();
    short(name.split('.').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Member {
        Member::new(|name| variables.iter().find(|v| v.0 == name).map(|v| v.1.to_owned()))
    }

    fn ranks(member: &Member) -> (Option<u32>, Option<u32>, Option<u32>) {
        (member.rank, member.local_rank, member.world_size)
    }

    #[test]
    fn each_launcher_is_known() {
        let all = (Some(3), Some(1), Some(4));
        for launcher in [
            &[("RANK", "3"), ("LOCAL_RANK", "1"), ("WORLD_SIZE", "4")][..],
            &[
                ("OMPI_COMM_WORLD_RANK", "3"),
                ("OMPI_COMM_WORLD_LOCAL_RANK", "1"),
                ("OMPI_COMM_WORLD_SIZE", "4"),
            ],
            &[("PMI_RANK", "3"), ("MPI_LOCALRANKID", "1"), ("PMI_SIZE", "4")],
            &[
                ("SLURM_PROCID", "3"),
                ("SLURM_LOCALID", "1"),
                ("SLURM_NTASKS", "4"),
                ("SLURM_STEP_ID", "0"),
                ("SLURM_JOB_ID", "77"),
            ],
        ] {
            assert_eq!(ranks(&with(launcher)), all, "{launcher:?}");
        }
        assert_eq!(
            with(&[("SLURM_JOB_ID", "77"), ("TORCHELASTIC_RUN_ID", "none")]).job.as_deref(),
            Some("77")
        );
        assert!(!with(&[]).host.is_empty() && with(&[("PMIX_RANK", "3")]).rank == Some(3));
    }

    #[test]
    fn the_launcher_next_to_the_program_counts() {
        let member = with(&[
            ("SLURM_PROCID", "0"),
            ("SLURM_NTASKS", "2"),
            ("SLURM_STEP_ID", "0"),
            ("RANK", "5"),
            ("LOCAL_RANK", "1"),
            ("WORLD_SIZE", "8"),
        ]);
        assert_eq!(ranks(&member), (Some(5), Some(1), Some(8)));
    }

    /// A variable of that name that has another meaning, a script in an allocation, and rubbish.
    #[test]
    fn what_is_no_rank_is_none() {
        for none in [
            &[("RANK", "3")][..],
            &[("RANK", "general"), ("WORLD_SIZE", "4")],
            &[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "4")],
            &[("PMI_RANK", "-1"), ("PMI_SIZE", "4")],
            &[("PMI_RANK", "99999999999")],
        ] {
            assert_eq!(with(none).rank, None, "{none:?}");
        }
        let beyond = with(&[("PMI_RANK", "4"), ("PMI_SIZE", "4")]);
        assert_eq!((beyond.rank, beyond.world_size), (Some(4), None));
        assert!(!with(&[("PMI_RANK", "0"), ("PMI_SIZE", "1")]).has_siblings());
    }
}
