//! Raw sockets in the place of a probe's: what a hostile target could do to the control channel.

use super::*;
use rustix::net::SendAncillaryBuffer;
use std::mem::MaybeUninit;
use std::os::fd::AsFd;

/// A server as ipc-channel would make it, with bytes of ours.
struct Hostile {
    _folder: tempfile::TempDir,
    path: PathBuf,
    listener: OwnedFd,
}

impl Hostile {
    fn new(backlog: i32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let listener =
            net::socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None).unwrap();
        net::bind(&listener, &SocketAddrUnix::new(&path).unwrap()).unwrap();
        net::listen(&listener, backlog).unwrap();
        Self { _folder: folder, path, listener }
    }

    fn server(&self) -> Server {
        Server { path: self.path.clone(), owner: rustix::process::geteuid().as_raw() }
    }
}

/// A packet with descriptors, as many as one packet takes.
fn send_descriptors(socket: &OwnedFd, bytes: &[u8], descriptor: &std::fs::File) -> bool {
    let all = [descriptor.as_fd(); 200];
    let mut space = vec![MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(200))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    assert!(ancillary.push(net::SendAncillaryMessage::ScmRights(&all)));
    let parts = [std::io::IoSlice::new(bytes)];
    net::sendmsg(socket, &parts, &mut ancillary, SendFlags::DONTWAIT | SendFlags::NOSIGNAL).is_ok()
}

/// Descriptors of this process that lead to that file.
fn descriptors_of(path: &Path) -> usize {
    let all = std::fs::read_dir("/proc/self/fd").unwrap().flatten();
    all.filter(|fd| std::fs::read_link(fd.path()).is_ok_and(|to| to == path)).count()
}

/// Whatever ipc-channel's `recv` would believe: sizes without end, fragments that never come, packets shorter
/// than a header, messages that are none, descriptors to map. Nothing is taken, so nothing is believed.
#[test]
fn what_a_target_sends_is_never_read() {
    let hostile = Hostile::new(8);
    let mut control = Control::default();
    control.connect((1, 1), hostile.server());
    assert_eq!(control.open_connections(), 1);
    let accepted = net::accept(&hostile.listener).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("descriptor");
    std::fs::write(&path, "x").unwrap();
    let file = std::fs::File::open(&path).unwrap();
    let header = |fragment: usize, total: usize| {
        [fragment.to_ne_bytes().to_vec(), total.to_ne_bytes().to_vec(), vec![0xff; 24]].concat()
    };
    let packets = [
        header(40, 24),
        header(40, usize::MAX),
        header(40, 1 << 46),
        header(40, 3),
        header(usize::MAX, 24),
        header(1, 1),
        vec![8, 0, 0, 0, 0, 0, 0, 0],
        vec![0xff],
        vec![0xff; 100_000],
    ];
    let mut sent = 0;
    for _ in 0..100 {
        for packet in &packets {
            sent += usize::from(send_descriptors(&accepted, packet, &file));
            sent += usize::from(net::send(&accepted, packet, SendFlags::DONTWAIT).is_ok());
        }
        control.poll();
    }
    assert!((2..2_000).contains(&sent), "the socket takes {sent} packets, and then no more");
    assert_eq!(descriptors_of(&path), 1, "none of those that were sent came to us");

    // and orders still go out
    control.detach();
    let mut orders = Vec::new();
    for _ in 0..2 {
        let mut buffer = [0; 64];
        let (n, _) = net::recv(&accepted, &mut buffer, net::RecvFlags::DONTWAIT).unwrap();
        orders.push(buffer[..n].to_vec());
    }
    assert_eq!(orders, [ToProbe::Watch.packet(), ToProbe::Detach.packet()]);
    control.forget((1, 1));
    assert_eq!(control.open_connections(), 0);
    drop(accepted);
}

#[test]
fn a_server_that_takes_no_connection_holds_nothing_up() {
    let hostile = Hostile::new(0);
    let mut control = Control::default();
    // the backlog takes one or two; an honest probe behind them is reached all the same
    for i in 0..5 {
        control.connect((i, 1), hostile.server());
    }
    assert!(control.open_connections() < 5);
    let honest = Hostile::new(8);
    control.connect((9, 1), honest.server());
    let before = control.open_connections();
    for _ in 0..=MOST_TRIES {
        control.poll();
    }
    control.detach();
    assert_eq!(control.open_connections(), before);
    assert!(control.probes.iter().any(|p| p.key.0 == 9 && p.told));
    assert!(control.probes.iter().all(|p| !matches!(p.link, Link::Waiting(_))), "given up");
}

#[test]
fn a_server_that_is_gone_costs_no_descriptor() {
    let dir = tempfile::tempdir().unwrap();
    let dead = dir.path().join("dead");
    drop(std::os::unix::net::UnixListener::bind(&dead).unwrap());
    let count = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let before = count();
    let mut control = Control::default();
    for i in 0..500 {
        control.connect((i, 1), Server { path: dead.clone(), owner: 0 });
        control.connect((i, 2), Server { path: "/nonexistent".into(), owner: 0 });
        control.connect((i, 3), Server { path: "/".repeat(300).into(), owner: 0 });
    }
    assert_eq!(control.open_connections(), 0);
    // other tests of this process open files, too
    assert!(count() < before + 250, "{before} before, {} now", count());
}

/// A probe's file may name any socket: one of another user gets nothing from us.
#[test]
fn somebody_elses_server_gets_no_order() {
    let hostile = Hostile::new(8);
    let mut control = Control::default();
    control.connect((1, 1), Server { owner: hostile.server().owner + 1, ..hostile.server() });
    control.detach();
    assert_eq!(control.open_connections(), 0);
    let accepted = net::accept(&hostile.listener).unwrap();
    let (n, _) = net::recv(&accepted, &mut [0; 64], net::RecvFlags::DONTWAIT).unwrap();
    assert_eq!(n, 0, "hung up without a word");
}

#[test]
fn only_sockets_of_dead_probes_of_that_shape_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join(".tmpAbc");
    std::fs::create_dir(&folder).unwrap();
    let (socket, other) = (folder.join("socket"), dir.path().join("precious"));
    std::fs::write(&other, "x").unwrap();
    remove_leftover(&other);
    std::fs::write(&socket, "not a socket").unwrap();
    remove_leftover(&socket);
    assert!(other.exists() && socket.exists());

    std::fs::remove_file(&socket).unwrap();
    let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let server = || Server { path: socket.clone(), owner: 0 };
    let mut control = Control::default();
    control.connect((std::process::id(), 1), server());
    drop(control);
    assert!(socket.exists(), "the process is alive");
    drop(listener);
    let mut control = Control::default();
    control.connect((u32::MAX, 1), server());
    drop(control);
    assert!(!folder.exists());
}
