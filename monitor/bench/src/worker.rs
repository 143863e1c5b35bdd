//! The program that is measured: zetop itself, started under its own probe with a hidden subcommand.
//!
//! It knows nothing of the probe. It says what it is about to do, does it when it is told to, and says what it saw.

mod chase;
mod estimate;
mod flops;
mod gpu;
mod host;
mod hot_cold;
mod interference;
mod latency;
mod limits;
mod link;
mod matmul;
mod parallel;
mod stride;
mod transfers;

use super::messages::{FromWorker, Task, Unable};
use anyhow::{Context, Result};
use link::Link;

/// Does what zetop at the other end of the socket wants.
///
/// # Errors
/// When there is nobody at the socket; all else is told there.
pub fn run(socket: String, task: &str) -> Result<()> {
    let link = Link::connect(socket)?;
    // The simulated device is to be measured, not how fast this machine copies for it.
    if std::env::var_os("ZESIM_TIME").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("ZESIM_TIME", "model") };
    }
    let task = serde_json::from_str(task).context("the task")?;
    let done = match &task {
        Task::Transfers(task) => transfers::run(&link, task),
        Task::Matmul(task) => matmul::run(&link, task),
        Task::Flops(task) => flops::run(&link, task),
        Task::Latency(task) => latency::run(&link, task),
        Task::Parallel(task) => parallel::run(&link, task),
        Task::Stride(task) => stride::run(&link, task),
        Task::Interference(task) => interference::run(&link, task),
        Task::HotCold(task) => hot_cold::run(&link, task),
    };
    match done {
        Ok(()) => link.say(FromWorker::End { complete: !link.is_stopped() }),
        Err(_) if link.is_stopped() => link.say(FromWorker::End { complete: false }),
        Err(error) => match error.downcast::<Unable>() {
            Ok(unable) => link.say(FromWorker::Unable(unable)),
            Err(error) => link.say(FromWorker::Failed(format!("{error:#}"))),
        },
    }
}
