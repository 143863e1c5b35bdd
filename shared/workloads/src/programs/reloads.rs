//! A program whose loader comes and goes.

use super::program::Program;
use crate::arguments::Arguments;
use anyhow::{Context as _, Result, ensure};
use level_zero_sys::{LOADER_FILE, LevelZero, ZE_RESULT_SUCCESS};
use std::io::{BufRead as _, Write as _};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub const RELOADS: Program = Program {
    name: "reloads",
    about: "opens the loader, initialises it, makes n calls, keeps it for `us` and closes it, again and again until a line \
            comes on stdin",
    keys: &[("n", "50"), ("us", "2000")],
    run: reloads,
};

static OVER: AtomicBool = AtomicBool::new(false);

fn reloads(arguments: &Arguments) -> Result<()> {
    let (n, us) = (arguments.get::<u64>("n")?, arguments.get::<u64>("us")?);
    one_round(n, us)?;
    println!("ready");
    std::io::stdout().flush()?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().lock().read_line(&mut String::new());
        OVER.store(true, Ordering::Relaxed);
    });
    while !OVER.load(Ordering::Relaxed) {
        one_round(n, us)?;
    }
    println!("every call succeeded");
    Ok(())
}

fn one_round(n: u64, us: u64) -> Result<()> {
    let api = LevelZero::open(LOADER_FILE).context("no loader")?;
    let (mut count, mut driver, mut version) = (1, null_mut(), 0);
    // SAFETY: an initialisation; then locals for the answers, of which there is one at most, and a driver that is there.
    let fine = unsafe {
        api.zeInit(0) == ZE_RESULT_SUCCESS
            && api.zeDriverGet(&raw mut count, &raw mut driver) == ZE_RESULT_SUCCESS
            && (0..n).all(|_| api.zeDriverGetApiVersion(driver, &raw mut version) == ZE_RESULT_SUCCESS)
    };
    ensure!(fine, "a call failed");
    std::thread::sleep(Duration::from_micros(us));
    Ok(())
}
