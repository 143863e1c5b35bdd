//! A program that opens and closes the loader when it is told to.

use super::program::Program;
use crate::arguments::Arguments;
use anyhow::{Context as _, Result, bail, ensure};
use level_zero_sys::{LOADER_FILE, LevelZero, ZE_RESULT_SUCCESS, ze_driver_handle_t};
use std::io::{BufRead as _, Write as _};
use std::ptr::null_mut;

pub const REOPENS: Program = Program {
    name: "reopens",
    about: "does what lines on stdin say, each answered with `done`: open (the loader, and initialises it), calls N, \
            others N (of another function), close, quit",
    keys: &[],
    run: reopens,
};

fn reopens(_: &Arguments) -> Result<()> {
    let mut loader = None;
    say("ready")?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (word, number) = line.split_once(' ').unwrap_or((&line, "1"));
        match word {
            "quit" => break,
            "open" => loader = Some(open()?),
            "close" => loader = None,
            "calls" | "others" => {
                let (api, driver) = loader.as_ref().context("not open")?;
                let make = if word == "calls" { calls } else { others };
                make(api, *driver, number.parse()?)?;
            }
            _ => bail!("{word}: unknown"),
        }
        say("done")?;
    }
    Ok(())
}

fn open() -> Result<(LevelZero, ze_driver_handle_t)> {
    let api = LevelZero::open(LOADER_FILE).context("no loader")?;
    let (mut count, mut driver) = (1, null_mut());
    // SAFETY: an initialisation, and locals for the answers, of which there is one at most.
    let fine = unsafe {
        api.zeInit(0) == ZE_RESULT_SUCCESS
            && api.zeDriverGet(&raw mut count, &raw mut driver) == ZE_RESULT_SUCCESS
    };
    ensure!(fine && count > 0, "no driver");
    Ok((api, driver))
}

fn calls(api: &LevelZero, driver: ze_driver_handle_t, n: u64) -> Result<()> {
    let mut version = 0;
    // SAFETY: a driver that is there, and a local for the answer.
    let fine =
        (0..n).all(|_| unsafe { api.zeDriverGetApiVersion(driver, &raw mut version) } == ZE_RESULT_SUCCESS);
    ensure!(fine, "a call failed");
    Ok(())
}

fn others(api: &LevelZero, driver: ze_driver_handle_t, n: u64) -> Result<()> {
    let mut count = 0;
    // SAFETY: a driver that is there, and a local for the number of its extensions.
    let mut call = || unsafe { api.zeDriverGetExtensionProperties(driver, &raw mut count, null_mut()) };
    let fine = (0..n).all(|_| call() == ZE_RESULT_SUCCESS);
    ensure!(fine, "a call failed");
    Ok(())
}

/// Writes a line, and flushes it: whoever steers the program waits for it.
fn say(text: &str) -> Result<()> {
    println!("{text}");
    Ok(std::io::stdout().flush()?)
}
