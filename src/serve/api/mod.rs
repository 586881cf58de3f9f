//! The routes for programs: JSON in, JSON out. Each route is described where it is; the text of all descriptions is at
//! `/api/openapi.json`.
//!
//! A refusal is a status and `{ "error": "<sentence>" }`. Fields that are not known are refused.

mod access;
mod account;
mod games;
mod levels;
mod lobby;
mod moderation;
mod openapi;
mod players;
mod service;

pub(super) use games::{Wanted, search};
pub(super) use moderation::{REASONS, complain};
pub use openapi::document;
pub(super) use players::{Player, player_of};

use super::http::{Refusal, Site};
use super::office::Office;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use utoipa_axum::router::OpenApiRouter;

/// Bytes of a usual body.
const BODY: usize = 64 << 10;

type Answer<T> = Result<T, Refusal>;

/// A body that is JSON of this form.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        super::http::body(Json::from_request(request, state).await).map(Self)
    }
}

/// What follows the question mark.
pub(super) struct Asked<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Self(asked)).map_err(|error| Refusal::new(error.status(), error.body_text()))
    }
}

/// A part of the address that has this form.
pub(super) struct Place<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Place<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(place)| Self(place))
            .map_err(|_| Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address"))
    }
}

fn described() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .merge(service::routes())
        .merge(access::routes())
        .merge(account::routes())
        .merge(players::routes())
        .merge(moderation::routes())
        .layer(DefaultBodyLimit::max(BODY))
        .merge(lobby::routes())
        .merge(games::routes())
        .merge(levels::routes())
}

/// The routes.
pub(super) fn routes(office: Office) -> Router<Site> {
    let (routes, _) = described().split_for_parts();
    routes.with_state(office)
}
