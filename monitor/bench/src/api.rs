//! The APIs through which a device can be measured, and their words.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum Api {
    #[default]
    LevelZero,
    Cuda,
}

/// How functions that allocate memory are called.
pub struct Allocators {
    pub host: &'static str,
    pub device: &'static str,
    pub shared: &'static str,
}

impl Api {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LevelZero => zetop_wire::api::LEVEL_ZERO.name,
            Self::Cuda => zetop_wire::api::CUDA.name,
        }
    }

    #[must_use]
    pub fn allocators(self) -> Allocators {
        match self {
            Self::LevelZero => Allocators {
                host: "zeMemAllocHost memory",
                device: "zeMemAllocDevice memory",
                shared: "zeMemAllocShared memory",
            },
            Self::Cuda => Allocators {
                host: "pinned memory (cuMemHostAlloc, cudaMallocHost)",
                device: "device memory (cuMemAlloc, cudaMalloc)",
                shared: "managed memory (cuMemAllocManaged, cudaMallocManaged)",
            },
        }
    }

    /// Where zetop's times of operations come from.
    #[must_use]
    pub fn times(self) -> &'static str {
        match self {
            Self::LevelZero => "zetop's event times",
            Self::Cuda => "zetop's times (CUPTI)",
        }
    }

    /// What the program puts around many copies, and reads itself.
    #[must_use]
    pub fn stamps(self) -> &'static str {
        match self {
            Self::LevelZero => "two global timestamps",
            Self::Cuda => "two events (cuEventElapsedTime)",
        }
    }

    /// What to know where the two differ.
    #[must_use]
    pub fn stamps_differ(self) -> Option<&'static str> {
        match self {
            Self::LevelZero => None,
            Self::Cuda => Some("two events also hold what lies between the copies"),
        }
    }

    /// What is to be done where the device's operations have no times.
    #[must_use]
    pub fn without_times(self) -> &'static str {
        match self {
            Self::LevelZero => "zetop doctor may know why",
            Self::Cuda => {
                "times need CUPTI: install the CUDA toolkit's, or the Python package nvidia-cuda-cupti, and name its \
                 libcupti.so in ZETOP_CUPTI (zetop doctor says which version fits)"
            }
        }
    }
}
