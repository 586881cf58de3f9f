//! What the store refuses, as an answer.

use crate::serve::http::Refusal;
use crate::serve::store::StoreError;
use axum::http::StatusCode;

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        let status = match &error {
            StoreError::NotFound(_) => StatusCode::NOT_FOUND,
            StoreError::Conflict(_) => StatusCode::CONFLICT,
            StoreError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            StoreError::Unknown(_) => StatusCode::UNAUTHORIZED,
            StoreError::Forbidden(_) => StatusCode::FORBIDDEN,
            StoreError::Limited { .. } => StatusCode::TOO_MANY_REQUESTS,
            StoreError::Unavailable { detail } => {
                tracing::error!("the database: {detail}");
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        Self::new(status, error.to_string())
    }
}
