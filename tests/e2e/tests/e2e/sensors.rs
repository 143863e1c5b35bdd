//! What the driver says of the device as a whole: read by zetop, in its own process. On the simulated GPU, whose processes tell each
//! other what they use of it.

use crate::loaders::loaders;
use crate::support::{PROGRAMS, needs_loader, scene};
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use zetop_e2e::process::{kill, start};
use zetop_e2e::scene::{LIMIT, Scene};

/// Kernels of 10 ms, each waited for.
const KERNELS: (&str, &str) = ("ZESIM_KERNEL_NS", "resident=10_000_000");
const MIB: u64 = 1 << 20;

/// The workload for as long as it is watched.
fn resident(arguments: &str) -> Scene {
    let scene = scene(&format!("resident n=1000000 {arguments}"));
    scene.env(KERNELS.0, KERNELS.1).option("--interval").option("0.5")
}

/// What zetop shows at a moment.
#[derive(Debug)]
struct Moment {
    /// Of device 0.
    sensors: Value,
    /// Ids.
    findings: Vec<String>,
    elapsed_ns: u64,
}

fn moment(line: &str) -> Option<Moment> {
    // The last line may not be whole yet.
    let line: Value = serde_json::from_str(line).ok()?;
    let findings = line["findings"].as_array()?.iter();
    Some(Moment {
        sensors: line["devices"][0]["sensors"].clone(),
        findings: findings.filter_map(|finding| Some(finding["id"].as_str()?.to_owned())).collect(),
        elapsed_ns: line["elapsed_ns"].as_u64()?,
    })
}

/// Processor time of the thread of zetop's that asks the driver, ns.
fn asking_ns(zetop: i32) -> Option<f64> {
    let threads = std::fs::read_dir(format!("/proc/{zetop}/task")).ok()?.flatten();
    let is_it = |thread: &std::fs::DirEntry| {
        std::fs::read_to_string(thread.path().join("comm")).is_ok_and(|name| name.trim() == "zetop-sensors")
    };
    let times = std::fs::read_to_string(threads.into_iter().find(is_it)?.path().join("schedstat")).ok()?;
    times.split_whitespace().next()?.parse().ok()
}

/// What zetop shows until a moment is reached; the program is ended then.
fn shown(scene: &Scene, is_last: impl Fn(&Moment) -> bool) -> Vec<Moment> {
    let running = scene.start_watched();
    let mut asked = None;
    let end = Instant::now() + LIMIT;
    loop {
        let text = std::fs::read_to_string(scene.json_file()).unwrap_or_default();
        let all: Vec<Moment> = text.lines().filter_map(moment).collect();
        let now = asking_ns(running.pid()).map(|ns| (ns, Instant::now()));
        // Without what loading the driver takes, once.
        asked = asked.or(now.filter(|_| all.iter().any(|moment| moment.sensors.is_object())));
        if all.iter().any(&is_last) {
            if let (Some((before, then)), Some((after, now))) = (asked, now) {
                let share = (after - before) / now.duration_since(then).as_nanos().max(1) as f64;
                println!("asking the driver takes {:.3} % of a core", 100.0 * share);
            }
            kill(running.pid(), libc::SIGTERM);
            drop(running.finish(LIMIT));
            return all;
        }
        assert!(Instant::now() < end, "{all:#?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Sensors have been there, and that for longer than any finding takes.
fn is_long(moment: &Moment) -> bool {
    moment.elapsed_ns > 10_000_000_000 && moment.sensors.is_object()
}

fn has_found(id: &str) -> impl Fn(&Moment) -> bool {
    move |moment| moment.findings.iter().any(|finding| finding == id)
}

#[test]
fn memory_activity_clocks_power_and_temperature_are_the_drivers() {
    needs_loader!();
    // The first reading of counters knows no rate yet, and the program may not have got far.
    let works = |moment: &Moment| {
        moment.sensors["memory_used_bytes"] == 3 * 64 * MIB
            && moment.sensors["busy_pct"].as_f64().is_some_and(|pct| pct > 5.0)
    };
    let all = shown(&resident("pieces=3 size=64M"), works);
    let sensors = &all.iter().find(|moment| works(moment)).expect("waited for").sensors;
    assert_eq!(sensors["source"], "sysman");
    assert_eq!(sensors["memory_total_bytes"], 16u64 << 30);
    assert_eq!(sensors["memory_used_bytes"], 3 * 64 * MIB);
    assert_eq!(sensors["memory_free_bytes"], (16u64 << 30) - 3 * 64 * MIB);
    assert!(sensors["busy_pct"].as_f64().is_some_and(|pct| pct > 5.0 && pct <= 100.0), "{sensors}");
    assert_eq!(sensors["clock_max_mhz"], 2100.0);
    assert_eq!(sensors["power_limit_w"], 225.0);
    assert!(sensors["power_w"].as_f64().is_some_and(|watts| watts > 25.0 && watts < 226.0), "{sensors}");
    assert!(sensors["temperature_c"].as_f64().is_some_and(|celsius| celsius > 35.0 && celsius < 75.0));
    assert_eq!(sensors["temperature_limit_c"], 100.0);
    assert_eq!(sensors["throttle"], Value::Array(Vec::new()));
    let processes = sensors["processes"].as_array().expect("processes");
    assert_eq!(processes.len(), 1, "{sensors}");
    assert_eq!((&processes[0]["own"], &processes[0]["memory_bytes"]), (&true.into(), &(3 * 64 * MIB).into()));
}

/// Its device is not the usual simulated one.
#[test]
fn the_demonstration_has_sensors() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("json");
    let mut zetop = Command::new(PROGRAMS.zetop);
    zetop.args(["--no-tui", "--no-history", "--interval", "0.2", "--json"]).arg(&json);
    zetop.args(["demo", "--duration", "100"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut zetop = zetop.spawn().expect("zetop");
    let end = Instant::now() + LIMIT;
    let found = loop {
        let text = std::fs::read_to_string(&json).unwrap_or_default();
        if let Some(found) = text.lines().filter_map(moment).find(|moment| moment.sensors.is_object()) {
            break Some(found);
        }
        if Instant::now() >= end {
            break None;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    kill(zetop.id() as i32, libc::SIGTERM);
    zetop.wait().expect("its status");
    let sensors = found.expect("sensors").sensors;
    assert_eq!((&sensors["source"], &sensors["clock_max_mhz"]), (&"sysman".into(), &2000.0.into()));
}

/// A recording has them, by itself and in the folder of a job.
#[test]
fn a_recording_and_a_folder_have_them() {
    needs_loader!();
    let (job, folder) = (tempfile::tempdir(), tempfile::tempdir());
    let (job, folder) = (job.expect("temporary folder"), folder.expect("temporary folder"));
    let scene =
        resident("pieces=3 size=64M").option("--record").option(&format!("{}/", job.path().display()));
    let all = shown(&scene, |moment| moment.sensors["busy_pct"].is_number());
    let live = &all.iter().find(|moment| moment.sensors["busy_pct"].is_number()).expect("waited for").sensors;
    let files = std::fs::read_dir(job.path()).expect("the folder").flatten();
    let file = files.map(|entry| entry.path()).next().expect("a recording");
    for recorded in [file.as_path(), job.path()] {
        let mut zetop = Command::new(PROGRAMS.zetop);
        let json = folder.path().join("figures");
        zetop.args(["report", "--interval", "0.5", "--json"]).arg(&json).arg(recorded);
        let outcome = start(&mut zetop).finish(LIMIT);
        let text = std::fs::read_to_string(&json).unwrap_or_else(|error| panic!("{error}: {outcome:#?}"));
        let moments: Vec<Moment> = text.lines().filter_map(moment).collect();
        let names = ["source", "memory_used_bytes", "power_limit_w", "processes"];
        let is_it = |m: &Moment| names.iter().all(|name| m.sensors[name] == live[name]);
        assert!(moments.iter().any(is_it), "{}: {live}\n{moments:#?}", recorded.display());
    }
}

#[test]
fn a_throttled_device_is_named_and_one_that_is_not_is_not() {
    needs_loader!();
    let scene = || resident("pieces=1");
    let all = shown(&scene().env("ZESIM_THROTTLE", "thermal@1200"), has_found("throttled"));
    let sensors = &all.iter().rev().find(|m| m.sensors["throttled_ns"].is_number()).expect("found").sensors;
    assert_eq!(
        (&sensors["throttle"][0], &sensors["throttled_clock_mhz"]),
        (&"temperature".into(), &1200.0.into())
    );
    let all = shown(&scene(), is_long);
    for id in ["throttled", "memory-nearly-full", "shared-device"] {
        assert!(!all.iter().any(has_found(id)), "{id}: {all:#?}");
    }
}

#[test]
fn memory_that_is_nearly_full_is_named_and_much_memory_is_not() {
    needs_loader!();
    // Of a GiB, 16 MiB are left, or 268.
    let scene = |pieces: u32| {
        resident(&format!("pieces={pieces} size=252M")).env("ZESIM_MEMORY_BYTES", "1_073_741_824")
    };
    shown(&scene(4), has_found("memory-nearly-full"));
    let all = shown(&scene(3), is_long);
    assert!(!all.iter().any(has_found("memory-nearly-full")), "{all:#?}");
}

/// Another program on the device, until the end.
struct Other(Child);

impl Other {
    fn start(shared: &std::path::Path, arguments: &str) -> Self {
        let mut command = Command::new(PROGRAMS.workload);
        command
            .args(["resident", "n=100000000"])
            .args(arguments.split_whitespace())
            .env(KERNELS.0, KERNELS.1);
        command.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("ZESIM_SHARED", shared);
        Self(command.stdout(Stdio::null()).spawn().expect("the workload"))
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn another_program_on_the_device_is_named_and_one_that_holds_nothing_is_not() {
    needs_loader!();
    let folder = tempfile::tempdir().expect("temporary folder");
    let shared = folder.path().join("devices");
    let scene = || resident("pieces=1").env("ZESIM_SHARED", &shared.display().to_string());
    let users = |moment: &Moment| moment.sensors["processes"].as_array().map_or(0, Vec::len);
    // 5 % of the memory are 819 MiB.
    let other = Other::start(&shared, "pieces=1 size=1M");
    let all = shown(&scene(), |moment| is_long(moment) && users(moment) == 2);
    assert!(!all.iter().any(has_found("shared-device")), "{all:#?}");
    drop(other);
    let _other = Other::start(&shared, "pieces=1 size=1000M");
    shown(&scene(), has_found("shared-device"));
}

/// Loaders that know `zesInit` are asked themselves; the installed one may be older.
#[test]
fn newer_loaders_pass_sysman_on() {
    for loader in loaders() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let (shared, json) = (folder.path().join("devices"), folder.path().join("zetop.json"));
        let program = Other::start(&shared, "pieces=3 size=64M");
        let wrapper = loader.wrapper();
        let mut zetop = Command::new(&wrapper[0]);
        zetop.args(&wrapper[1..]).args([
            PROGRAMS.zetop,
            "--no-tui",
            "--no-history",
            "--duration",
            "4",
            "--json",
        ]);
        zetop.arg(&json).args(["-p", &program.0.id().to_string()]);
        zetop.env("ZE_ENABLE_ALT_DRIVERS", zetop_e2e::simulator()).env("ZESIM_SHARED", &shared);
        let outcome = start(&mut zetop).finish(LIMIT);
        let text = std::fs::read_to_string(&json).unwrap_or_else(|error| panic!("{error}: {outcome:#?}"));
        let figures: Value = serde_json::from_str(&text).expect("JSON");
        let used = &figures["devices"][0]["sensors"]["memory_used_bytes"];
        assert_eq!(used, 3 * 64 * MIB, "{}: {}", loader.version, figures["devices"]);
    }
}
