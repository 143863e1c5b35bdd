//! The oracle: every completed operation as one line of JSON, for tests to compare with.
//!
//! ```json
//! {"op":"copy","name":"","device":0,"ordinal":0,"index":0,"src":"heap","dst":"device","bytes":4096,
//!  "context_start":1,"context_end":2,"global_start":3,"global_end":4,"cycles":1,"duration_ns":341.3,
//!  "start_host_ns":5,"end_host_ns":6}
//! ```
//! (in one line). `op` is `kernel`, `copy`, `copy_region`, `image_copy`, `fill`, `barrier`, `signal`, `wait`,
//! `reset`, `timestamp`, `query`, `host_function` or `hint`. `src` and `dst` are empty where there is none. The stamps are
//! cycles, masked as the program sees them (but without `zero_stamps` and `reversed_stamps`), `cycles` is their
//! true difference, `duration_ns` the modelled time before it became cycles; the host times are
//! CLOCK_MONOTONIC_RAW.
//!
//! A line is one `write` to a file opened for appending, made before the operation's event is signalled:
//! whatever the program saw complete is in the file, even after SIGKILL, and processes may share the file.

use crate::memory::MemoryKind;
use crate::settings::settings;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::sync::OnceLock;

/// A completed operation.
#[derive(Debug)]
pub struct Line<'a> {
    pub op: &'static str,
    pub name: &'a str,
    pub device: u32,
    pub ordinal: u32,
    pub index: u32,
    pub src: Option<MemoryKind>,
    pub dst: Option<MemoryKind>,
    pub bytes: u64,
    pub context: (u64, u64),
    pub global: (u64, u64),
    pub cycles: u64,
    pub duration_ns: f64,
    pub host: (u64, u64),
}

fn file() -> Option<&'static File> {
    static FILE: OnceLock<Option<File>> = OnceLock::new();
    FILE.get_or_init(|| {
        let path = settings().oracle.as_ref()?;
        let file = File::options().create(true).append(true).open(path);
        file.inspect_err(|error| eprintln!("ze-sim: ZESIM_ORACLE: {}: {error}", path.display())).ok()
    })
    .as_ref()
}

/// Whether lines are wanted.
pub fn enabled() -> bool {
    settings().oracle.is_some()
}

/// Writes a line, made by [`Line::json`].
pub fn write(text: &str) {
    let Some(mut file) = file() else { return };
    if let Err(error) = file.write_all(text.as_bytes()) {
        eprintln!("ze-sim: ZESIM_ORACLE: {error}");
    }
}

impl Line<'_> {
    pub fn json(&self) -> String {
        let mut name = String::new();
        for character in self.name.chars() {
            match character {
                '"' | '\\' => name.extend(['\\', character]),
                control if control < ' ' => _ = write!(name, "\\u{:04x}", u32::from(control)),
                plain => name.push(plain),
            }
        }
        let kind = |kind: Option<MemoryKind>| kind.map_or("", MemoryKind::name);
        format!(
            "{{\"op\":\"{}\",\"name\":\"{name}\",\"device\":{},\"ordinal\":{},\"index\":{},\"src\":\"{}\",\
             \"dst\":\"{}\",\"bytes\":{},\"context_start\":{},\"context_end\":{},\"global_start\":{},\
             \"global_end\":{},\"cycles\":{},\"duration_ns\":{},\"start_host_ns\":{},\"end_host_ns\":{}}}\n",
            self.op,
            self.device,
            self.ordinal,
            self.index,
            kind(self.src),
            kind(self.dst),
            self.bytes,
            self.context.0,
            self.context.1,
            self.global.0,
            self.global.1,
            self.cycles,
            self.duration_ns,
            self.host.0,
            self.host.1,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let line = Line {
            op: "kernel",
            name: "a\"b\\\n",
            device: 0,
            ordinal: 0,
            index: 0,
            src: None,
            dst: Some(MemoryKind::Heap),
            bytes: 0,
            context: (0, 0),
            global: (0, 0),
            cycles: 0,
            duration_ns: 1.5,
            host: (0, 0),
        };
        assert!(line.json().starts_with(r#"{"op":"kernel","name":"a\"b\\\u000a","device":0"#));
        assert!(line.json().contains(r#""dst":"heap""#) && line.json().contains(r#""duration_ns":1.5,"#));
    }
}
