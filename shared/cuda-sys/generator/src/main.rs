//! Writes `cuda-sys/src/bindings.rs` and `cuda-sys/src/functions.rs`.
//!
//! ```text
//! pip download --no-deps nvidia-cuda-runtime==13.5.37 nvidia-cuda-cupti==13.5.25 nvidia-cuda-crt==13.5.37
//! pip install --target CLANG libclang
//! LIBCLANG_PATH=CLANG/clang/native cargo run --manifest-path shared/cuda-sys/generator/Cargo.toml -- INCLUDE_DIR
//! ```
//!
//! `INCLUDE_DIR` is `nvidia/cu13/include` of the unpacked wheels: `cuda.h` and `cupti.h` with what they need.
//! NVIDIA's headers stay outside of this repository; what is written here are declarations in Rust, without
//! their comments. They are committed, so that building zetop needs neither headers nor libclang.

mod functions;

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const BANNER: &str =
    "// Written by generator/ from cuda.h (CUDA 13.5) and cupti.h (CUPTI 13.5). Do not edit.\n\n";

/// What zetop uses of CUPTI.
const CUPTI: &str = "cupti(Activity(Enable|Disable|FlushAll|FlushPeriod|GetNextRecord|GetNumDroppedRecords|\
    RegisterCallbacks|EnableLatencyTimestamps|SetAttribute|ConfigureKernelCollection)|GetTimestamp|GetVersion|\
    GetContextId|GetStreamIdEx|GetResultString|Finalize|Subscribe|Subscribe_v2|Unsubscribe|EnableCallback|EnableDomain|GetThreadIdType|SupportedDomains)";

fn main() -> Result<()> {
    let include = std::env::args().nth(1).context("the folder with cuda.h and cupti.h")?;
    let krate = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let file = syn::parse_file(&bind(&include)?)?;
    let (kept, declared) = functions::split(file);
    write(&krate.join("src/bindings.rs"), &prettyplease::unparse(&kept))?;
    write(&krate.join("src/functions.rs"), &functions::render(&declared)?)?;
    Ok(())
}

/// Rust declarations of what the headers declare. With `__CUDA_API_VERSION_INTERNAL` they declare each version
/// of a function under its own name, as the driver exports it.
fn bind(include: &str) -> Result<String> {
    let unit = "#define __CUDA_API_VERSION_INTERNAL 1\n#include <stddef.h>\n#include <cuda.h>\n#include <cupti_result.h>\n\
        #include <cupti_version.h>\n#include <cupti_activity.h>\n#include <cupti_callbacks.h>\n#include <cupti_driver_cbid.h>\n";
    let bindings = bindgen::Builder::default()
        .header_contents("cuda_all.h", unit)
        .clang_args([format!("-I{include}"), "-isystem/usr/lib/gcc/x86_64-linux-gnu/12/include".to_owned()])
        .allowlist_function("cu[A-Z].*")
        .allowlist_function(CUPTI)
        .allowlist_type("CUpti_Activity(Kernel9|Memcpy6|MemcpyPtoP4|Memset4)?")
        .allowlist_type("CUpti_Activity(Kind|MemcpyKind|MemoryKind|Flag)")
        .allowlist_type(
            "CUpti_CallbackDomain|CUpti_CallbackData|CUpti_ApiCallbackSite|CUpti_driver_api_trace_cbid.*",
        )
        .allowlist_type(
            "CU(device_attribute|pointer_attribute|memorytype|graphNodeType|streamCaptureStatus).*",
        )
        .allowlist_type("CUdriverProcAddressQueryResult.*|CUdriverProcAddress_flags.*")
        .default_enum_style(bindgen::EnumVariation::Consts)
        .generate_comments(false)
        .layout_tests(false)
        .prepend_enum_name(false)
        .derive_default(true)
        .generate()
        .context("bindgen could not read the headers")?;
    Ok(bindings.to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, format!("{BANNER}{text}")).with_context(|| format!("writing {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}
