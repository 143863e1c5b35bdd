//! Labels of series.

use zetop_figures::job::Member;

pub(crate) type Labels = Vec<(&'static str, String)>;

/// Labels for everything, if zetop itself is one rank's: a program's figures are then that rank's.
pub(super) fn of_rank(own: &Member) -> Labels {
    if own.rank.is_none() { Labels::new() } else { of_member(own) }
}

/// What a member has of host, rank and job.
pub(super) fn of_member(member: &Member) -> Labels {
    let job = member.job.clone().unwrap_or_default();
    let rank = member.rank.map(|rank| rank.to_string()).unwrap_or_default();
    let all = [("host", member.host.clone()), ("rank", rank), ("job", job)];
    all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}
