//! Levels of players.

use super::{Answer, Asked, Place};
use crate::serve::http::Refusal;
use crate::serve::office::Office;
use crate::serve::records::LevelLine;
use crate::serve::store::StoreError;
use crate::serve::who::Member;
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Bytes of the text of a level.
const LEVEL: usize = 1 << 20;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(put))
        .layer(DefaultBodyLimit::max(LEVEL))
        .routes(routes!(list))
        .routes(routes!(level))
        .routes(routes!(delete))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Of {
    /// The name of a player; all players if there is none.
    #[serde(default)]
    owner: Option<String>,
}

/// The levels of players, the newest first
#[utoipa::path(get, path = "/api/levels", tag = "levels", params(Of), responses((status = 200, body = [LevelLine])))]
async fn list(State(office): State<Office>, Asked(Of { owner }): Asked<Of>) -> Answer<Json<Vec<LevelLine>>> {
    let owner = match owner {
        Some(name) => Some(office.store().account_by_name(&name).await?.id),
        None => None,
    };
    Ok(Json(office.store().levels(owner).await?))
}

/// The text of a level, by its SHA-256
#[utoipa::path(get, path = "/api/levels/{hash}", tag = "levels", params(("hash" = String, Path)),
    responses((status = 200, body = String)))]
async fn level(State(office): State<Office>, Place(hash): Place<String>) -> Answer<Response> {
    let text = office.store().level(&hash).await?;
    // What has this hash never changes.
    Ok(([(header::CACHE_CONTROL, "public, max-age=31536000, immutable")], text).into_response())
}

#[derive(Serialize, ToSchema)]
struct Kept {
    hash: String,
}

/// Keep a level of one's own under a name; the body is its text, up to 1 MiB
#[utoipa::path(put, path = "/api/me/levels/{name}", tag = "levels", params(("name" = String, Path)),
    request_body = String, responses((status = 200, body = Kept)))]
async fn put(
    State(office): State<Office>,
    Member(session): Member,
    Place(name): Place<String>,
    text: Result<String, axum::extract::rejection::StringRejection>,
) -> Answer<Json<Kept>> {
    let text = text.map_err(|error| Refusal::new(error.status(), error.body_text()))?;
    let (check, judged) = (office.check_level.clone(), text.clone());
    let judged = tokio::task::spawn_blocking(move || check(&judged)).await;
    let judged = judged.map_err(|_| StoreError::refused("level: it cannot be read"))?;
    judged.map_err(|why| StoreError::refused(format!("level: {why}")))?;
    let hash = office.store().put_level(session.account.id, &name, &text).await?;
    Ok(Json(Kept { hash }))
}

/// Delete a level of one's own
#[utoipa::path(delete, path = "/api/me/levels/{name}", tag = "levels", params(("name" = String, Path)),
    responses((status = 204)))]
async fn delete(
    State(office): State<Office>,
    Member(session): Member,
    Place(name): Place<String>,
) -> Answer<StatusCode> {
    office.store().delete_level(session.account.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
