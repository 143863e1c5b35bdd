//! Seccomp filters of other processes, compared with zetop's own.

use crate::proc;
use std::fs;
use std::sync::OnceLock;
use zetop_wire::filters::Filters;

/// zetop's own filters, which the programs that it starts inherit.
#[must_use]
pub fn own_filters() -> Filters {
    static OWN: OnceLock<Filters> = OnceLock::new();
    *OWN.get_or_init(|| filters_in("/proc/thread-self/status".as_ref()))
}

fn filters_in(status: &std::path::Path) -> Filters {
    Filters::read(&proc::text(status).unwrap_or_default())
}

/// A thread of a process that has filters that zetop does not have. Looks at every thread: a program may have filtered some
/// of them only.
#[must_use]
pub fn filtered_thread(pid: u32) -> Option<u32> {
    let own = own_filters();
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    tasks.into_iter().find_map(|task| {
        let filtered = filters_in(&task.path().join("status")).exceeds(own);
        filtered.then(|| task.file_name().to_str().and_then(|tid| tid.parse().ok()).unwrap_or(pid))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that is not UTF-8 hid the filters, and zetop started threads in programs whose filters kill for that.
    #[test]
    fn filters_of_a_program_whose_name_is_not_text_are_seen() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), b"Name:\t\xffname\nSeccomp:\t2\nSeccomp_filters:\t300\n").unwrap();
        assert!(filters_in(file.path()).exceeds(own_filters()));
    }
}
