//! A program that asks the loader for the validation layer by itself, under whose name the probe would come.

use super::program::Program;
use crate::arguments::Arguments;
use crate::ledger::Ledger;
use crate::ze::Gpu;
use anyhow::Result;

pub const OWN_LAYER: Program = Program {
    name: "own-layer",
    about: "asks for the validation layer by itself, with setenv, and says whether it came",
    keys: &[("ask", "1")],
    run: own_layer,
};

fn own_layer(arguments: &Arguments) -> Result<()> {
    if arguments.get::<u32>("ask")? == 1 {
        // SAFETY: there is one thread yet.
        unsafe { std::env::set_var("ZE_ENABLE_VALIDATION_LAYER", "1") };
    }
    let gpu = Gpu::open()?;
    gpu.driver.api_version()?;
    let maps = std::fs::read_to_string("/proc/self/maps")?;
    // the file itself, not the link that it is found by
    let came = maps.lines().any(|line| line.contains("libze_validation_layer.so.1."));
    println!("the layer is {}", if came { "here" } else { "not here" });
    let mut ledger = Ledger::new();
    ledger.calls("zeDriverGetApiVersion", 1, 0);
    ledger.print();
    Ok(())
}
