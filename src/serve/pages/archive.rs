//! Lists: the archive with its search, games to watch, levels.

use super::date::moment;
use super::frame;
use super::parts::{SPEEDS, games, speed};
use super::problem::{Page, sentence};
use crate::serve::api::{Wanted, search};
use crate::serve::http::Refusal;
use crate::serve::lobby::views;
use crate::serve::office::Office;
use crate::serve::who::Anyone;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use maud::{Markup, html};
use serde::Deserialize;

/// Games on a page.
const PAGE: u32 = 30;

/// The fields of the search; forms send empty ones.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Fields {
    player: String,
    opponent: String,
    kind: String,
    speed: String,
    rated: String,
    before: Option<i64>,
}

impl Fields {
    fn wanted(&self) -> Wanted {
        let text = |field: &String| Some(field.trim().to_string()).filter(|field| !field.is_empty());
        Wanted {
            player: text(&self.player),
            opponent: text(&self.opponent),
            kind: text(&self.kind),
            speed: speed(&self.speed),
            rated: match self.rated.as_str() {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            },
            before: self.before,
            limit: PAGE,
            ..Wanted::default()
        }
    }
}

fn form(office: &Office, asked: &Fields) -> Markup {
    html! {
        form.card.search method="get" action="/archive" role="search" {
            div { label for="player" { "Player" } input #player name="player" value=(asked.player) autocapitalize="none"; }
            div { label for="opponent" { "Against" } input #opponent name="opponent" value=(asked.opponent) autocapitalize="none"; }
            div {
                label for="kind" { "Game" }
                select #kind name="kind" {
                    option value="" { "any" }
                    @for offer in &office.offers {
                        option value=(offer.hosted.name()) selected[offer.hosted.name() == asked.kind] { (offer.title) }
                    }
                }
            }
            div {
                label for="speed" { "Speed" }
                select #speed name="speed" {
                    option value="" { "any" }
                    @for speed in SPEEDS { option value=(speed.word()) selected[speed.word() == asked.speed] { (speed.word()) } }
                }
            }
            div {
                label for="rated" { "Rated" }
                select #rated name="rated" {
                    @for (value, text) in [("", "any"), ("yes", "rated"), ("no", "casual")] {
                        option value=(value) selected[value == asked.rated] { (text) }
                    }
                }
            }
            button { "Search" }
        }
    }
}

pub(super) async fn page(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Query(asked): Query<Fields>,
) -> Page<(StatusCode, Markup)> {
    let (status, found, problem) = match search(&office, session.as_ref(), asked.wanted()).await {
        Ok(found) => (StatusCode::OK, found, None),
        Err(error) => {
            let Refusal { status, sentence } = error.into();
            (status, Vec::new(), Some(sentence))
        }
    };
    let content = html! {
        h1 { "Archive" }
        (form(&office, &asked))
        @if let Some(problem) = &problem { p role="alert" { (sentence(problem)) } }
        @else if found.is_empty() { p.faint { "No game is like this." } }
        @else { (games(&office, "Games, the newest first", &found, None)) }
        @if let Some(last) = found.last().filter(|_| found.len() == PAGE as usize) {
            form method="get" action="/archive" {
                @for (field, value) in [("player", &asked.player), ("opponent", &asked.opponent), ("kind", &asked.kind),
                    ("speed", &asked.speed), ("rated", &asked.rated)] {
                    input type="hidden" name=(field) value=(value);
                }
                input type="hidden" name="before" value=(last.game.id);
                button { "Older games" }
            }
        }
    };
    Ok((status, frame::page(&office, session.as_ref(), ("/archive", "Archive"), &content)))
}

pub(super) async fn watch(State(office): State<Office>, Anyone(session): Anyone) -> Page<Markup> {
    let found = views(&office, session.as_ref(), office.store().running_games(None).await?).await?;
    let content = html! {
        h1 { "Watch" }
        @if found.is_empty() { p.faint { "No game is played at the moment." } }
        @else { (games(&office, "Games that are played now, those of the best players first", &found, None)) }
    };
    Ok(frame::page(&office, session.as_ref(), ("/watch", "Watch"), &content))
}

pub(super) async fn levels(State(office): State<Office>, Anyone(session): Anyone) -> Page<Markup> {
    let levels = office.store().levels(None).await?;
    let content = html! {
        h1 { "Levels of players" }
        @if levels.is_empty() { p.faint { "Nobody has brought a level yet. The editor of Gridmarch can send one here." } }
        @else {
            div.scroll tabindex="0" role="region" aria-label="Levels" {
                table {
                    caption { "Levels, the newest first" }
                    thead {
                        tr { th scope="col" { "Level" } th scope="col" { "By" } th scope="col" { "Size" } th scope="col" { "Since" } }
                    }
                    tbody {
                        @for level in &levels {
                            tr {
                                td { a href=(format!("/api/levels/{}", level.hash)) { (level.name) } }
                                td { a href=(format!("/players/{}", level.owner_name)) { (level.owner_name) } }
                                td.number { (level.size.div_ceil(1024)) " KiB" }
                                td { (moment(level.at)) }
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(frame::page(&office, session.as_ref(), ("/levels", "Levels"), &content))
}
