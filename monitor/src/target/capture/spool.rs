//! All output, in a temporary file without a name, for replay.

use crate::session::Stream;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// Pieces of output in the order in which they came: a byte for the stream, four for the length, the bytes.
#[derive(Debug)]
pub(super) struct Spool {
    file: BufWriter<File>,
    /// The first failure; nothing is kept after it.
    failed: Option<std::io::Error>,
    lost: u64,
}

impl Spool {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), failed: None, lost: 0 })
    }

    pub(super) fn push(&mut self, stream: Stream, bytes: &[u8]) {
        if self.failed.is_none()
            && let Err(error) = self.write(stream, bytes)
        {
            self.failed = Some(error);
        }
        if self.failed.is_some() {
            self.lost += bytes.len() as u64;
        }
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
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        let mut from = BufReader::new(&*file);
        let mut result = Ok(());
        let mut closed = [false; 2];
        let mut head = [0; 5];
        // A piece that was cut off by a full disk has no whole head or body: it ends the replay.
        while from.read_exact(&mut head).is_ok() {
            let stream = usize::from(head[0] == 1);
            let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
            let mut piece = (&mut from).take(u64::from(length));
            let to: &mut dyn Write = if stream == 0 { stdout } else { stderr };
            if !closed[stream]
                && let Err(error) = std::io::copy(&mut piece, to).and_then(|_| to.flush())
            {
                closed[stream] = true;
                if error.kind() != std::io::ErrorKind::BrokenPipe {
                    result = Err(error);
                }
            }
            std::io::copy(&mut piece, &mut std::io::sink())?;
        }
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        match self.failed.take() {
            Some(error) => {
                let lost = std::mem::take(&mut self.lost);
                Err(std::io::Error::other(format!("{lost} bytes of the program's output were lost: {error}")))
            }
            None => result,
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
}
