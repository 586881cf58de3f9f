//! What browsers are told about everything that the server sends: run no script of others, show no page in a frame of others,
//! tell nobody where one was, keep nothing.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

/// Pages have one style sheet of their own and no scripts.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// What holds for every answer; a route that needs something else says so itself.
const ALWAYS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Answers hold what is meant for one person.
    (header::CACHE_CONTROL, "no-store"),
];

/// Seconds after which who has asked too often may ask again; the sentence may say more.
const RETRY_S: &str = "30";

/// A year.
const HTTPS_ONLY: &str = "max-age=31536000";

pub(super) async fn protect(State(is_secure): State<bool>, request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    let answer_status = answer.status();
    let headers = answer.headers_mut();
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if answer_status == StatusCode::TOO_MANY_REQUESTS {
        headers.entry(header::RETRY_AFTER).or_insert(HeaderValue::from_static(RETRY_S));
    }
    if is_secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    answer
}
