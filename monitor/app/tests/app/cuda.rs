//! CUDA, on a stand-in driver with its CUPTI (`tests/cuda-stub`): programs with known answers, launched and attached
//! to. What a real GPU shows is in `tests/gpu`.

mod attach;
mod bench;
mod both;
mod cold;
mod collectives;
mod doctor;
mod figures;
mod footprint;
mod goes_on;
mod in_flight;
mod lets_go;
mod memory_sites;
mod program;
mod python;
mod ranges;
mod sensors;
mod trouble;
