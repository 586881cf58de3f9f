//! Games: one, what happened in it, those that run, and the archive.

use super::{Answer, Asked, Place};
use crate::serve::accounts::Session;
use crate::serve::http::Refusal;
use crate::serve::lobby::{self, GameView, see, views};
use crate::serve::office::Office;
use crate::serve::records::{ActLine, Search, Speed};
use crate::serve::who::Anyone;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(archive))
        .routes(routes!(running))
        .routes(routes!(game))
        .routes(routes!(acts))
        .routes(routes!(setup))
        .routes(routes!(record))
        .routes(routes!(log))
}

/// What is looked for in the archive.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::serve) struct Wanted {
    /// The name of a player.
    pub(in crate::serve) player: Option<String>,
    /// The name of another player in the same game.
    pub(in crate::serve) opponent: Option<String>,
    pub(in crate::serve) kind: Option<String>,
    pub(in crate::serve) speed: Option<Speed>,
    pub(in crate::serve) rated: Option<bool>,
    /// Why it ended.
    pub(in crate::serve) reason: Option<String>,
    /// Ended from this time on, in Unix milliseconds, and before that one.
    pub(in crate::serve) since: Option<i64>,
    pub(in crate::serve) until: Option<i64>,
    /// Games with smaller numbers: the last one of the page before.
    pub(in crate::serve) before: Option<i64>,
    /// Games on a page, up to 100; 20 if nothing is said.
    pub(in crate::serve) limit: u32,
}

/// # Errors
/// There is no player of a name.
pub(in crate::serve) async fn search(
    office: &Office,
    who: Option<&Session>,
    wanted: Wanted,
) -> Result<Vec<GameView>, crate::serve::store::StoreError> {
    let number = async |name: Option<String>| match name.filter(|name| !name.is_empty()) {
        Some(name) => office.store().account_by_name(&name).await.map(|account| Some(account.id)),
        None => Ok(None),
    };
    let search = Search {
        account: number(wanted.player).await?,
        opponent: number(wanted.opponent).await?,
        kind: wanted.kind.filter(|kind| !kind.is_empty()),
        speed: wanted.speed,
        is_rated: wanted.rated,
        reason: wanted.reason.filter(|reason| !reason.is_empty()),
        since: wanted.since,
        until: wanted.until,
        before: wanted.before,
        limit: wanted.limit,
    };
    views(office, who, office.store().search_games(search).await?).await
}

/// The archive: games that are over, the newest first
#[utoipa::path(get, path = "/api/archive", tag = "games", params(Wanted), responses((status = 200, body = [GameView])))]
async fn archive(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Asked(wanted): Asked<Wanted>,
) -> Answer<Json<Vec<GameView>>> {
    Ok(Json(search(&office, session.as_ref(), wanted).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct OfKind {
    #[serde(default)]
    kind: Option<String>,
}

/// Games to watch, those of the best players first
#[utoipa::path(get, path = "/api/running", tag = "games", params(OfKind), responses((status = 200, body = [GameView])))]
async fn running(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Asked(OfKind { kind }): Asked<OfKind>,
) -> Answer<Json<Vec<GameView>>> {
    let games = office.store().running_games(kind.as_deref()).await?;
    Ok(Json(views(&office, session.as_ref(), games).await?))
}

fn number(session: Option<&Session>) -> Option<i64> {
    session.map(|session| session.account.id)
}

/// A game
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = GameView)))]
async fn game(State(office): State<Office>, Anyone(session): Anyone, Place(id): Place<i64>) -> Answer<Json<GameView>> {
    let game = see(&office, number(session.as_ref()), id, None).await?;
    Ok(Json(GameView::of(&office, session.as_ref(), game).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct FromPly {
    /// The first ply.
    #[serde(default)]
    from: u32,
}

/// What happened in a game by turns; who watches sees it with the delay of the game
#[utoipa::path(get, path = "/api/games/{id}/acts", tag = "games", params(("id" = i64, Path), FromPly),
    responses((status = 200, body = [ActLine])))]
async fn acts(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Place(id): Place<i64>,
    Asked(FromPly { from }): Asked<FromPly>,
) -> Answer<Json<Vec<ActLine>>> {
    let who = number(session.as_ref());
    let game = see(&office, who, id, None).await?;
    Ok(Json(lobby::acts(&office, who, &game, from).await?))
}

/// What a game began with, as the game reads it
#[utoipa::path(get, path = "/api/games/{id}/setup", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = String)))]
async fn setup(State(office): State<Office>, Anyone(session): Anyone, Place(id): Place<i64>) -> Answer<String> {
    Ok(lobby::setup(&office, number(session.as_ref()), id).await?)
}

/// A whole game.
#[derive(Serialize, ToSchema)]
struct Record {
    #[serde(flatten)]
    game: GameView,
    setup: String,
    acts: Vec<ActLine>,
}

/// A whole game, to download
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = Record)))]
async fn record(State(office): State<Office>, Anyone(session): Anyone, Place(id): Place<i64>) -> Answer<Response> {
    let who = number(session.as_ref());
    let game = see(&office, who, id, None).await?;
    let acts = lobby::acts(&office, who, &game, 0).await?;
    let setup = office.store().game_setup(id).await?;
    let game = GameView::of(&office, session.as_ref(), game).await?;
    let line = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"game-{id}.json\""))];
    Ok((line, Json(Record { game, setup, acts })).into_response())
}

/// The log of a game in real time that is over, to download
#[utoipa::path(get, path = "/api/games/{id}/log", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
async fn log(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Place(id): Place<i64>,
) -> Result<Response, Refusal> {
    let bytes = lobby::log(&office, number(session.as_ref()), id).await?;
    let name = format!("attachment; filename=\"game-{id}.log\"");
    let kind = "application/octet-stream".to_string();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}
