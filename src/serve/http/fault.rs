//! Mistakes as answers: a status and one sentence.

use crate::online::talk::Fault;
use crate::serve::hall::HallError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub status: StatusCode,
    pub sentence: String,
}

impl Refusal {
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into() }
    }

    /// Nobody knows who asks.
    pub fn stranger() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "the server does not know who you are, join or sign in first")
    }

    pub fn too_many() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too many requests come from your address, wait half a minute")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(Fault { error: self.sentence })).into_response()
    }
}

impl From<HallError> for Refusal {
    fn from(error: HallError) -> Self {
        let status = match error {
            HallError::Unknown => StatusCode::NOT_FOUND,
            HallError::Refused(_) => StatusCode::CONFLICT,
            HallError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            HallError::Disk(_) => StatusCode::INSUFFICIENT_STORAGE,
        };
        Self::new(status, error.to_string())
    }
}

pub(super) async fn nothing_here() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address")
}
