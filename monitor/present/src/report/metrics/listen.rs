//! Where figures are served, and who may ask for them.

use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// A longer token is not read.
const LONGEST_TOKEN: u64 = 4096;
/// Connections that the kernel keeps for us.
const BACKLOG: i32 = 1024;
/// Ports after one that is taken: a machine's ranks.
const MOST_TRIED: u16 = 1024;

/// An address for `--metrics`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listen {
    Tcp(SocketAddr),
    /// A socket in the file system, for its owner alone.
    Unix(PathBuf),
}

impl Listen {
    /// `9100`, `:9100`, `127.0.0.1:9100`, `[::]:9100`, `unix:PATH`.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            let is_there = !path.is_empty();
            return is_there.then(|| Self::Unix(path.into())).ok_or_else(|| "unix: needs a path".to_owned());
        }
        let port = text.strip_prefix(':').unwrap_or(text);
        if let Ok(port) = port.parse() {
            return Ok(Self::Tcp((Ipv4Addr::LOCALHOST, port).into()));
        }
        text.parse().map(Self::Tcp).map_err(|_| {
            "not an address with a port, such as 127.0.0.1:9100, or a port, or unix:PATH".to_owned()
        })
    }

    pub(super) fn bind(&self) -> io::Result<Bound> {
        match self {
            Self::Tcp(at) => {
                let listener = bind_near(at)?;
                listener.set_nonblocking(true)?;
                Ok(Bound { at: Some(listener.local_addr()?), socket: listener.into(), path: None })
            }
            Self::Unix(path) => {
                let socket = bind_unix(path)?;
                Ok(Bound { at: None, socket, path: Some(path.clone()) })
            }
        }
    }
}

/// At this port, or at the next one that is free.
fn bind_near(at: &SocketAddr) -> io::Result<TcpListener> {
    let in_use = match TcpListener::bind(at) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && at.port() != 0 => error,
        other => return other,
    };
    let next = (1..=MOST_TRIED).map_while(|more| at.port().checked_add(more));
    for port in next {
        match TcpListener::bind(SocketAddr::new(at.ip(), port)) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            other => return other,
        }
    }
    Err(in_use)
}

impl std::fmt::Display for Listen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tcp(at) => at.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// A socket that listens.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) socket: OwnedFd,
    /// The address, if it listens on TCP.
    at: Option<SocketAddr>,
    /// Removed with the value.
    path: Option<PathBuf>,
}

impl Bound {
    /// Where it is, if not where it was to be.
    pub(super) fn instead_of(&self, wanted: &Listen) -> Option<SocketAddr> {
        match (self.at, wanted) {
            (Some(here), Listen::Tcp(at)) if at.port() != 0 && at.port() != here.port() => Some(here),
            _ => None,
        }
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// 0600 from the first moment, whatever the umask is.
fn bind_unix(path: &Path) -> io::Result<OwnedFd> {
    let address = SocketAddrUnix::new(path)?;
    let new = || -> io::Result<OwnedFd> {
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
        // Linux gives the file the mode of the socket.
        rustix::fs::fchmod(&socket, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR)?;
        Ok(socket)
    };
    let socket = new()?;
    if let Err(error) = rustix::net::bind(&socket, &address) {
        // A file that is no socket refuses to be connected to, as well.
        let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
        let connected = new().and_then(|probe| Ok(rustix::net::connect(&probe, &address)?));
        let refused = connected.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        let is_left_over = is_socket && refused;
        if error != rustix::io::Errno::ADDRINUSE || !is_left_over {
            return Err(error.into());
        }
        // A zetop that was killed has left its socket there.
        std::fs::remove_file(path)?;
        rustix::net::bind(&socket, &address)?;
    }
    rustix::net::listen(&socket, BACKLOG)?;
    Ok(socket)
}

/// Who may ask.
#[derive(Debug, Clone, Default)]
pub(super) struct Access {
    /// What the request has to bring: `Authorization: Bearer TOKEN`.
    token: Option<Vec<u8>>,
    /// Names by which a browser may not reach us are refused.
    names: Names,
}

/// The names of this machine that a request may call it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Names {
    /// A socket in the file system: no browser gets there.
    Any,
    /// Numbers, and names without a dot, which nobody can have in the DNS.
    #[default]
    Local,
    /// Also this machine's, in any domain.
    Own(String),
}

impl Access {
    /// # Errors
    /// When the file with the token cannot be read, or has none.
    pub(super) fn new(bound: &Bound, token: Option<&Path>) -> io::Result<Self> {
        let names = match bound.at {
            None => Names::Any,
            Some(at) if at.ip().is_loopback() => Names::Local,
            Some(_) => {
                let name = rustix::system::uname();
                let name = name.nodename().to_string_lossy().into_owned();
                Names::Own(name.split('.').next().unwrap_or_default().to_ascii_lowercase())
            }
        };
        Ok(Self { token: token.map(read_token).transpose()?, names })
    }

    /// Whoever has the token may ask.
    pub(super) fn with_token(token: &[u8]) -> Self {
        Self { token: Some(token.to_vec()), ..Self::default() }
    }

    /// The request brings the token, if it has to.
    pub(super) fn admits(&self, authorization: Option<&[u8]>) -> bool {
        let Some(token) = &self.token else { return true };
        let brought = authorization.and_then(|value| {
            let (scheme, rest) = value.split_at_checked("bearer ".len())?;
            scheme.eq_ignore_ascii_case(b"bearer ").then(|| rest.trim_ascii())
        });
        // As long for a wrong token as for the right one.
        brought.is_some_and(|brought| {
            brought.len() == token.len()
                && brought.iter().zip(token).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
        })
    }

    /// A web page can have its own name lead to this machine, and read what comes from there: the name is then that of the
    /// page.
    pub(super) fn knows(&self, host: &[u8]) -> bool {
        let Ok(host) = std::str::from_utf8(host) else { return false };
        let host = host.trim().to_ascii_lowercase();
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(&*host, |(name, _)| name),
        };
        if name.parse::<IpAddr>().is_ok() || !name.trim_end_matches('.').contains('.') {
            return true;
        }
        match &self.names {
            Names::Any => true,
            Names::Local => false,
            Names::Own(own) => !own.is_empty() && name.split('.').next() == Some(own),
        }
    }
}

fn read_token(path: &Path) -> io::Result<Vec<u8>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let text = zetop_system::limit::read(path, LONGEST_TOKEN).map_err(named)?;
    let token = text.trim_ascii();
    if token.is_empty() || token.contains(&b'\n') {
        return Err(named(io::Error::other("it should have one line, the token")));
    }
    Ok(token.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn addresses() {
        let local = |port| Ok(Listen::Tcp((Ipv4Addr::LOCALHOST, port).into()));
        assert_eq!([Listen::parse("9100"), Listen::parse(":9100")], [local(9100), local(9100)]);
        assert_eq!(Listen::parse("unix:/run/zetop"), Ok(Listen::Unix("/run/zetop".into())));
        assert!(Listen::parse("unix:").is_err() && Listen::parse("1.2.3.4").is_err());
    }

    #[test]
    fn a_page_that_has_its_name_lead_here_is_not_answered() {
        let with = |names| Access { token: None, names };
        let local = with(Names::Local);
        for host in
            ["localhost", "LOCALHOST:9100", "127.0.0.1:9100", "[::1]:9100", "10.0.0.7", "gpu07:80", ""]
        {
            assert!(local.knows(host.as_bytes()), "{host}");
        }
        let evil: [&[u8]; 4] = [b"evil.example", b"evil.example:9100", b"127.0.0.1.evil.example", b"\xff"];
        for host in evil {
            assert!(!local.knows(host), "{host:?}");
        }
        let own = with(Names::Own("gpu07".to_owned()));
        assert!(own.knows(b"gpu07.cluster.example:9100") && !own.knows(b"evil.example"));
        assert!(with(Names::Any).knows(b"evil.example"));
    }

    #[test]
    fn a_token_is_asked_for_where_there_is_one() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("token");
        let listener = Listen::Tcp((Ipv4Addr::LOCALHOST, 0).into()).bind().unwrap();
        assert!(Access::new(&listener, None).unwrap().admits(None));
        assert!(Access::new(&listener, Some(&file)).unwrap_err().to_string().contains("token: No such"));
        std::fs::write(&file, "\n").unwrap();
        assert!(Access::new(&listener, Some(&file)).is_err());
        std::fs::write(&file, "secret\n").unwrap();
        let access = Access::new(&listener, Some(&file)).unwrap();
        assert!(access.admits(Some(b"Bearer secret")) && access.admits(Some(b"bearer  secret ")));
        for wrong in [None, Some(&b"Bearer"[..]), Some(b"Bearer secre"), Some(b"Basic secret"), Some(b"")] {
            assert!(!access.admits(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_socket_is_its_owners_and_goes_with_zetop() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("metrics");
        let bound = Listen::Unix(path.clone()).bind().unwrap();
        let found = std::fs::symlink_metadata(&path).unwrap();
        assert!(found.file_type().is_socket());
        assert_eq!(found.permissions().mode() & 0o777, 0o600);
        // Another zetop's is left alone, one that nobody listens to is replaced, and so is nothing else.
        assert_eq!(Listen::Unix(path.clone()).bind().unwrap_err().kind(), io::ErrorKind::AddrInUse);
        drop(bound);
        assert!(!path.exists());
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        drop(Listen::Unix(path.clone()).bind().unwrap());
        std::fs::write(&path, "precious").unwrap();
        assert!(Listen::Unix(path.clone()).bind().is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    }
}
