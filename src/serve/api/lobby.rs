//! The lobby: who is there, open games, challenges, invitations.

use super::{Answer, Body, Place};
use crate::serve::accounts::Profile;
use crate::serve::http::Refusal;
use crate::serve::lobby::{self, GameView, Wish, views};
use crate::serve::office::Office;
use crate::serve::who::{Anyone, SignedIn};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Bytes of a wish, with a set-up of 2 MiB whose letters may take two bytes each in JSON.
const WISH: usize = 5 << 20;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(open))
        .layer(DefaultBodyLimit::max(WISH))
        .routes(routes!(lobby_now))
        .routes(routes!(take))
        .routes(routes!(decline))
        .routes(routes!(withdraw))
        .routes(routes!(rematch))
        .routes(routes!(watch))
        .routes(routes!(invitation, accept))
        .routes(routes!(mine))
}

#[derive(Serialize, ToSchema)]
struct Lobby {
    /// Who is there.
    present: Vec<Profile>,
    /// Games with open seats, the newest first.
    open: Vec<GameView>,
}

/// Who is there, and the games that are open
#[utoipa::path(get, path = "/api/lobby", tag = "lobby", responses((status = 200, body = Lobby)))]
async fn lobby_now(State(office): State<Office>, Anyone(session): Anyone) -> Answer<Json<Lobby>> {
    let games = office.store().lobby(session.as_ref().map(|session| session.account.id)).await?;
    let open = views(&office, session.as_ref(), games).await?;
    Ok(Json(Lobby { present: office.present(), open }))
}

/// Open a game: in the lobby, for who has a link, or as a challenge. It runs at once if nobody is missing
#[utoipa::path(post, path = "/api/games", tag = "lobby", request_body = Wish, responses((status = 201, body = GameView)))]
async fn open(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Body(wish): Body<Wish>,
) -> Answer<(StatusCode, Json<GameView>)> {
    let game = lobby::open(&office, &session.account, wish).await?;
    let game = office.store().game(game.id).await?;
    Ok((StatusCode::CREATED, Json(GameView::of(&office, Some(&session), game).await?)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Take {
    /// The seat; any free one if there is none.
    #[serde(default)]
    seat: Option<u32>,
}

/// Take a seat, or accept a challenge
#[utoipa::path(post, path = "/api/games/{id}/take", tag = "lobby", params(("id" = i64, Path)), request_body = Take,
    responses((status = 200, body = GameView)))]
async fn take(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(id): Place<i64>,
    Body(Take { seat }): Body<Take>,
) -> Answer<Json<GameView>> {
    lobby::take(&office, session.account.id, id, (None, seat)).await?;
    let game = office.store().game(id).await?;
    Ok(Json(GameView::of(&office, Some(&session), game).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "reason": "later" }))]
struct Decline {
    /// A word from `/api/kinds`.
    reason: String,
}

/// Decline a challenge, with a reason
#[utoipa::path(post, path = "/api/games/{id}/decline", tag = "lobby", params(("id" = i64, Path)), request_body = Decline,
    responses((status = 204)))]
async fn decline(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(id): Place<i64>,
    Body(Decline { reason }): Body<Decline>,
) -> Answer<StatusCode> {
    lobby::decline(&office, session.account.id, id, &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take an open game back
#[utoipa::path(post, path = "/api/games/{id}/withdraw", tag = "lobby", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn withdraw(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(id): Place<i64>,
) -> Answer<StatusCode> {
    lobby::withdraw(&office, session.account.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Challenge the others of a game that is over to the same again
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "lobby", params(("id" = i64, Path)),
    responses((status = 201, body = GameView)))]
async fn rematch(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(id): Place<i64>,
) -> Answer<(StatusCode, Json<GameView>)> {
    let game = lobby::rematch(&office, &session.account, id).await?;
    let game = office.store().game(game.id).await?;
    Ok((StatusCode::CREATED, Json(GameView::of(&office, Some(&session), game).await?)))
}

#[derive(Serialize, ToSchema)]
struct Watched {
    /// The match in the hall: by it one gets a ticket for the socket.
    #[serde(rename = "match")]
    hall: String,
}

/// Watch a game that runs
#[utoipa::path(post, path = "/api/games/{id}/watch", tag = "lobby", params(("id" = i64, Path)),
    responses((status = 200, body = Watched)))]
async fn watch(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(id): Place<i64>,
) -> Answer<Json<Watched>> {
    Ok(Json(Watched { hall: lobby::watch(&office, &session, id).await? }))
}

/// The open game behind an invitation
#[utoipa::path(get, path = "/api/invitations/{code}", tag = "lobby", params(("code" = String, Path)),
    responses((status = 200, body = GameView)))]
async fn invitation(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Place(code): Place<String>,
) -> Answer<Json<GameView>> {
    let game = lobby::invited(&office, &code).await?;
    Ok(Json(GameView::of(&office, session.as_ref(), game).await?))
}

/// Accept an invitation
#[utoipa::path(post, path = "/api/invitations/{code}", tag = "lobby", params(("code" = String, Path)),
    request_body = Take, responses((status = 200, body = GameView)))]
async fn accept(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(code): Place<String>,
    Body(Take { seat }): Body<Take>,
) -> Result<Json<GameView>, Refusal> {
    let game = lobby::invited(&office, &code).await?;
    lobby::take(&office, session.account.id, game.id, (Some(&code), seat)).await?;
    let game = office.store().game(game.id).await?;
    Ok(Json(GameView::of(&office, Some(&session), game).await?))
}

#[derive(Serialize, ToSchema)]
struct Mine {
    /// Games that run: those first in which it is one's turn.
    running: Vec<GameView>,
    /// One's own games that are open, and challenges by others.
    open: Vec<GameView>,
}

/// One's own games that are not over
#[utoipa::path(get, path = "/api/me/games", tag = "lobby", responses((status = 200, body = Mine)))]
async fn mine(State(office): State<Office>, SignedIn(session): SignedIn) -> Answer<Json<Mine>> {
    let id = session.account.id;
    let running = views(&office, Some(&session), office.store().my_games(id).await?).await?;
    let open = views(&office, Some(&session), office.store().open_games(id).await?).await?;
    Ok(Json(Mine { running, open }))
}
