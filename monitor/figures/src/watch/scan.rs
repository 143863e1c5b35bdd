//! Which recordings a folder has, and where they are on its time line.

use super::follower::Follower;
use super::{Entry, MAX_RECORDINGS, MOST_ENTRIES, WatchSession};
use crate::aggregate::Aggregate;
use crate::recording::OpenError;
use crate::recording::format::RecordingHeader;
use crate::sink::Sink;
use std::ffi::OsString;
use std::os::unix::fs::{DirEntryExt as _, MetadataExt as _};
use std::path::Path;
use std::time::Instant;
use zetop_system::clean::clean;
use zetop_system::log_line::LogLine;

impl WatchSession {
    /// Finds new recordings, and those that were replaced.
    pub(super) fn scan(&mut self) {
        self.scanned = Some(Instant::now());
        let listed = match std::fs::read_dir(&self.folder) {
            Ok(listed) => listed,
            Err(error) => {
                self.trouble = Some(format!("{}: {error}", self.name));
                return;
            }
        };
        self.trouble = None;
        let names = listed.flatten().take(MOST_ENTRIES).map(|entry| (entry.file_name(), entry.ino()));
        let mut names: Vec<(OsString, u64)> =
            names.filter(|(name, _)| Path::new(name).extension().is_some_and(|end| end == "zetop")).collect();
        names.sort_unstable();
        self.left_out = names.len().saturating_sub(MAX_RECORDINGS);
        let mut new = Vec::new();
        for (name, listed_as) in names.into_iter().take(MAX_RECORDINGS) {
            // Between machines, each question takes its time.
            if matches!(self.entries.get(&name), Some(Entry::Followed(inode, _)) if *inode == listed_as) {
                continue;
            }
            let path = self.folder.join(&name);
            let Ok(found) = std::fs::metadata(&path) else { continue };
            match self.entries.get(&name) {
                Some(Entry::Followed(inode, _)) if *inode == found.ino() => continue,
                Some(Entry::Refused(at, _)) if *at == (found.ino(), found.len()) => continue,
                _ => {}
            }
            // Its zetop has made it, and written nothing yet.
            if found.len() == 0 {
                continue;
            }
            match Follower::open(&path) {
                Ok(follower) => new.push((name, found.ino(), follower)),
                Err(error) => {
                    let why = text_of(&error);
                    self.entries.insert(name, Entry::Refused((found.ino(), found.len()), why));
                }
            }
        }
        // The earliest one begins the folder's time.
        new.sort_by_key(|(_, _, follower)| unix_ns(follower.about()));
        for (name, inode, mut follower) in new {
            self.place(&mut follower);
            let begun = format!("{}: {}", clean(&name.to_string_lossy()), who(follower.about()));
            self.log.push(LogLine::own(begun, self.started.elapsed()));
            let before = self.entries.insert(name.clone(), Entry::Followed(inode, Box::new(follower)));
            if let Some(Entry::Followed(_, mut before)) = before {
                before.hand_over(&mut self.aggregate);
                before.processes().for_each(|id| self.aggregate.process_ended(id));
                self.replaced.push(clean(&name.to_string_lossy()));
            }
            self.changes();
        }
    }

    /// Puts a recording on the folder's time line.
    fn place(&mut self, follower: &mut Follower) {
        let about = follower.about();
        let begins = unix_ns(about);
        let base = *self.base.get_or_insert_with(|| {
            self.aggregate = Aggregate::of_a_job(begins);
            self.aggregate.began_at(Some(begins));
            begins
        });
        let own = begins.wrapping_sub(about.start);
        let shift = match about.boot.is_empty() {
            true => own,
            false => *self.boots.entry(about.boot.clone()).or_insert(own),
        };
        let begins = about.start.wrapping_add(shift);
        follower.place(begins, base);
    }
}

fn unix_ns(about: &RecordingHeader) -> u64 {
    about.unix_ns().unwrap_or(about.start)
}

fn text_of(error: &OpenError) -> String {
    error.to_string()
}

/// `rank 3 on node7: ./app`.
fn who(about: &RecordingHeader) -> String {
    let rank = about.member.rank.map_or_else(|| "a process".to_owned(), |rank| format!("rank {rank}"));
    format!("{rank} on {}: {}", about.member.host, about.command.join(" "))
}
