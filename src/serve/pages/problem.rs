//! What does not work, as a page with one sentence.

use super::sheet::bare;
use crate::serve::http::Refusal;
use crate::serve::store::StoreError;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::html;

#[derive(Debug)]
pub(super) struct Problem(Refusal);

pub(super) type Page<T = Response> = Result<T, Problem>;

impl<E: Into<Refusal>> From<E> for Problem {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<FormRejection> for Refusal {
    fn from(error: FormRejection) -> Self {
        Self::new(error.status(), error.body_text())
    }
}

impl Problem {
    pub(super) fn new(sentence: &str) -> Self {
        StoreError::refused(sentence).into()
    }
}

/// A sentence of the server as it begins in a text.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Refusal { status, sentence: text } = self.0;
        let title = match status {
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::FORBIDDEN => "Not allowed",
            StatusCode::SERVICE_UNAVAILABLE => "Try again later",
            _ => "That did not work",
        };
        let content = html! {
            h1 { (title) }
            p role="alert" { (sentence(&text)) }
            p { a.button href="/" { "To the lobby" } }
        };
        (status, bare(title, &content)).into_response()
    }
}
