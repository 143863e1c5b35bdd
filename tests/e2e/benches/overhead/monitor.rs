//! zetop itself while a program makes 100,000 calls a second, and while two threads call as fast as they can.

use super::{WORKLOAD, ZETOP};
use anyhow::{Context, Result, ensure};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub fn print() -> Result<()> {
    let steady = watch(&["calls", "threads=1", "calls=125000", "rate=100000"])?;
    println!(
        "\nzetop at 100,000 calls/s for {:.1} s: {:.1} % of a core (<= 5), {:.1} MB at most (<= 64)",
        steady.seconds, steady.cpu_pct, steady.peak_mb
    );
    // 100 threads with 40 calls a second, 10 of each of four functions.
    let idle = watch(&["calls", "threads=100", "calls=100", "rate=40"])?;
    println!(
        "zetop while 100 threads are nearly idle for {:.1} s: {:.2} % of a core (<= 1), {:.1} MB at most (<= 64)",
        idle.seconds, idle.cpu_pct, idle.peak_mb
    );
    let flood = watch(&["calls", "threads=2", "calls=4000000"])?;
    println!(
        "zetop at full speed of two threads for {:.1} s: {:.1} % of a core, {:.1} MB at most (<= 64)",
        flood.seconds, flood.cpu_pct, flood.peak_mb
    );
    Ok(())
}

struct Usage {
    seconds: f64,
    cpu_pct: f64,
    peak_mb: f64,
}

fn watch(arguments: &[&str]) -> Result<Usage> {
    let mut command = Command::new(ZETOP);
    command.args(["--sim", "--no-tui", "--", WORKLOAD]).args(arguments);
    let start = Instant::now();
    let mut zetop = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let (mut ticks, mut peak_kb, mut seconds) = (0, 0, 0.0);
    let status = loop {
        if let Some(status) = zetop.try_wait()? {
            break status;
        }
        // The last reading before the end is the one that counts.
        if let Ok((now, kb)) = reading(zetop.id()) {
            (ticks, peak_kb, seconds) = (now, kb, start.elapsed().as_secs_f64());
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    ensure!(status.success() && seconds > 0.0, "{command:?}: {status}");
    // SAFETY: no requirements on the caller.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
    Ok(Usage {
        seconds,
        cpu_pct: 100.0 * ticks as f64 / per_second / seconds,
        peak_mb: peak_kb as f64 / 1024.0,
    })
}

/// User and system time in ticks, without children, and the peak of resident memory in KB.
fn reading(pid: u32) -> Result<(u64, u64)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let after_name: Vec<&str> = stat.rsplit(')').next().context("stat")?.split_whitespace().collect();
    let ticks = after_name.get(11).context("utime")?.parse::<u64>()?
        + after_name.get(12).context("stime")?.parse::<u64>()?;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    Ok((ticks, peak.split_whitespace().next().context("VmHWM")?.parse()?))
}
