//! Players: search, the best, and the page of each.

use super::curve::curve;
use super::date::moment;
use super::frame::{self, Owner, Part, Someone};
use super::parts::{SPEEDS, games, name, speed};
use super::problem::Page;
use crate::serve::accounts::{AccountKind, Session};
use crate::serve::api::{Player, REASONS, Wanted, complain, player_of, search};
use crate::serve::community::RelationKind;
use crate::serve::office::Office;
use crate::serve::records::{Pool, RatingPoint, Speed, Standing};
use crate::serve::who::Anyone;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Beginning {
    begins: String,
}

pub(super) async fn find(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Query(Beginning { begins }): Query<Beginning>,
) -> Page<Markup> {
    let begins = begins.trim();
    let found = if begins.is_empty() { office.present() } else { office.store().find_accounts(begins, 50).await? };
    let content = html! {
        h1 { "Players" }
        form.card.search method="get" action="/players" role="search" {
            div { label for="begins" { "Name begins with" } input #begins name="begins" value=(begins) autocapitalize="none"; }
            button { "Search" }
        }
        h2 { @if begins.is_empty() { "There now" } @else { "Found" } }
        @if found.is_empty() { p.faint { "Nobody." } }
        ul.names { @for profile in &found { li { (name(&profile.name, profile.kind)) } } }
    };
    Ok(frame::page(&office, session.as_ref(), ("/players", "Players"), &content))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Ranked {
    kind: String,
    speed: String,
    pool: String,
}

pub(super) async fn top(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Query(asked): Query<Ranked>,
) -> Page<Markup> {
    let kind = office.offers.iter().map(|offer| offer.hosted.name()).find(|kind| *kind == asked.kind);
    let kind = kind.or_else(|| office.offers.first().map(|offer| offer.hosted.name())).unwrap_or("");
    let first = match office.offer(kind).map(|offer| offer.pace) {
        Ok(crate::serve::office::Pace::Turns) => Speed::Blitz,
        _ => Speed::RealTime,
    };
    let chosen = speed(&asked.speed).unwrap_or(first);
    let pool = if asked.pool == Pool::Programs.word() { Pool::Programs } else { Pool::Persons };
    let best = office.store().top(kind, chosen, pool, 100).await?;
    let content = html! {
        h1 { "The best" }
        form.card.search method="get" action="/top" {
            div {
                label for="kind" { "Game" }
                select #kind name="kind" {
                    @for offer in &office.offers {
                        option value=(offer.hosted.name()) selected[offer.hosted.name() == kind] { (offer.title) }
                    }
                }
            }
            div {
                label for="speed" { "Speed" }
                select #speed name="speed" {
                    @for speed in SPEEDS { option value=(speed.word()) selected[speed == chosen] { (speed.word()) } }
                }
            }
            div {
                label for="pool" { "Among" }
                select #pool name="pool" {
                    @for one in [Pool::Persons, Pool::Programs] { option value=(one.word()) selected[one == pool] { (one.word()) } }
                }
            }
            button { "Show" }
        }
        @if best.is_empty() { p.faint { "Nobody has played enough rated games yet." } }
        @else {
            table {
                caption { (office.title(kind)) ", " (chosen.word()) }
                thead {
                    tr { th scope="col" { "Place" } th scope="col" { "Player" } th scope="col" { "Rating" } th scope="col" { "Games" } }
                }
                tbody {
                    @for (place, line) in best.iter().enumerate() {
                        tr {
                            td.number { (place + 1) }
                            td { (name(&line.name, line.kind)) }
                            td.number { (format!("{:.0} ± {:.0}", line.rating.rating, 2.0 * line.rating.deviation)) }
                            td.number { (line.games) }
                        }
                    }
                }
            }
        }
    };
    Ok(frame::page(&office, session.as_ref(), ("/top", "The best"), &content))
}

fn ratings(office: &Office, curves: &[(&Standing, Vec<RatingPoint>)]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Ratings" {
            table {
                caption { "Ratings" }
                thead {
                    tr {
                        th scope="col" { "Game" } th scope="col" { "Speed" } th scope="col" { "Among" }
                        th scope="col" { "Rating" } th scope="col" { "Games" } th scope="col" { "How it went" }
                    }
                }
                tbody {
                    @for (standing, points) in curves {
                        tr {
                            td { (office.title(&standing.kind)) }
                            td { (standing.speed.word()) }
                            td { (standing.pool.word()) }
                            td.number {
                                (format!("{:.0}", standing.rating.rating))
                                @if standing.is_provisional { span title="few games so far" { "?" } }
                            }
                            td.number { (standing.games) }
                            td { (curve(points)) }
                        }
                    }
                }
            }
        }
    }
}

fn statistics(office: &Office, player: &Player) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Games" {
            table {
                caption { "Games" }
                thead {
                    tr {
                        th scope="col" { "Game" } th scope="col" { "Speed" } th scope="col" { "Begun" } th scope="col" { "Won" }
                        th scope="col" { "Drawn" } th scope="col" { "Lost" }
                    }
                }
                tbody {
                    @for line in &player.statistics {
                        tr {
                            td { (office.title(&line.kind)) } td { (line.speed.word()) } td.number { (line.started) }
                            td.number { (line.won) } td.number { (line.drawn) } td.number { (line.lost) }
                        }
                    }
                }
            }
        }
    }
}

async fn aside(office: &Office, who: &Session, player: &Player) -> Page<Markup> {
    let shown = &player.profile.name;
    let relations = office.store().relations(who.account.id).await?;
    let now = relations.iter().find(|relation| relation.account == player.profile.id).map(|relation| relation.kind);
    let choices: &[(&str, &str)] = match now {
        None => &[("friend", "Call a friend"), ("block", "Block")],
        Some(RelationKind::Friend) => &[("none", "No friend any more"), ("block", "Block")],
        Some(RelationKind::Block) => &[("none", "Unblock")],
    };
    Ok(html! {
        section.card {
            h2 { "You and " (shown) }
            @for (kind, text) in choices {
                form method="post" action=(format!("/players/{shown}/relation")) {
                    input type="hidden" name="kind" value=(kind);
                    button.quiet { (text) }
                }
            }
            @if who.account.kind == AccountKind::Person {
                details {
                    summary { "Report" }
                    form method="post" action=(format!("/players/{shown}/report")) {
                        label for="reason" { "What is wrong" }
                        select #reason name="reason" { @for reason in REASONS { option value=(reason) { (reason) } } }
                        label for="game" { "In game number" }
                        input #game name="game" inputmode="numeric" pattern="[0-9]*";
                        label for="note" { "What happened" }
                        textarea #note name="note" rows="4" maxlength="1000" {}
                        button { "Report" }
                    }
                }
            }
        }
    })
}

pub(super) async fn page(
    State(office): State<Office>,
    Anyone(session): Anyone,
    Part(shown): Part<String>,
) -> Page<Markup> {
    let player = player_of(&office, &shown).await?;
    let profile = &player.profile;
    let wanted = Wanted { player: Some(profile.name.clone()), limit: 10, ..Wanted::default() };
    let last = search(&office, session.as_ref(), wanted).await?;
    let mut curves = Vec::new();
    for standing in &player.ratings {
        let Standing { kind, speed, pool, .. } = standing;
        curves.push((standing, office.store().rating_history(profile.id, kind, *speed, *pool).await?));
    }
    let others = session.as_ref().filter(|session| session.account.id != profile.id);
    let content = html! {
        h1 { (profile.name) @if player.is_present { " " span.tag.there { "there now" } } }
        div.columns {
            div {
                dl.facts.card {
                    @if let Some(owner) = &player.owner_name {
                        dt { "Program of" } dd { a href=(format!("/players/{owner}")) { (owner) } }
                    }
                    dt { "Since" } dd { (moment(profile.created)) }
                    dt { "Last seen" } dd { (moment(profile.seen)) }
                    dt { "Sign-ins" } dd { (player.logins) }
                }
                @if !curves.is_empty() { (ratings(&office, &curves)) }
                @if !player.statistics.is_empty() { (statistics(&office, &player)) }
                @if !last.is_empty() { (games(&office, "Last games", &last, None)) }
                p { a href=(format!("/archive?player={}", profile.name)) { "All games" } }
            }
            aside { @if let Some(session) = others { (aside(&office, session, &player).await?) } }
        }
    };
    Ok(frame::page(&office, session.as_ref(), ("/players", &profile.name), &content))
}

#[derive(Deserialize)]
pub(super) struct Relate {
    kind: String,
}

pub(super) async fn relate(
    State(office): State<Office>,
    Someone(session): Someone,
    Part(shown): Part<String>,
    form: Result<Form<Relate>, FormRejection>,
) -> Page {
    let Form(Relate { kind }) = form?;
    let kind = [RelationKind::Friend, RelationKind::Block].into_iter().find(|one| one.word() == kind);
    let other = office.store().account_by_name(&shown).await?;
    office.store().set_relation(session.account.id, other.id, kind).await?;
    Ok(Redirect::to(&format!("/players/{}", other.name)).into_response())
}

#[derive(Deserialize)]
pub(super) struct Complaint {
    reason: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    note: String,
}

pub(super) async fn report(
    State(office): State<Office>,
    Owner(session): Owner,
    Part(shown): Part<String>,
    form: Result<Form<Complaint>, FormRejection>,
) -> Page<Markup> {
    let Form(Complaint { reason, game, note }) = form?;
    complain(&office, session.account.id, (&shown, game.trim().parse().ok()), (&reason, &note)).await?;
    let content = html! {
        h1 { "Thank you" }
        p { "An administrator will look at it." }
        p { a.button href="/" { "To the lobby" } }
    };
    Ok(frame::page(&office, Some(&session), ("/players", "Reported"), &content))
}
