//! The program's ends of the channels. No thread is behind them, which would be part of what is measured.

use crate::messages::{FromWorker, Go, Hello, Point, Step};
use anyhow::{Context, Result};
use ipc_channel::ipc::{IpcReceiver, IpcSender, channel};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The connection to zetop.
pub(super) struct Link {
    zetop: IpcSender<FromWorker>,
    answers: IpcReceiver<Go>,
    stop: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn connect(socket: String) -> Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&stop)).context("cannot handle signals")?;
        }
        let server = IpcSender::connect(socket).context("nobody is there to tell")?;
        let (zetop, messages) = channel().context("a channel")?;
        let (go, answers) = channel().context("a channel")?;
        server.send(Hello { messages, answers: go }).context("zetop has gone")?;
        Ok(Self { zetop, answers, stop })
    }

    /// Ctrl-C was pressed: what has been measured is all there will be.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn say(&self, message: FromWorker) -> Result<()> {
        self.zetop.send(message).context("zetop has gone")
    }

    /// Announces a step and waits until zetop is ready for it.
    fn measure(&self, step: Step) -> Result<()> {
        self.say(FromWorker::Measure(step))?;
        self.wait()
    }

    fn wait(&self) -> Result<()> {
        self.answers.recv().map(|Go| ()).context("zetop has gone")
    }

    /// Announces a step and does it as often as wanted. False when it was interrupted: half a step is none.
    pub(super) fn repeat<E>(
        &self,
        step: Step,
        repeats: u64,
        mut execute: impl FnMut() -> Result<(), E>,
    ) -> Result<bool>
    where
        anyhow::Error: From<E>,
    {
        self.measure(step)?;
        for _ in 0..repeats {
            if self.is_stopped() {
                return Ok(false);
            }
            execute()?;
        }
        Ok(true)
    }

    /// Tells what came of it, and waits until zetop has its own figures of it: what comes next is none of theirs.
    pub(super) fn measured(&self, own: impl IntoIterator<Item = (&'static str, Vec<f64>)>) -> Result<()> {
        let own: BTreeMap<_, _> = own.into_iter().map(|(key, values)| (key.to_owned(), values)).collect();
        self.say(FromWorker::Measured(own))?;
        self.wait()
    }

    pub(super) fn skip(&self, at: Point, why: impl Into<String>) -> Result<()> {
        self.say(FromWorker::Skip { at, why: why.into() })
    }
}
