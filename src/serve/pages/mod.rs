//! The pages of the server: accounts, lobby, archive, players. Plain HTML that works without scripts; the same functions stand
//! behind them as behind the routes for programs.
//!
//! A change is a form that is sent by POST, and its answer leads to a page that can be loaded again. Everything that somebody
//! else has written is escaped, because all pages are made by `maud`.

mod account;
mod archive;
mod curve;
pub(super) mod date;
mod entry;
mod frame;
mod game;
mod lobby;
mod parts;
mod players;
mod problem;
mod sheet;

use super::http::{Refusal, Site};
use super::office::Office;
use crate::online::talk::Fault;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use problem::Problem;

/// Bytes of a form.
const FORM: usize = 64 << 10;

/// Seconds for which browsers keep the style sheet and the icon.
const KEPT: &str = "public, max-age=3600";

/// The pages.
pub(super) fn routes(office: Office) -> Router<Site> {
    let routes = Router::new()
        .route("/", get(lobby::page))
        .route("/games", post(lobby::open))
        .route("/next", get(lobby::next))
        .route("/games/{id}", get(game::page))
        .route("/games/{id}/take", post(game::take))
        .route("/games/{id}/decline", post(game::decline))
        .route("/games/{id}/withdraw", post(game::withdraw))
        .route("/games/{id}/rematch", post(game::rematch))
        .route("/m/{code}", get(game::invitation).post(game::accept))
        .route("/archive", get(archive::page))
        .route("/watch", get(archive::watch))
        .route("/levels", get(archive::levels))
        .route("/players", get(players::find))
        .route("/top", get(players::top))
        .route("/players/{name}", get(players::page))
        .route("/players/{name}/relation", post(players::relate))
        .route("/players/{name}/report", post(players::report))
        .route("/sign-in", get(entry::sign_in_page).post(entry::sign_in))
        .route("/register", get(entry::register_page).post(entry::register))
        .route("/sign-out", post(entry::sign_out))
        .route("/notices", get(account::notices).post(account::mark_read))
        .route("/account", get(account::page))
        .route("/account/name", post(account::rename))
        .route("/account/mail", post(account::mail))
        .route("/account/password", post(account::password))
        .route("/account/sessions", post(account::end_session))
        .route("/account/programs", post(account::new_program))
        .route("/account/tokens", post(account::new_token))
        .route("/account/vacation", post(account::vacation))
        .route("/account/delete", post(account::delete))
        .route("/style.css", get(style))
        .route("/icon.svg", get(icon));
    routes.layer(DefaultBodyLimit::max(FORM)).with_state(office)
}

/// Answers a browser that looks at a page with a page, where something in front of the pages has refused it.
pub(super) async fn for_people(request: Request, next: Next) -> Response {
    let wants = request.headers().get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
    let is_page = !request.uri().path().starts_with("/api/") && wants.is_some_and(|kinds| kinds.contains("text/html"));
    let answer = next.run(request).await;
    let kind = answer.headers().get(header::CONTENT_TYPE);
    if !is_page || answer.status().is_success() || kind.is_none_or(|kind| kind != "application/json") {
        return answer;
    }
    let (head, body) = answer.into_parts();
    let body = axum::body::to_bytes(body, FORM).await.unwrap_or_default();
    let sentence = serde_json::from_slice::<Fault>(&body).map_or_else(|_| String::new(), |fault| fault.error);
    let mut page = Problem::from(Refusal::new(head.status, sentence)).into_response();
    page.headers_mut().extend(head.headers.into_iter().filter(|(name, _)| name.as_ref() == Some(&header::SET_COOKIE)));
    page
}

async fn style() -> impl IntoResponse {
    let kind = "text/css; charset=utf-8";
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, KEPT)], include_str!("style.css"))
}

async fn icon() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, KEPT)], include_str!("icon.svg"))
}
