//! Parts that several pages have: names, lists of games, clocks.

use super::date::moment;
use crate::serve::accounts::AccountKind;
use crate::serve::lobby::GameView;
use crate::serve::office::Office;
use crate::serve::records::{Game, GameState, Outcome, SeatLine, Speed};
use maud::{Markup, html};

/// The speeds, as a form offers them.
pub(super) const SPEEDS: [Speed; 6] =
    [Speed::RealTime, Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

/// The speed of a word.
pub(super) fn speed(word: &str) -> Option<Speed> {
    SPEEDS.into_iter().find(|speed| speed.word() == word)
}

/// The name of a player, with a link to the profile.
pub(super) fn name(name: &str, kind: AccountKind) -> Markup {
    html! {
        @match kind {
            AccountKind::Deleted => span.faint { (name) },
            AccountKind::Guest => span { (name) },
            AccountKind::Person => a href=(format!("/players/{name}")) { (name) },
            AccountKind::Program => { a href=(format!("/players/{name}")) { (name) } " " span.tag { "program" } }
        }
    }
}

/// A rating and what a game has changed of it: `1500 +12`.
pub(super) fn rating_change(before: f64, after: f64) -> String {
    format!("{before:.0} {:+.0}", after - before)
}

fn seat(seat: &SeatLine) -> Markup {
    let shown = seat.name.as_deref().unwrap_or("?");
    html! {
        @match (seat.kind, seat.account) {
            (Some(kind), Some(_)) => (name(shown, kind)),
            (Some(kind), None) => { (name(shown, kind)) " " span.tag { "invited" } }
            (None, _) if seat.program.is_some() => { "built-in " span.tag { "program" } }
            (None, _) => span.faint { "free" }
        }
        @if let (Some(before), Some(after)) = (seat.rating_before, seat.rating_after) {
            " " span.faint { (rating_change(before, after)) }
        }
        @if seat.outcome == Some(Outcome::Won) { " " strong.won { "won" } }
    }
}

/// Who plays.
pub(super) fn seats(game: &Game) -> Markup {
    html! { ul.seats { @for line in &game.seats { li { (seat(line)) } } } }
}

/// A rule of time in words.
pub(super) fn clock(game: &Game) -> String {
    if let Some(days) = game.clock.strip_prefix("days:") {
        let (days, rest) = days.split_once('+').unwrap_or((days, ""));
        let rest = if rest.is_empty() { String::new() } else { format!(", {rest} in reserve") };
        return format!("{days} days a turn{rest}");
    }
    if let Some(seconds) = game.clock.strip_prefix("move:") {
        return format!("{seconds} s a turn");
    }
    if game.clock.is_empty() { game.speed.word().into() } else { format!("{} ({})", game.clock, game.speed.word()) }
}

/// How far a game is.
pub(super) fn state(view: &GameView) -> Markup {
    let game = &view.game;
    html! {
        @match game.state {
            GameState::Open => "open",
            GameState::Running if view.is_your_turn => strong.tag.turn { "your turn" },
            GameState::Running => "running",
            GameState::Over => { (game.reason.as_deref().unwrap_or("over")) }
            GameState::Declined => { "declined" @if let Some(reason) = &game.reason { ": " (reason) } }
            GameState::Withdrawn => "withdrawn",
            GameState::Expired => "nobody came",
        }
    }
}

/// A list of games. `action` is what can be done with each.
pub(super) fn games(
    office: &Office,
    caption: &str,
    list: &[GameView],
    action: Option<&dyn Fn(&GameView) -> Markup>,
) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr {
                        th scope="col" { "Game" } th scope="col" { "Players" } th scope="col" { "Time" }
                        th scope="col" { "State" } th scope="col" { "Since" }
                        @if action.is_some() { th scope="col" { span.hidden { "What you can do" } } }
                    }
                }
                tbody {
                    @for view in list {
                        tr {
                            td {
                                a href=(format!("/games/{}", view.game.id)) { (office.title(&view.game.kind)) " " (view.game.id) }
                                div.faint { (view.game.title) }
                            }
                            td { (seats(&view.game)) }
                            td { (clock(&view.game)) @if view.game.is_rated { " " span.tag { "rated" } } }
                            td { (state(view)) }
                            td { (moment(view.game.ended.or(view.game.started).unwrap_or(view.game.created))) }
                            @if let Some(action) = action { td { div.actions { (action(view)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// A button that changes something.
pub(super) fn button(action: &str, text: &str) -> Markup {
    html! { form method="post" action=(action) { button { (text) } } }
}
