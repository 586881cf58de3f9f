//! The lobby: one's own games, challenges, open seats, who is there, and the form for a new game.

use super::frame::{self, Someone};
use super::parts::{button, games, name};
use super::problem::{Page, Problem, sentence};
use crate::serve::accounts::{Profile, Session};
use crate::serve::http::Refusal;
use crate::serve::lobby::{self, DECLINE_REASONS, GameView, Wish, views};
use crate::serve::office::{Office, Pace};
use crate::serve::who::Anyone;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

/// Rules of time that the form offers.
const CLOCKS: [(&str, &str); 8] = [
    ("", "no clock (real time)"),
    ("180+2", "3 minutes + 2 s"),
    ("300+5", "5 minutes + 5 s"),
    ("900+10", "15 minutes + 10 s"),
    ("1800+20", "30 minutes + 20 s"),
    ("days:1+3", "1 day a turn, 3 in reserve"),
    ("days:3+10", "3 days a turn, 10 in reserve"),
    ("days:7+14 weekends", "7 days a turn, 14 in reserve, no weekends"),
];

/// What stands in the form for a new game.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct NewGame {
    /// Game and set-up, with a slash between.
    what: String,
    clock: String,
    rated: Option<String>,
    /// `lobby`, `link`, `challenge` or `program`.
    who: String,
    opponents: String,
}

impl NewGame {
    fn wish(&self, office: &Office) -> Result<Wish, Problem> {
        let (kind, preset) = self.what.split_once('/').ok_or_else(|| Problem::new("what: choose a game"))?;
        let offer = office.offer(kind)?;
        let is_challenge = self.who == "challenge";
        let names = self.opponents.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty());
        let opponents: Vec<String> = names.filter(|_| is_challenge).map(String::from).collect();
        if is_challenge && opponents.is_empty() {
            return Err(Problem::new("opponents: whom do you challenge?"));
        }
        let is_program = self.who == "program";
        Ok(Wish {
            kind: kind.into(),
            preset: Some(preset.into()),
            clock: if offer.pace == Pace::RealTime { String::new() } else { self.clock.clone() },
            rated: self.rated.is_some(),
            link: self.who == "link",
            opponents,
            seat: is_program.then_some(0),
            ..Wish::default()
        })
    }
}

fn new_game(office: &Office, asked: &NewGame) -> Markup {
    let whos = [
        ("lobby", "anybody in the lobby"),
        ("link", "who has the link"),
        ("program", "programs"),
        ("challenge", "these players:"),
    ];
    let who = if asked.who.is_empty() { "lobby" } else { &asked.who };
    html! {
        form.card method="post" action="/games" {
            h2 { "New game" }
            label for="what" { "Game" }
            select #what name="what" {
                @for offer in &office.offers {
                    optgroup label=(offer.title) {
                        @for preset in &offer.presets {
                            @let value = format!("{}/{}", offer.hosted.name(), preset.name);
                            option value=(value) selected[value == asked.what] { (preset.title) }
                        }
                    }
                }
            }
            @if office.offers.iter().any(|offer| offer.pace == Pace::Turns) {
                label for="clock" { "Time" }
                select #clock name="clock" {
                    @for (value, text) in CLOCKS { option value=(value) selected[value == asked.clock] { (text) } }
                }
            }
            fieldset {
                legend { "Against" }
                @for (value, text) in whos {
                    label.choice { input type="radio" name="who" value=(value) checked[value == who]; (text) }
                }
                label.hidden for="opponents" { "Names of the players whom you challenge" }
                input #opponents name="opponents" value=(asked.opponents) placeholder="names" autocapitalize="none";
            }
            label.choice { input type="checkbox" name="rated" value="yes" checked[asked.rated.is_some()]; "rated" }
            button { "Open the game" }
        }
    }
}

/// What can be done with a game in a list.
fn action(view: &GameView) -> Markup {
    let path = |what: &str| format!("/games/{}/{what}", view.game.id);
    html! {
        @if view.you.is_some() { (button(&path("withdraw"), "Withdraw")) }
        @else { (button(&path("take"), "Play")) }
    }
}

fn challenge(view: &GameView) -> Markup {
    let path = |what: &str| format!("/games/{}/{what}", view.game.id);
    html! {
        @if view.you.is_some() { (button(&path("withdraw"), "Withdraw")) }
        @else {
            (button(&path("take"), "Accept"))
            form method="post" action=(path("decline")) {
                select name="reason" aria-label="Reason" {
                    @for (reason, text) in DECLINE_REASONS { option value=(reason) { (text) } }
                }
                button.quiet { "Decline" }
            }
        }
    }
}

fn present(there: &[Profile]) -> Markup {
    html! {
        section.card {
            h2 { "There now" }
            @if there.is_empty() { p.faint { "Nobody is here at the moment." } }
            ul.names { @for profile in there { li { (name(&profile.name, profile.kind)) } } }
        }
    }
}

async fn whole(office: &Office, who: Option<&Session>, (asked, problem): (&NewGame, Option<&str>)) -> Page<Markup> {
    let id = who.map(|session| session.account.id);
    let open = views(office, who, office.store().lobby(id).await?).await?;
    let there = office.present();
    let (running, waiting) = match id {
        Some(id) => (office.store().my_games(id).await?, office.store().open_games(id).await?),
        None => (Vec::new(), Vec::new()),
    };
    let running = views(office, who, running).await?;
    let mut waiting = views(office, who, waiting).await?;
    waiting.retain(|view| view.game.door != crate::serve::records::Door::Lobby);
    let content = html! {
        h1 { "Lobby" }
        @if let Some(problem) = problem { p role="alert" { (sentence(problem)) } }
        div.columns {
            div {
                @if !running.is_empty() {
                    (games(office, "Your games", &running, None))
                    @if running.iter().any(|view| view.is_your_turn) { p { a.button href="/next" { "To the next game" } } }
                }
                @if !waiting.is_empty() { (games(office, "Challenges and invitations", &waiting, Some(&challenge))) }
                @if open.is_empty() {
                    section.card { h2 { "Open games" } p.faint { "No game is open. Open one, or challenge somebody." } }
                } @else { (games(office, "Open games", &open, Some(&action))) }
            }
            aside {
                @if who.is_some() { (new_game(office, asked)) }
                @else {
                    section.card {
                        h2 { "Welcome" }
                        p { "Register to play, to be rated, and to come back to your games from anywhere." }
                        p { a.button href="/register" { "Register" } " " a href="/sign-in" { "Sign in" } }
                    }
                }
                (present(&there))
            }
        }
    };
    Ok(frame::page(office, who, ("/", "Lobby"), &content))
}

pub(super) async fn page(State(office): State<Office>, Anyone(session): Anyone) -> Page<Markup> {
    whole(&office, session.as_ref(), (&NewGame::default(), None)).await
}

pub(super) async fn open(
    State(office): State<Office>,
    Someone(session): Someone,
    form: Result<Form<NewGame>, FormRejection>,
) -> Page {
    let Form(asked) = form?;
    let mut wish = asked.wish(&office)?;
    if asked.who == "program" {
        let offer = office.offer(&wish.kind)?;
        let plan = offer.plan(&offer.setup(wish.preset.as_deref(), None, &wish.clock)?).await?;
        wish.programs = (1..plan.seats.len() as u32).collect();
    }
    match lobby::open(&office, &session.account, wish).await {
        Ok(game) => Ok(to_game(game.id)),
        Err(error) => {
            let Refusal { status, sentence } = error.into();
            let page = whole(&office, Some(&session), (&asked, Some(&sentence))).await?;
            Ok((status, page).into_response())
        }
    }
}

/// Leads to the next game in which it is one's turn.
pub(super) async fn next(State(office): State<Office>, Someone(session): Someone) -> Page {
    let id = session.account.id;
    let mine = office.store().my_games(id).await?;
    let turn = mine.iter().find(|game| game.seat_of(id).is_some_and(|seat| game.to_act.contains(&seat)));
    Ok(turn.map_or_else(|| Redirect::to("/").into_response(), |game| to_game(game.id)))
}

pub(super) fn to_game(id: i64) -> Response {
    Redirect::to(&format!("/games/{id}")).into_response()
}
