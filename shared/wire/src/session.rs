//! The session's shared-memory folder: where probes leave their process files and the monitor finds them.

use std::path::Path;

/// Environment variable that names the folder to a program started under zetop.
pub const SESSION_VAR: &str = "ZETOP_SESSION";
/// Path of the real validation layer, if there is one: if that is wanted, the probe loads it and stacks itself above it.
pub const VALIDATION_VAR: &str = "ZETOP_VALIDATION_LAYER";
/// Set if the user had asked for the validation layer before zetop did. The program itself may still do so.
pub const VALIDATION_WANTED_VAR: &str = "ZETOP_VALIDATION_LAYER_WANTED";
/// The filters that zetop itself runs under: see [`crate::filters`].
pub const FILTERS_VAR: &str = "ZETOP_FILTERS";
/// File name under which the loader looks for its one layer.
pub const LAYER_FILE: &str = "libze_validation_layer.so.1";
/// In the session folder: options for the probe, `key=value` lines.
pub const OPTIONS_FILE: &str = "options";
/// In the session folder: an empty process file that has its memory already ([`parts_at_start`](crate::provision::parts_at_start)).
/// The first probe that joins gives it its own name.
pub const SPARE_FILE: &str = "spare.blk";
/// In the session folder: pid and start time of the zetop that made it.
pub const OWNER_FILE: &str = "monitor";

/// Name of the thread in the program through which zetop attaches.
pub const HELPER: &str = "zetop-in";
/// Names of the probe's own threads in the program. An attach does not hijack these.
pub const THREADS: [&str; 3] = ["zetop-harvest", "zetop-attach", "zetop-file"];

/// What the monitor tells a probe before it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Time device operations and follow allocations.
    pub device: bool,
    /// Attach through the loader's function tables; otherwise through its tracing layer.
    pub tables: bool,
    /// Write a record of every call, from the first one on.
    pub records: bool,
    /// Time every call. So does `records`.
    pub exact: bool,
    /// Trivial calls are sampled once timing adds more than this to a thread's time, in 1/100 %.
    pub budget: u32,
    /// Flush caches before kernels.
    pub cold: Option<Cold>,
    /// Read nothing of a driver's private objects.
    pub public_api: bool,
    /// The program will not sandbox itself: threads of the probe's may stay while there is nothing for them to do.
    pub threads_stay: bool,
}

/// The budget where none is given, in 1/100 %.
pub const BUDGET: u32 = 300;

/// Which kernels the caches are flushed for, and how.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cold {
    /// A regular expression for the kernel's name, on one line; empty for all kernels.
    pub kernels: String,
    /// Every other launch of a kernel only, beginning with the first.
    pub alternate: bool,
    /// How much memory is filled; `None` for as much as the device's largest cache holds.
    pub bytes: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            device: true,
            tables: true,
            records: false,
            exact: false,
            budget: BUDGET,
            cold: None,
            public_api: false,
            threads_stay: false,
        }
    }
}

impl Options {
    #[must_use]
    pub fn to_text(&self) -> String {
        let switches =
            [self.device, self.tables, self.records, self.exact, self.public_api, self.threads_stay];
        let [device, tables, records, exact, public_api, threads_stay] = switches.map(u8::from);
        let cold = self.cold.as_ref().map_or_else(String::new, |cold| {
            let (alternate, bytes) = (u8::from(cold.alternate), cold.bytes.unwrap_or(0));
            format!("cold={}\ncold_alternate={alternate}\ncold_bytes={bytes}\n", cold.kernels)
        });
        format!(
            "device={device}\ntables={tables}\nrecords={records}\nexact={exact}\nbudget={}\npublic_api={public_api}\nthreads_stay={threads_stay}\n{cold}",
            self.budget
        )
    }

    /// Unknown keys are ignored, so that probe and monitor need not have the same version.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut options = Self::default();
        for (key, value) in text.lines().filter_map(|l| l.split_once('=')) {
            let on = value.trim() != "0";
            match key {
                "device" => options.device = on,
                "tables" => options.tables = on,
                "records" => options.records = on,
                "exact" => options.exact = on,
                "budget" => options.budget = value.trim().parse().unwrap_or(BUDGET),
                "public_api" => options.public_api = on,
                "threads_stay" => options.threads_stay = on,
                "cold" => options.cold.get_or_insert_default().kernels = value.to_owned(),
                "cold_alternate" => options.cold.get_or_insert_default().alternate = on,
                "cold_bytes" => {
                    let bytes = value.trim().parse().ok().filter(|bytes| *bytes > 0);
                    options.cold.get_or_insert_default().bytes = bytes;
                }
                _ => {}
            }
        }
        options
    }
}

/// Name of a process file: `p-PID-START.blk`. `start` makes it unique when a pid is reused, and after fork.
#[must_use]
pub fn process_file(pid: u32, start: u64) -> String {
    format!("p-{pid}-{start:x}.blk")
}

/// Pid and start from a process file's name; `None` for any other file.
#[must_use]
pub fn parse_process_file(path: &Path) -> Option<(u32, u64)> {
    let name = path.file_name()?.to_str()?.strip_prefix("p-")?.strip_suffix(".blk")?;
    let (pid, start) = name.split_once('-')?;
    Some((pid.parse().ok()?, u64::from_str_radix(start, 16).ok()?))
}

/// Name of an empty file by which a probe says that it could make no process file.
#[must_use]
pub fn refused_file(pid: u32) -> String {
    format!("r-{pid}")
}

/// Pid from the name of such a file; `None` for any other.
#[must_use]
pub fn parse_refused_file(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix("r-")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_read_back() {
        assert_eq!(
            parse_process_file(Path::new("/x").join(process_file(42, 0xbeef)).as_path()),
            Some((42, 0xbeef))
        );
        assert_eq!(parse_refused_file(Path::new("/x/r-42")), Some(42));
        assert_eq!(parse_refused_file(Path::new("/x/p-42")), None);
        for other in ["options", "r-42", "p-42.blk", "p-x-1.blk", "p-1-1.ctl", "p-1-1.blk.tmp"] {
            assert_eq!(parse_process_file(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn options_read_back() {
        for bits in 0..64 {
            let [device, tables, records, exact, public_api, threads_stay] =
                [0, 1, 2, 3, 4, 5].map(|bit| bits >> bit & 1 == 1);
            let budget = 7 * bits;
            let options =
                Options { device, tables, records, exact, budget, cold: None, public_api, threads_stay };
            assert_eq!(Options::from_text(&options.to_text()), options);
        }
        for (kernels, alternate, bytes) in [("", false, None), (" a=b|c$ ", true, Some(1 << 20))] {
            let cold = Some(Cold { kernels: kernels.to_owned(), alternate, bytes });
            let options = Options { cold, ..Options::default() };
            assert_eq!(Options::from_text(&options.to_text()), options);
        }
        assert_eq!(Options::from_text("rubbish\nlater=1\n"), Options::default());
    }
}
