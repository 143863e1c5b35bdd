//! All output, in temporary files without a name, for replay.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use zetop_system::log_line::Stream;

/// Most bytes on disk. If there is more output, its end is kept: at least half this much.
const MAX_BYTES: u64 = 512 << 20;

/// Pieces of output in the order in which they came: a byte for the stream, four for the length, the bytes.
#[derive(Debug)]
pub(super) struct Spool {
    file: BufWriter<File>,
    /// Bytes in it, including the headers of the pieces; and how many of them are the program's.
    written: u64,
    kept: u64,
    /// The file before this one, and the program's bytes in it.
    before: Option<(File, u64)>,
    most: u64,
    /// The program's bytes that had to be dropped.
    forgotten: u64,
    /// The first failure; nothing is kept after it.
    failed: Option<std::io::Error>,
    lost: u64,
}

impl Spool {
    pub(super) fn new() -> std::io::Result<Self> {
        Self::bounded(MAX_BYTES)
    }

    fn bounded(most: u64) -> std::io::Result<Self> {
        let file = BufWriter::new(tempfile::tempfile()?);
        let (written, kept, before, forgotten) = (0, 0, None, 0);
        Ok(Self { file, written, kept, before, most, forgotten, failed: None, lost: 0 })
    }

    pub(super) fn push(&mut self, stream: Stream, bytes: &[u8]) {
        if self.failed.is_none()
            && let Err(error) = self.make_room(bytes.len()).and_then(|()| self.write(stream, bytes))
        {
            self.failed = Some(error);
        }
        if self.failed.is_some() {
            self.lost += bytes.len() as u64;
        }
    }

    /// Begins a new file when this one is full, and forgets the one before it.
    fn make_room(&mut self, length: usize) -> std::io::Result<()> {
        let length = length as u64;
        if self.written > 0 && self.written + HEAD as u64 + length > self.most / 2 {
            // The new file is on the same disk, so remove the old one first.
            if let Some((_, bytes)) = self.before.take() {
                self.forgotten += bytes;
            }
            let full = std::mem::replace(&mut self.file, BufWriter::new(tempfile::tempfile()?));
            let full = full.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            self.before = Some((full, std::mem::take(&mut self.kept)));
            self.written = 0;
        }
        self.written += HEAD as u64 + length;
        self.kept += length;
        Ok(())
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
        self.file.write_all(&[u8::from(stream == Stream::Stderr)])?;
        self.file.write_all(&u32::try_from(bytes.len()).map_err(std::io::Error::other)?.to_le_bytes())?;
        self.file.write_all(bytes)
    }

    /// Writes everything out and forgets it.
    pub(super) fn replay(&mut self, stdout: &mut dyn Write, stderr: &mut dyn Write) -> std::io::Result<()> {
        if let Err(error) = self.file.flush() {
            self.failed.get_or_insert(error);
        }
        let mut to = To { streams: [stdout, stderr], closed: [false; 2], result: Ok(()) };
        if self.forgotten > 0 {
            let text = format!(
                "zetop: the first {} bytes of the program's output were not kept; here is the rest\n",
                std::mem::take(&mut self.forgotten)
            );
            to.write(1, &mut text.as_bytes());
        }
        if let Some((mut before, _)) = self.before.take() {
            to.replay(&mut before)?;
        }
        to.replay(self.file.get_mut())?;
        let result = to.result;
        (self.written, self.kept) = (0, 0);
        match self.failed.take() {
            Some(error) => {
                let lost = std::mem::take(&mut self.lost);
                Err(std::io::Error::other(format!("{lost} bytes of the program's output were lost: {error}")))
            }
            None => result,
        }
    }
}

/// The header of a piece.
const HEAD: usize = 5;

/// The streams that output was meant for.
struct To<'a> {
    streams: [&'a mut dyn Write; 2],
    closed: [bool; 2],
    result: std::io::Result<()>,
}

impl To<'_> {
    fn replay(&mut self, file: &mut File) -> std::io::Result<()> {
        file.seek(SeekFrom::Start(0))?;
        let mut from = BufReader::new(&*file);
        let mut head = [0; HEAD];
        // A piece that was cut off by a full disk has no whole head or body: it ends the replay.
        while from.read_exact(&mut head).is_ok() {
            let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
            let mut piece = (&mut from).take(u64::from(length));
            self.write(usize::from(head[0] == 1), &mut piece);
            std::io::copy(&mut piece, &mut std::io::sink())?;
        }
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(())
    }

    fn write(&mut self, stream: usize, piece: &mut dyn Read) {
        let to = &mut *self.streams[stream];
        if !self.closed[stream]
            && let Err(error) = std::io::copy(piece, to).and_then(|_| to.flush())
        {
            self.closed[stream] = true;
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                self.result = Err(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_comes_back_on_its_stream(
            pieces in proptest::collection::vec((any::<bool>(), proptest::collection::vec(any::<u8>(), 0..300)), 0..40)
        ) {
            let mut spool = Spool::new().unwrap();
            let mut expected = [Vec::new(), Vec::new()];
            for (is_stderr, bytes) in &pieces {
                spool.push(if *is_stderr { Stream::Stderr } else { Stream::Stdout }, bytes);
                expected[usize::from(*is_stderr)].extend_from_slice(bytes);
            }
            let (mut out, mut err) = (Vec::new(), Vec::new());
            spool.replay(&mut out, &mut err).unwrap();
            prop_assert_eq!([out, err], expected);
        }
    }

    #[test]
    fn a_closed_stream_does_not_stop_the_other() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let mut spool = Spool::new().unwrap();
        spool.push(Stream::Stdout, b"gone");
        spool.push(Stream::Stderr, b"kept");
        spool.push(Stream::Stdout, b"gone");
        spool.push(Stream::Stderr, b" too");
        let mut err = Vec::new();
        spool.replay(&mut Closed, &mut err).unwrap();
        assert_eq!(err, b"kept too");
    }

    /// A program that writes for days must not fill the disk.
    #[test]
    fn of_too_much_output_the_end_is_kept_and_the_rest_counted() {
        const MAX_BYTES: u64 = 10_000;
        let mut spool = Spool::bounded(MAX_BYTES).unwrap();
        let lines: Vec<String> = (0..5_000).map(|n| format!("line {n}\n")).collect();
        for line in &lines {
            spool.push(Stream::Stdout, line.as_bytes());
            let before = spool.before.as_ref().map_or(0, |(file, _)| file.metadata().unwrap().len());
            assert!(before + spool.file.get_ref().metadata().unwrap().len() <= MAX_BYTES);
        }
        let (mut out, mut err) = (Vec::new(), Vec::new());
        spool.replay(&mut out, &mut err).unwrap();
        let (all, out) = (lines.concat(), String::from_utf8(out).unwrap());
        assert!(all.ends_with(&out) && out.len() as u64 > MAX_BYTES / 4, "{} bytes", out.len());
        let said = String::from_utf8(err).unwrap();
        assert!(said.contains(&format!("the first {} bytes", all.len() - out.len())), "{said}");
    }
}
