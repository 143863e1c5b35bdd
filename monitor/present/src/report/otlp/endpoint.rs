//! Where figures are pushed to.

use std::fmt;

/// A collector: `http://HOST[:PORT][/PATH]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub host: String,
    pub port: u16,
    pub path: String,
}

/// The usual port of OTLP over HTTP.
const PORT: u16 = 4318;
const PATH: &str = "/v1/metrics";

impl Endpoint {
    /// Without a path, that of OTLP's metrics.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "not a collector's URL, such as http://localhost:4318".to_owned();
        if text.starts_with("https://") {
            return Err("zetop speaks plain HTTP: give a collector that does, such as one on this machine, \
                        which passes figures on by TLS"
                .to_owned());
        }
        let rest = text.strip_prefix("http://").ok_or_else(wrong)?;
        let (place, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        // `[::1]:4318`
        let (host, port) = match place.strip_prefix('[').and_then(|inside| inside.split_once(']')) {
            Some((host, after)) => (host, after.strip_prefix(':').or(after.is_empty().then_some(""))),
            None => place.split_once(':').map_or((place, Some("")), |(host, port)| (host, Some(port))),
        };
        let port = match port.ok_or_else(wrong)? {
            "" => PORT,
            port => port.parse().map_err(|_| wrong())?,
        };
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'@');
        if host.is_empty() || !is_plain(host) || !is_plain(path) {
            return Err(wrong());
        }
        let path = if matches!(path, "" | "/") { PATH } else { path };
        Ok(Self { host: host.to_owned(), port, path: path.to_owned() })
    }

    /// For the header `Host`.
    pub fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.authority(), self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_collectors() {
        let of = |text: &str| Endpoint::parse(text).map(|endpoint| endpoint.to_string());
        for (text, whole) in [
            ("http://localhost:4318", "http://localhost:4318/v1/metrics"),
            ("http://collector", "http://collector:4318/v1/metrics"),
            ("http://10.0.0.1:9090/api/v1/otlp/v1/metrics", "http://10.0.0.1:9090/api/v1/otlp/v1/metrics"),
            ("http://[::1]:80/", "http://[::1]:80/v1/metrics"),
            ("http://[::1]", "http://[::1]:4318/v1/metrics"),
        ] {
            assert_eq!(of(text).as_deref(), Ok(whole), "{text}");
        }
        for wrong in
            ["", "localhost:4318", "http://", "http://h:x", "http://h:99999", "http://a b/", "http://u@h/"]
        {
            assert!(of(wrong).unwrap_err().starts_with("not a collector's URL"), "{wrong}");
        }
        assert!(of("https://collector").unwrap_err().contains("plain HTTP"));
    }
}
