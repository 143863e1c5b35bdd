//! Copies of parts of the file, whatever it is read from.

/// Something that can be read at an offset; short and failing reads leave zeros.
pub trait ReadAt {
    /// Fills `buffer` from `offset`; what cannot be read becomes zero. Returns the bytes read.
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize;
}

impl ReadAt for [u8] {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        let from = self.get(offset..).unwrap_or(&[]);
        let n = from.len().min(buffer.len());
        buffer[..n].copy_from_slice(&from[..n]);
        buffer[n..].fill(0);
        n
    }
}

impl ReadAt for std::fs::File {
    fn read_at(&self, buffer: &mut [u8], offset: usize) -> usize {
        let mut done = 0;
        while done < buffer.len() {
            match std::os::unix::fs::FileExt::read_at(self, &mut buffer[done..], (offset + done) as u64) {
                Ok(0) => break,
                Ok(n) => done += n,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        buffer[done..].fill(0);
        done
    }
}

/// Words of a copied structure, by byte offset.
pub(super) struct Words(Vec<u8>);

impl Words {
    pub(super) fn read<R: ReadAt + ?Sized>(source: &R, offset: usize, len: usize) -> Self {
        let mut bytes = vec![0; len];
        source.read_at(&mut bytes, offset);
        Self(bytes)
    }
    pub(super) fn u64(&self, offset: usize) -> u64 {
        self.0.get(offset..offset + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
    }
    pub(super) fn u16(&self, offset: usize) -> u16 {
        self.0.get(offset..offset + 2).and_then(|b| b.try_into().ok()).map_or(0, u16::from_le_bytes)
    }
    pub(super) fn u32(&self, offset: usize) -> u32 {
        self.0.get(offset..offset + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
    }
}
