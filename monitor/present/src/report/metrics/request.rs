//! A request, as far as it has come, and what it is answered.

use super::listen::Access;
use httparse::{EMPTY_HEADER, Error, Header, Request, Status};

/// Longest request that is read.
pub(super) const LONGEST: usize = 8 << 10;
/// Most headers. Browsers send about twenty.
const HEADERS: usize = 64;

/// What is to be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The rest has not come yet.
    More,
    Figures {
        head_only: bool,
        open_metrics: bool,
    },
    Refused(Refusal),
}

/// An answer without figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    BadRequest,
    NoToken,
    Foreign,
    NotFound,
    NotGet,
    TooSlow,
    TooLong,
    NotReady,
}

impl Refusal {
    /// The status line's end, further headers, and the text.
    pub(super) fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::BadRequest => ("400 Bad Request", "", "this is not HTTP/1"),
            Self::NoToken => (
                "401 Unauthorized",
                "WWW-Authenticate: Bearer\r\n",
                "the token of --metrics-token is missing or wrong",
            ),
            Self::Foreign => (
                "403 Forbidden",
                "",
                "a web page asks, or the name in Host is not this machine's: ask for localhost or an address",
            ),
            Self::NotFound => ("404 Not Found", "", "the figures are at /metrics"),
            Self::NotGet => ("405 Method Not Allowed", "Allow: GET, HEAD\r\n", "only GET"),
            Self::TooSlow => ("408 Request Timeout", "", "the request did not come in time"),
            Self::TooLong => ("431 Request Header Fields Too Large", "", "the request is too long"),
            Self::NotReady => ("503 Service Unavailable", "", "there are no figures yet"),
        }
    }
}

/// Reads what has come. Lines may end in LF alone.
pub(super) fn asked(bytes: &[u8], access: &Access) -> Asked {
    let mut headers = [EMPTY_HEADER; HEADERS];
    let mut request = Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(Status::Complete(_)) => answer(&request, access),
        // Empty lines before a request are none of it; a request that has no other is no GET.
        Ok(Status::Partial) if bytes.trim_ascii().is_empty() && lines(bytes) > 1 => {
            Asked::Refused(Refusal::NotGet)
        }
        Ok(Status::Partial) if bytes.len() < LONGEST => Asked::More,
        Ok(Status::Partial) | Err(Error::TooManyHeaders) => Asked::Refused(Refusal::TooLong),
        Err(_) => Asked::Refused(Refusal::BadRequest),
    }
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

fn answer(request: &Request<'_, '_>, access: &Access) -> Asked {
    let (method, target) = (request.method.unwrap_or_default(), request.path.unwrap_or_default());
    let (authority, path) = parts(target);
    let hosts = values(request.headers, "host").chain(authority.map(str::as_bytes));
    // Programs that scrape send none of them; a browser does, for what a page wants.
    let of_page = values(request.headers, "origin").next().is_some()
        || values(request.headers, "sec-fetch-site").any(|site| site != b"none");
    if of_page || !hosts.into_iter().all(|host| access.knows(host)) {
        return Asked::Refused(Refusal::Foreign);
    }
    if !access.admits(values(request.headers, "authorization").next()) {
        return Asked::Refused(Refusal::NoToken);
    }
    if !matches!(method, "GET" | "HEAD") {
        return Asked::Refused(Refusal::NotGet);
    }
    if path != "/metrics" {
        return Asked::Refused(Refusal::NotFound);
    }
    let wants =
        |value: &[u8]| String::from_utf8_lossy(value).to_ascii_lowercase().contains("openmetrics-text");
    let open_metrics = values(request.headers, "accept").any(wants);
    Asked::Figures { head_only: method == "HEAD", open_metrics }
}

fn values<'a>(headers: &'a [Header<'_>], name: &str) -> impl Iterator<Item = &'a [u8]> {
    headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value)
}

/// `/metrics?x=1`, or with the server before it, as proxies are asked.
fn parts(target: &str) -> (Option<&str>, &str) {
    let without_query = target.split(['?', '#']).next().unwrap_or_default();
    let scheme = without_query.find("://").filter(|at| !without_query[..*at].contains('/'));
    match scheme.map(|at| &without_query[at + 3..]) {
        None => (None, without_query),
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
    }
}

/// Reads any bytes as a request, as they would come in pieces, and makes sure of what whoever asks must not get: for tests
/// with made-up input.
///
/// # Panics
/// When a rule of the server is broken: the answer is the same in whatever pieces the request comes in; figures are given to
/// those who ask by GET or HEAD, to no web page, and where there is a token, to those who have it.
pub fn http(data: &[u8]) {
    let data = &data[..data.len().min(LONGEST)];
    let open = Access::default();
    let whole = asked(data, &open);
    // Looked at again whenever something has come, until there is an answer.
    let step = (data.len() / 16).max(1);
    // A blank line after another is an answer by itself, whatever comes later.
    let blank = data.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let first = (blank + 1..data.len()).step_by(step).map(|end| asked(&data[..end], &open));
    if let Some(early) = first.into_iter().find(|early| *early != Asked::More) {
        assert_eq!(early, whole, "an answer that came before the end");
    }
    if data.len() == LONGEST {
        assert_ne!(whole, Asked::More, "nothing more is read");
    }
    if let Asked::Figures { .. } = whole {
        let text = String::from_utf8_lossy(data).to_ascii_lowercase();
        assert!(text.contains("/metrics"), "{text:?}");
        let head = text.trim_start();
        assert!(head.starts_with("get ") || head.starts_with("head "), "{text:?}");
        let names = |name: &str| {
            let lines = head.lines().take_while(|line| !line.is_empty());
            lines.into_iter().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
        };
        assert!(!names("origin"), "{text:?}");
        // Nobody can guess it.
        let closed = asked(data, &Access::with_token(b"c0ffee c0ffee c0ffee"));
        assert_eq!(closed, Asked::Refused(Refusal::NoToken), "{text:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Asked {
        asked(text.as_bytes(), &Access::default())
    }

    const PLAIN: Asked = Asked::Figures { head_only: false, open_metrics: false };

    #[test]
    fn requests_and_their_answers() {
        for text in [
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /metrics HTTP/1.0\r\n\r\n",
            "GET /metrics HTTP/1.1\nHost: 127.0.0.1:9\n\n",
            "GET http://127.0.0.1:9/metrics HTTP/1.1\r\n\r\n",
            "GET /metrics?a=b HTTP/1.1\r\nSec-Fetch-Site: none\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n",
        ] {
            assert_eq!(request(text), PLAIN, "{text}");
        }
        let refused = |text: &str| -> u32 {
            match request(text) {
                Asked::Refused(why) => why.words().0[..3].parse().unwrap(),
                other => panic!("{text}: {other:?}"),
            }
        };
        let refusals: [(&str, u32); 11] = [
            ("\r\n\r\n", 405),
            ("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
            ("GET http://evil.example/metrics HTTP/1.1\r\n\r\n", 403),
            ("GET /metrics HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n", 403),
            ("GET /metrics HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403),
            ("GET / HTTP/1.1\r\n\r\n", 404),
            ("GET /metrics/ HTTP/1.1\r\n\r\n", 404),
            ("POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", 405),
            ("GET /metrics\r\n", 400),
            ("\0\u{1}\r\n\r\n", 400),
            ("GET /metrics HTTP/2.0\r\n\r\n", 400),
        ];
        for (text, status) in refusals {
            assert_eq!(refused(text), status, "{text}");
        }
        let long = "x".repeat(LONGEST);
        assert_eq!(refused(&format!("GET /metrics HTTP/1.1\r\nA: {long}")), 431);
        assert_eq!(refused(&format!("GET /{long}")), 431);
        assert_eq!(refused(&format!("GET /metrics HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(HEADERS + 1))), 431);
        let open = "HEAD /metrics HTTP/1.1\r\nAccept: text/plain;q=0.1, application/OpenMetrics-Text\r\n\r\n";
        assert_eq!(request(open), Asked::Figures { head_only: true, open_metrics: true });
        assert_eq!(request("GET /metrics HTTP/1.1\r\nHost: a\r\n"), Asked::More);
        assert_eq!((request(""), request("\r\nGET /metrics HTTP/1.0\r\n\r\n")), (Asked::More, PLAIN));
    }

    /// Whatever comes, in whatever pieces: an answer or a wait, and a wait that has an end.
    #[test]
    fn nothing_that_is_sent_brings_it_down() {
        let seeds = [
            "GET /metrics HTTP/1.1\r\nHost: localhost:9100\r\nAccept: */*\r\nAuthorization: Bearer x\r\n\r\n",
            "HEAD http://[::1]:9100/metrics?x HTTP/1.0\nOrigin: null\n\n",
        ];
        let access = Access::default();
        for seed in 0..20_000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut bytes = seeds[random.usize(..seeds.len())].as_bytes().to_vec();
            for _ in 0..random.usize(..8) {
                let at = random.usize(..=bytes.len());
                match random.u8(..5) {
                    0 => bytes.insert(at, random.u8(..)),
                    1 if at < bytes.len() => bytes[at] = random.u8(..),
                    2 => bytes.truncate(at),
                    3 => {
                        let piece = bytes[at..].to_vec();
                        bytes.extend(piece);
                    }
                    _ => bytes.splice(at..at, b"\r\n".repeat(random.usize(..3))).for_each(drop),
                }
            }
            let settled = (0..=bytes.len()).find(|end| asked(&bytes[..*end], &access) != Asked::More);
            // Once it is settled, what comes after changes nothing but what is wrong with it.
            if let Some(end) = settled
                && let answer @ Asked::Figures { .. } = asked(&bytes[..end], &access)
            {
                assert_eq!(asked(&bytes, &access), answer, "seed {seed}: {}", bytes.escape_ascii());
            }
            bytes.resize(LONGEST.max(bytes.len()), b'x');
            assert_ne!(asked(&bytes, &access), Asked::More, "seed {seed}");
        }
    }
}
