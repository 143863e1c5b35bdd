//! What kind of program a file is, by its ELF header.

use std::io::Read;
use std::path::Path;

/// `x86_64`, `32-bit x86`, ...; the error when the file cannot be read.
pub(super) fn architecture(path: &Path) -> std::io::Result<String> {
    let mut header = [0; 20];
    std::fs::File::open(path)?.read_exact(&mut header)?;
    let machine = u16::from_le_bytes([header[18], header[19]]);
    Ok(match (machine, header[4]) {
        _ if header[..4] != *b"\x7fELF" => "no ELF file".to_owned(),
        (62, 2) => "x86_64".to_owned(),
        (62, _) => "x86_64 with 32-bit pointers (x32)".to_owned(),
        (3, _) => "32-bit x86".to_owned(),
        (183, _) => "aarch64".to_owned(),
        (other, _) => format!("ELF machine {other}"),
    })
}
