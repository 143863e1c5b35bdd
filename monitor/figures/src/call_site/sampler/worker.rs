//! The thread that resolves samples: reading the debug information of large programs takes seconds.

use super::super::apart::Apart;
use super::super::earlier::{Candidates, Observations, observe_thread};
use super::super::outside::CallToPlace;
use super::super::{CallSite, StackSample};
use super::limits::QUEUE;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use zetop_wire::catalog::Catalog;

pub(super) enum Job {
    /// A process will be sampled: look at its modules while it exists.
    Meet(u32, Arc<Catalog>),
    /// Other code is at addresses of the process.
    MeetAgain(u32),
    Resolve(u64, u32, Arc<Catalog>, StackSample),
    /// Resolves a stack that is no sample of a row, such as that of an allocation.
    Trace(u64, u32, Arc<Catalog>, StackSample),
    /// Read the stack of a call that has not returned, and resolve that.
    Place(u64, CallToPlace, Arc<Catalog>),
    /// See whether threads are in calls that nobody has noted.
    See(Candidates, Arc<Catalog>),
}

/// What the worker has found out.
pub(super) enum Done {
    Site(u64, Option<CallSite>),
    Traced(Traced),
    Observations(Observations),
}

/// Where a stack came from that `Sampler::trace` was given.
#[derive(Debug, Clone, Default)]
pub struct Traced {
    pub number: u64,
    pub site: CallSite,
    /// The addresses of all frames, innermost first, each within its call.
    pub addresses: Vec<u64>,
}

/// Resolves samples: reading the debug information of large programs takes seconds.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) jobs: SyncSender<Job>,
    pub(super) done: Receiver<Done>,
}

impl Worker {
    pub(super) fn start() -> Option<Self> {
        let (jobs, work) = sync_channel::<Job>(QUEUE);
        let (results, done) = channel();
        let run = move || {
            let mut resolver = Apart::this_program();
            for job in work {
                match job {
                    Job::Meet(pid, catalog) => resolver.meet(pid, &catalog),
                    Job::MeetAgain(pid) => resolver.meet_again(pid),
                    Job::Resolve(wish, pid, catalog, sample) => {
                        // nobody listens any more when the session is over
                        let site = resolver.resolve(pid, &catalog, &sample);
                        let _ = results.send(Done::Site(wish, Some(site)));
                    }
                    Job::Trace(number, pid, catalog, sample) => {
                        let (site, addresses) = resolver.trace(pid, &catalog, &sample);
                        let _ = results.send(Done::Traced(Traced { number, site, addresses }));
                    }
                    Job::Place(wish, call, catalog) => {
                        let sample = call.sample();
                        let site = sample.map(|sample| resolver.resolve(call.pid, &catalog, &sample));
                        let _ = results.send(Done::Site(wish, site.filter(|_| call.goes_on())));
                    }
                    Job::See(suspects, catalog) => {
                        let pid = suspects.pid;
                        let look = |(tid, known): &(u32, Option<u64>)| {
                            let sight = observe_thread(&suspects, *tid, *known, |sample| {
                                resolver.entered(pid, &catalog, sample)
                            });
                            (*tid, sight)
                        };
                        let threads = suspects.threads.iter().map(look).collect();
                        let _ = results.send(Done::Observations(Observations { pid, catalog, threads }));
                    }
                }
            }
        };
        std::thread::Builder::new().name("call-sites".to_owned()).spawn(run).ok()?;
        Some(Self { jobs, done })
    }
}
