//! The page of a game, and of an invitation to one.

use super::date::moment;
use super::frame::{self, Part, Someone};
use super::lobby::to_game;
use super::parts::{button, clock, seats, state};
use super::problem::Page;
use crate::serve::accounts::Session;
use crate::serve::lobby::{self, DECLINE_REASONS, GameView, see};
use crate::serve::office::Office;
use crate::serve::records::{ActLine, GameState};
use crate::serve::who::{Anyone, Comer};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

/// Letters of a set-up that are shown; the whole can be downloaded.
const SETUP: usize = 4000;

/// Whether programs of today would come to something else by the log of a game.
fn is_of_another_version(office: &Office, view: &GameView) -> bool {
    let now = office.offer(&view.game.kind).map(|offer| offer.hosted.version());
    view.game.version.is_some_and(|played| now.is_ok_and(|now| now != played))
}

fn facts(office: &Office, view: &GameView) -> Markup {
    let game = &view.game;
    html! {
        dl.facts {
            dt { "Players" } dd { (seats(game)) }
            dt { "Game" } dd { (office.title(&game.kind)) ", " (game.title) }
            dt { "Time" } dd { (clock(game)) @if game.is_rated { " " span.tag { "rated" } } }
            dt { "Opened" } dd { (moment(game.created)) }
            @if let Some(started) = game.started { dt { "Begun" } dd { (moment(started)) } }
            @if let Some(ended) = game.ended { dt { "Ended" } dd { (moment(ended)) } }
            dt { "State" } dd { (state(view)) }
            @if game.delay > 0 { dt { "Spectators" } dd { "see it " (game.delay / 1000) " s later" } }
        }
    }
}

fn actions(view: &GameView, who: Option<&Session>) -> Markup {
    let game = &view.game;
    let path = |what: &str| format!("/games/{}/{what}", game.id);
    let is_invited = who.is_some_and(|who| game.seats.iter().any(|seat| seat.invited == Some(who.account.id)));
    let is_mine = who.is_some_and(|who| game.creator == Some(who.account.id));
    html! {
        @if game.state == GameState::Open && view.you.is_none() && who.is_some() {
            (button(&path("take"), if is_invited { "Accept" } else { "Play" }))
        }
        @if game.state == GameState::Open && is_invited {
            form method="post" action=(path("decline")) {
                select name="reason" aria-label="Reason" {
                    @for (reason, text) in DECLINE_REASONS { option value=(reason) { (text) } }
                }
                button.quiet { "Decline" }
            }
        }
        @if game.state == GameState::Open && is_mine { (button(&path("withdraw"), "Withdraw")) }
        @if game.state == GameState::Over && view.you.is_some() { (button(&path("rematch"), "Rematch")) }
    }
}

fn acts_table(acts: &[ActLine]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="What happened" {
            table {
                caption { "What happened" }
                thead { tr { th scope="col" { "Ply" } th scope="col" { "Act" } th scope="col" { "When" } } }
                tbody {
                    @for act in acts { tr { td { (act.ply + 1) } td { code { (act.record) } } td { (moment(act.at)) } } }
                }
            }
        }
    }
}

pub(super) async fn page(State(office): State<Office>, Anyone(session): Anyone, Part(id): Part<i64>) -> Page<Markup> {
    let who = session.as_ref().map(|session| session.account.id);
    let game = see(&office, who, id, None).await?;
    let acts = lobby::acts(&office, who, &game, 0).await?;
    let setup = office.store().game_setup(id).await?;
    let view = GameView::of(&office, session.as_ref(), game).await?;
    let title = format!("{} {id}", office.title(&view.game.kind));
    let content = html! {
        h1 { (title) }
        div.columns {
            div {
                section.card { (facts(&office, &view)) div.actions { (actions(&view, session.as_ref())) } }
                @if let Some(code) = &view.invitation {
                    @if view.game.state == GameState::Open {
                        section.card {
                            h2 { "Invitation" }
                            p { "Send this link to whom you want to play with:" }
                            p { a href=(format!("/m/{code}")) { "/m/" (code) } }
                        }
                    }
                }
                @if view.game.state == GameState::Running {
                    p.card {
                        @if view.you.is_some() { "Play it in Gridmarch: “Online”, then “My games”." }
                        @else { "Watch it in Gridmarch: “Online”, then “Watch”." }
                    }
                }
                @if view.game.state == GameState::Over && is_of_another_version(&office, &view) {
                    p.card {
                        "It was played in another version of " (office.title(&view.game.kind))
                        ", in which it went differently: programs of today cannot show it again."
                    }
                }
                @if !acts.is_empty() { (acts_table(&acts)) }
            }
            aside {
                section.card {
                    h2 { "Files" }
                    ul {
                        li { a href=(format!("/api/games/{id}/record")) { "The game as JSON" } }
                        @if view.game.state == GameState::Over && view.game.log.is_some() {
                            li { a href=(format!("/api/games/{id}/log")) { "The log, for a replay" } }
                        }
                    }
                    details {
                        summary { "What it began with" }
                        pre { (setup.chars().take(SETUP).collect::<String>()) }
                    }
                }
            }
        }
    };
    Ok(frame::page(&office, session.as_ref(), ("/games", &title), &content))
}

pub(super) async fn take(State(office): State<Office>, Someone(session): Someone, Part(id): Part<i64>) -> Page {
    lobby::take(&office, session.account.id, id, (None, None)).await?;
    Ok(to_game(id))
}

#[derive(Deserialize)]
pub(super) struct Reason {
    reason: String,
}

pub(super) async fn decline(
    State(office): State<Office>,
    Someone(session): Someone,
    Part(id): Part<i64>,
    form: Result<Form<Reason>, FormRejection>,
) -> Page {
    let Form(Reason { reason }) = form?;
    lobby::decline(&office, session.account.id, id, &reason).await?;
    Ok(Redirect::to("/").into_response())
}

pub(super) async fn withdraw(State(office): State<Office>, Someone(session): Someone, Part(id): Part<i64>) -> Page {
    lobby::withdraw(&office, session.account.id, id).await?;
    Ok(Redirect::to("/").into_response())
}

pub(super) async fn rematch(State(office): State<Office>, Someone(session): Someone, Part(id): Part<i64>) -> Page {
    let game = lobby::rematch(&office, &session.account, id).await?;
    Ok(to_game(game.id))
}

pub(super) async fn invitation(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Part(code): Part<String>,
) -> Page<Markup> {
    let game = lobby::invited(&office, &code).await?;
    let view = GameView::of(&office, session.as_ref(), game).await?;
    let path = format!("/m/{code}");
    let content = html! {
        h1 { "You are invited" }
        section.card {
            (facts(&office, &view))
            div.actions {
                @if view.you.is_some() { p { "You are at the table. Send the address of this page to somebody else." } }
                @else if session.is_some() { (button(&path, "Play")) }
                @else {
                    (button(&path, "Play as a guest"))
                    a href=(format!("/sign-in?next={path}")) { "Sign in first" }
                }
            }
        }
    };
    Ok(frame::page(&office, session.as_ref(), ("/m", "Invitation"), &content))
}

/// Takes a seat by the link; who is not signed in becomes a guest.
pub(super) async fn accept(
    State(office): State<Office>,
    Anyone(session): Anyone,
    comer: Comer,
    Part(code): Part<String>,
) -> Page {
    let game = lobby::invited(&office, &code).await?;
    let to = format!("/games/{}", game.id);
    if let Some(session) = session {
        lobby::take(&office, session.account.id, game.id, (Some(&code), None)).await?;
        return Ok(Redirect::to(&to).into_response());
    }
    let entered = office.accounts.enter_as_guest(&code, comer.address, &comer.agent).await?;
    lobby::take(&office, entered.0.id, game.id, (Some(&code), None)).await?;
    Ok(super::entry::enter(&office, &entered, &to))
}
