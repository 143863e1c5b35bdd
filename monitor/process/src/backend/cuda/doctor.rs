//! What `zetop doctor` says about CUDA: the driver and its GPUs, CUPTI's version against the driver's, MIG.

use super::driver::CudaAnswer;
use super::machine::Machine;
use crate::ask_in_child::{Silent, describe, list};
use crate::check::Check;
use std::path::PathBuf;

const NO_DEVICE: u32 = 100;
const MISMATCH: u32 = 803;

/// Everything that was looked at.
#[derive(Debug)]
pub(super) struct CudaFacts {
    pub(super) driver: PathBuf,
    /// From the name of the driver's file.
    pub(super) version: Option<String>,
    pub(super) asked: Result<CudaAnswer, Silent>,
    /// Major version and path, the newest first.
    pub(super) cupti: Vec<(u32, PathBuf)>,
    pub(super) machine: Machine,
}

pub(super) fn checks(found: &CudaFacts) -> Vec<Check> {
    let mut checks = vec![driver(found), cupti(found)];
    checks.extend(mig(found));
    checks
}

/// The check of the driver and its GPUs.
pub(super) const DEVICES: &str = "CUDA";

fn driver(found: &CudaFacts) -> Check {
    const NAME: &str = DEVICES;
    let path = found.driver.display();
    let answer = match &found.asked {
        Ok(answer) => answer,
        Err(silent) => {
            return Check::warning(
                NAME,
                format!("{path}: {}", describe(silent)),
                "update or reinstall NVIDIA's driver",
            );
        }
    };
    if let Some(reason) = &answer.not_opened {
        return Check::warning(
            NAME,
            format!("{path} cannot be opened: {reason}"),
            "reinstall NVIDIA's driver",
        );
    }
    let version = found.version.as_ref().map_or_else(String::new, |version| format!(", driver {version}"));
    let cuda = match answer.cuda {
        0 => String::new(),
        cuda => format!(", CUDA {}.{}", cuda / 1000, cuda % 1000 / 10),
    };
    let what = format!("{path}{version}{cuda}");
    match answer.init {
        0 if !answer.devices.is_empty() => Check::ok(NAME, format!("{what}; {}", list(&answer.devices))),
        0 | NO_DEVICE => {
            Check::warning(NAME, format!("{what}; programs find no GPU"), why_no_gpu(found, answer))
        }
        MISMATCH => {
            let fix = "reboot after a driver update; in a container, remove the libcuda that it brings along";
            Check::warning(NAME, format!("{what} does not have the kernel driver's version"), fix)
        }
        code => Check::warning(NAME, format!("{what}; cuInit returns {code}"), why_no_gpu(found, answer)),
    }
}

fn why_no_gpu(found: &CudaFacts, answer: &CudaAnswer) -> String {
    let Machine { has_files, forbidden, is_container, visible } = &found.machine;
    if !answer.mig.is_empty() {
        return "the GPU is in MIG mode without an instance: make one (`nvidia-smi mig -cgi`), or switch MIG off".to_owned();
    }
    match (visible, forbidden) {
        (Some(visible), _) if visible.is_empty() || visible == "-1" => {
            "CUDA_VISIBLE_DEVICES hides all of them: unset it".to_owned()
        }
        (_, Some(file)) => format!("you may not open {}: join its group, or change its mode", file.display()),
        _ if !has_files && *is_container => {
            "start the container with its GPUs (docker run --gpus all; needs the NVIDIA container toolkit)"
                .to_owned()
        }
        _ if !has_files => {
            "there is no /dev/nvidiactl: no GPU, or the kernel's driver is not loaded".to_owned()
        }
        (Some(visible), _) => format!("CUDA_VISIBLE_DEVICES is {visible}: does that GPU exist?"),
        _ => "update or reinstall NVIDIA's driver; `nvidia-smi` may say more".to_owned(),
    }
}

/// CUPTI works with drivers of its own major version, and drivers also work with CUPTIs one version older.
fn cupti(found: &CudaFacts) -> Check {
    const NAME: &str = "CUPTI";
    let driver = found.asked.as_ref().map_or(0, |answer| answer.cuda / 1000);
    let fits = |major: u32| driver == 0 || major == driver || major + 1 == driver;
    if let Some((major, path)) = found.cupti.iter().find(|(major, _)| fits(*major)) {
        return Check::ok(NAME, format!("{}, for CUDA {major}", path.display()));
    }
    let without =
        "device operations are counted but not timed, except in programs that bring their own CUPTI";
    let package = match driver {
        0 => "nvidia-cuda-cupti".to_owned(),
        // From CUDA 13 on the packages' names have no version.
        13.. => format!("nvidia-cuda-cupti (version {driver})"),
        driver => format!("nvidia-cuda-cupti-cu{driver}"),
    };
    let install = format!("install the CUDA toolkit's CUPTI, or the Python package {package}");
    match found.cupti.first() {
        None => Check::warning(NAME, format!("there is none: {without}"), install),
        Some((major, path)) => {
            let finding =
                format!("{} is for CUDA {major}, the driver for CUDA {driver}: {without}", path.display());
            let fix = if *major > driver { format!("update the driver; or {install}") } else { install };
            Check::warning(NAME, finding, fix)
        }
    }
}

fn mig(found: &CudaFacts) -> Option<Check> {
    let mig = found.asked.as_ref().map_or(&[][..], |answer| &answer.mig);
    let numbers: Vec<String> = mig.iter().map(u32::to_string).collect();
    (!mig.is_empty()).then(|| {
        let finding = format!("GPU {} is in MIG mode", numbers.join(", "));
        let fix = "figures are for the instance that a program uses, but peaks are for the whole GPU";
        Check::warning("MIG", finding, fix)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Status;

    fn found(answer: CudaAnswer) -> CudaFacts {
        CudaFacts {
            driver: "/lib/libcuda.so.1".into(),
            version: Some("580.159.04".into()),
            asked: Ok(answer),
            cupti: vec![(13, "/opt/libcupti.so.13".into())],
            machine: Machine { has_files: true, ..Machine::default() },
        }
    }

    fn works() -> CudaAnswer {
        CudaAnswer { cuda: 13000, devices: vec!["NVIDIA H200".into()], ..CudaAnswer::default() }
    }

    #[test]
    fn all_is_well() {
        let checks = checks(&found(works()));
        assert_eq!(
            checks.iter().map(|c| (c.name, c.status)).collect::<Vec<_>>(),
            [("CUDA", Status::Ok), ("CUPTI", Status::Ok)]
        );
        assert_eq!(checks[0].finding, "/lib/libcuda.so.1, driver 580.159.04, CUDA 13.0; NVIDIA H200");
    }

    #[test]
    fn why_there_is_no_gpu() {
        let none = || CudaAnswer { init: NO_DEVICE, cuda: 13000, ..CudaAnswer::default() };
        let fix = |answer: CudaAnswer, machine: Machine| {
            let check = driver(&CudaFacts { machine, ..found(answer) });
            assert_eq!(check.status, Status::Warning);
            check.fix.unwrap()
        };
        let files = || Machine { has_files: true, ..Machine::default() };
        assert!(fix(none(), Machine { is_container: true, ..Machine::default() }).contains("--gpus all"));
        assert!(fix(none(), Machine::default()).contains("/dev/nvidiactl"));
        assert!(
            fix(none(), Machine { forbidden: Some("/dev/nvidia0".into()), ..files() })
                .contains("may not open /dev/nvidia0")
        );
        assert!(
            fix(none(), Machine { visible: Some(String::new()), ..files() }).contains("CUDA_VISIBLE_DEVICES")
        );
        assert!(fix(CudaAnswer { mig: vec![0], ..none() }, files()).contains("MIG"));
        assert!(fix(CudaAnswer { init: MISMATCH, ..works() }, files()).contains("reboot"));
        assert!(fix(CudaAnswer { not_opened: Some("?".into()), ..none() }, files()).contains("reinstall"));
    }

    #[test]
    fn versions_of_cupti_and_the_driver() {
        let of = |cuda: u32, majors: &[u32]| {
            let cupti =
                majors.iter().map(|major| (*major, format!("/opt/libcupti.so.{major}").into())).collect();
            super::cupti(&CudaFacts { cupti, ..found(CudaAnswer { cuda, ..works() }) })
        };
        assert_eq!(of(13000, &[13, 12]).status, Status::Ok);
        assert_eq!(of(13000, &[12]).status, Status::Ok);
        assert!(of(12080, &[13, 12]).finding.ends_with("for CUDA 12"));
        let newer = of(12080, &[13]);
        assert_eq!(newer.status, Status::Warning);
        assert!(newer.finding.contains("is for CUDA 13, the driver for CUDA 12"), "{newer:?}");
        assert!(newer.fix.unwrap().contains("update the driver; or install the CUDA toolkit's CUPTI, or the Python package nvidia-cuda-cupti-cu12"));
        assert!(of(14000, &[12]).fix.unwrap().starts_with("install"));
        assert!(of(13000, &[]).finding.starts_with("there is none"));
    }

    #[test]
    fn mig_is_said() {
        let checks = checks(&found(CudaAnswer { mig: vec![1, 3], ..works() }));
        assert_eq!(checks[2].finding, "GPU 1, 3 is in MIG mode");
    }
}
