//! What the server says of itself.

use super::{Answer, document};
use crate::net::PROTOCOL;
use crate::online::talk::About;
use crate::serve::http::Refusal;
use crate::serve::lobby::DECLINE_REASONS;
use crate::serve::office::{OfferLine, Office};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(about))
        .routes(routes!(kinds))
        .routes(routes!(health))
        .routes(routes!(ready))
        .routes(routes!(openapi))
}

/// The versions of the server
#[utoipa::path(get, path = "/api/about", tag = "server", responses((status = 200, body = Object)))]
async fn about() -> Json<About> {
    Json(About { version: env!("CARGO_PKG_VERSION").into(), protocol: PROTOCOL, direct: None })
}

/// A reason to decline a challenge.
#[derive(Serialize, ToSchema)]
struct Reason {
    reason: &'static str,
    text: &'static str,
}

#[derive(Serialize, ToSchema)]
struct Kinds {
    /// What the server is called.
    name: String,
    kinds: Vec<OfferLine>,
    decline_reasons: Vec<Reason>,
}

/// The games that are offered, and reasons to decline a challenge
#[utoipa::path(get, path = "/api/kinds", tag = "server", responses((status = 200, body = Kinds)))]
async fn kinds(State(office): State<Office>) -> Json<Kinds> {
    let decline_reasons = DECLINE_REASONS.map(|(reason, text)| Reason { reason, text }).into();
    let kinds = office.offers.iter().map(|offer| offer.line()).collect();
    Json(Kinds { name: office.name.clone(), kinds, decline_reasons })
}

/// Whether the program runs
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, body = String)))]
async fn health() -> &'static str {
    "alive\n"
}

/// Whether the server takes new games: its database answers, and it is not about to end
#[utoipa::path(get, path = "/readyz", tag = "server", responses((status = 200, body = String)))]
async fn ready(State(office): State<Office>) -> Answer<&'static str> {
    if office.is_ending() {
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is about to start again"));
    }
    office.store().ready().await?;
    Ok("ready\n")
}

/// This text
#[utoipa::path(get, path = "/api/openapi.json", tag = "server", responses((status = 200, body = Object)))]
async fn openapi() -> Json<serde_json::Value> {
    Json(document())
}
