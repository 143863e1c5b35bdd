//! From a row to the numbers by which a process knows it: of a function, or of classes of operations.

use super::devices::DeviceMap;
use crate::aggregate::Aggregate;
use crate::aggregate::device::OpClass;
use crate::aggregate::process::Process;
use crate::sink::ProcessId;
use crate::snapshot::About;
use zetop_wire::layout::OpKind;
use zetop_wire::requests::Asked;

impl Aggregate {
    /// How to ask each running process that has calls of a row about it.
    #[must_use]
    pub fn asked(&self, row: &About) -> Vec<(ProcessId, Asked)> {
        let processes: Vec<&Process> = self.processes.values().collect();
        let devices = DeviceMap::from_processes(&processes);
        let running = self.processes.iter().enumerate().filter(|(_, (_, process))| process.running);
        let asked = running.filter_map(|(i, (id, process))| {
            let function = |function: u32, errors_only| {
                let number = process.dictionary.position(function)?;
                process.functions.contains(function).then_some(Asked::Function { number, errors_only })
            };
            let asked = match row {
                About::Api(id) => function(*id, false)?,
                About::Failing(id) => function(*id, true)?,
                _ => {
                    let is_of = |class: &OpClass| self.is_of(row, class, devices.id(i, class.device));
                    let classes = process.device.classes.iter().enumerate();
                    let classes: Vec<u32> = classes
                        .filter(|(_, class)| class.as_ref().is_some_and(|c| is_of(&c.class)))
                        .map(|(number, _)| number as u32)
                        .collect();
                    (!classes.is_empty()).then_some(Asked::Classes(classes))?
                }
            };
            Some((*id, asked))
        });
        asked.collect()
    }

    fn is_of(&self, row: &About, class: &OpClass, on: u32) -> bool {
        match row {
            About::Transfer { src, dst, device } => class.transfer.is_some_and(|(from, to, _)| {
                *device == on && self.names.kind(from).name == *src && self.names.kind(to).name == *dst
            }),
            About::Kernel { name, device } => {
                class.kind == OpKind::Kernel && *device == on && *class.name == **name
            }
            _ => false,
        }
    }
}
