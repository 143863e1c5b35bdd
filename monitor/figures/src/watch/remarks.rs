//! What is said about a folder's recordings.

use super::combined::listed;
use super::{Entry, MAX_RECORDINGS, WatchSession};
use std::collections::{BTreeMap, BTreeSet};
use zetop_system::clean::clean;

/// Files that are named one by one in a note.
const MOST_NAMED: usize = 8;

impl WatchSession {
    /// What the user should know about the recordings.
    pub(super) fn remarks(&self, live: bool) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.trouble.clone());
        if self.left_out > 0 {
            notes.push(format!(
                "{}: only the first {MAX_RECORDINGS} recordings are read, {} are left out",
                self.name, self.left_out
            ));
        }
        if live && self.entries.is_empty() && self.trouble.is_none() {
            notes.push(format!(
                "{0} has no recording yet: `zetop --record {0}/ COMMAND` writes one there",
                self.name
            ));
        }
        let mut ranks: BTreeMap<(&str, u32), Vec<String>> = BTreeMap::new();
        let mut jobs: BTreeSet<&str> = BTreeSet::new();
        let (mut cut, mut silent) = (Vec::new(), Vec::new());
        for (name, entry) in &self.entries {
            let shown = clean(&name.to_string_lossy());
            let follower = match entry {
                Entry::Refused(..) => continue,
                Entry::Followed(_, follower) => follower,
            };
            let member = &follower.about().member;
            let job = member.job.as_deref().unwrap_or_default();
            jobs.insert(job);
            if let Some(rank) = member.rank {
                ranks.entry((job, rank)).or_default().push(shown.clone());
            }
            if live && follower.is_silent() {
                silent.push(shown);
            } else if let Some(why) = follower.missing().filter(|_| !live || follower.is_stuck()) {
                cut.push(format!("{shown}: {why}"));
            }
        }
        notes.extend(self.refusals());
        notes.extend(named(cut));
        if !silent.is_empty() {
            notes.push(format!(
                "no longer written, their zetop or machine may have died: {}",
                listed(&silent, MOST_NAMED)
            ));
        }
        if jobs.len() > 1 {
            let jobs: Vec<String> =
                jobs.iter().map(|job| if job.is_empty() { "none" } else { job }.to_owned()).collect();
            notes.push(format!(
                "recordings of {} jobs are added up: {}",
                jobs.len(),
                listed(&jobs, MOST_NAMED)
            ));
        }
        let twice = ranks.iter().filter(|(_, files)| files.len() > 1);
        let twice = twice.map(|((_, rank), files)| {
            format!(
                "rank {rank} is there {} times, and all of it counts: {}",
                files.len(),
                listed(files, MOST_NAMED)
            )
        });
        notes.extend(named(twice.collect()));
        notes.extend(
            self.replaced.iter().map(|name| format!("{name} was replaced by a new recording: both count")),
        );
        notes
    }

    /// Why recordings can't be read.
    pub(super) fn refusals(&self) -> Vec<String> {
        let refused = self.entries.values().filter_map(|entry| match entry {
            Entry::Refused(_, why) => Some(why.clone()),
            Entry::Followed(..) => None,
        });
        named(refused.collect())
    }
}

/// Each by itself, as long as there are few.
fn named(mut all: Vec<String>) -> Vec<String> {
    let more = all.len().saturating_sub(MOST_NAMED);
    all.truncate(MOST_NAMED);
    if more > 0 {
        all.push(format!("... and {more} more recordings like these"));
    }
    all
}
