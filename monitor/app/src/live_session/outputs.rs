//! The files that a session is written to while it goes on: a recording and a trace.

use super::Settings;
use std::path::PathBuf;
use zetop_figures::recording::Recorder;
use zetop_figures::trace::Tracer;

/// What writes a recording, with its path, and what writes a trace; `None` where there is none.
#[derive(Debug)]
pub struct Outputs {
    pub(super) recorder: Option<(Recorder, PathBuf)>,
    pub(super) tracer: Option<Tracer>,
}

impl Settings {
    /// Makes the files that are wanted, before there is anything to write. `failed` gets the error of one that cannot be made, and
    /// says whether to go on without it.
    ///
    /// # Errors
    /// What `failed` returns.
    pub fn open_outputs<E>(
        &self,
        mut failed: impl FnMut(anyhow::Error) -> Result<(), E>,
    ) -> Result<Outputs, E> {
        let recorder = self.record.as_ref().map(|path| anyhow::Ok((Recorder::open(path)?, path.clone())));
        let recorder = recorder.transpose().or_else(|error| failed(error).map(|()| None))?;
        let tracer = self.trace.as_ref().map(|(path, last)| Tracer::open(path, *last));
        let tracer = tracer.transpose().or_else(|error| failed(error).map(|()| None))?;
        Ok(Outputs { recorder, tracer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caller_decides_whether_to_go_on_without_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("trace.json");
        let record = Some(folder.path().join("none/recording"));
        let settings = Settings { record, trace: Some((there.clone(), None)), ..Settings::default() };
        let error = settings.open_outputs(Err).unwrap_err();
        assert!(format!("{error:#}").starts_with("--record: "), "{error:#}");
        assert!(!there.exists(), "nothing more is made");
        let mut errors = 0;
        let opened = settings.open_outputs(|_| {
            errors += 1;
            Ok::<(), ()>(())
        });
        let opened = opened.unwrap();
        assert!(errors == 1 && opened.recorder.is_none() && opened.tracer.is_some());
    }
}
