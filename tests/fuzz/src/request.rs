//! What is sent to `--metrics`, from any web page or scraper. Input: the bytes of a connection, up to the longest request.

use crate::target::Target;
use zetop_present::report::metrics::http;

pub const TARGET: Target = Target { name: "request", run: http, seeds };

const REQUESTS: [&[u8]; 9] = [
    b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"HEAD /metrics?x=1 HTTP/1.0\n\n",
    b"GET http://127.0.0.1:9/metrics HTTP/1.1\r\nAccept: application/openmetrics-text\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nSec-Fetch-Site: none\r\nAuthorization: Bearer x\r\n\r\n",
    b"POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
    b"\r\n\r\n\r\nGET / HTTP/1.1\r\nX: y\r\n z\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET  /metrics\tHTTP/1.1\r\nHost : [::1]:80\r\nhost:\x00\xff\r\n\r\n",
];

fn seeds() -> Vec<Vec<u8>> {
    REQUESTS.iter().map(|request| request.to_vec()).collect()
}
