//! One's own account, and notices.

use super::date::moment;
use super::frame::{self, Owner, Someone};
use super::parts::rating_change;
use super::problem::Page;
use crate::base::wording::all_of;
use crate::serve::accounts::{Profile, Secret, Session, SessionLine};
use crate::serve::community::{Notice, NoticeKind};
use crate::serve::lobby::{self, DECLINE_REASONS};
use crate::serve::office::Office;
use crate::serve::who::cookie;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

fn back() -> Response {
    Redirect::to("/account").into_response()
}

fn name_and_mail(session: &Session) -> Markup {
    let account = &session.account;
    html! {
        form.card method="post" action="/account/name" {
            h2 { "Name" }
            label for="name" { "Another name, once in 30 days" }
            input #name name="name" value=(account.name) required minlength="3" maxlength="20" autocomplete="username";
            button { "Change the name" }
        }
        form.card method="post" action="/account/mail" {
            h2 { "E-mail" }
            label for="email" { "Only administrators see it; empty for none" }
            input #email name="email" type="email" value=(account.email.as_deref().unwrap_or("")) autocomplete="email";
            button { "Change the e-mail" }
        }
        form.card method="post" action="/account/password" {
            h2 { "Password" }
            input type="hidden" name="username" value=(account.name) autocomplete="username";
            label for="old" { "The password now" }
            input #old name="old" type="password" required autocomplete="current-password";
            label for="new" { "A new one, 8 letters or more" }
            input #new name="new" type="password" required minlength="8" maxlength="128" autocomplete="new-password";
            p.help { "All other sessions and tokens end." }
            button { "Change the password" }
        }
    }
}

fn sessions_table(now: i64, lines: &[SessionLine]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Sessions and tokens" {
            table {
                caption { "Sessions and tokens" }
                thead {
                    tr {
                        th scope="col" { "Kind" } th scope="col" { "Program" } th scope="col" { "Address" }
                        th scope="col" { "Last used" } th scope="col" { span.hidden { "End it" } }
                    }
                }
                tbody {
                    @for line in lines {
                        tr {
                            td { (line.kind.word()) @if line.id == now { " " span.tag { "this one" } } }
                            td { (line.label) }
                            td { (line.address) }
                            td { (moment(line.seen)) }
                            td {
                                @if line.id != now {
                                    form method="post" action="/account/sessions" {
                                        input type="hidden" name="id" value=(line.id);
                                        button.quiet { "End" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn programs_card(programs: &[Profile]) -> Markup {
    html! {
        section.card {
            h2 { "Programs" }
            p.help { "A program plays under its own name, is marked as one, and is rated apart." }
            ul.names { @for program in programs { li { a href=(format!("/players/{}", program.name)) { (program.name) } } } }
            form method="post" action="/account/programs" {
                label for="program" { "Name of a new program" }
                input #program name="name" required minlength="3" maxlength="20";
                button { "Make a program" }
            }
            form method="post" action="/account/tokens" {
                label for="of" { "A token for" }
                select #of name="program" {
                    option value="" { "yourself" }
                    @for program in programs { option value=(program.id) { (program.name) } }
                }
                label for="label" { "What it is for" }
                input #label name="label" required maxlength="100";
                button { "Make a token" }
            }
        }
    }
}

async fn whole(office: &Office, session: &Session, token: Option<&Secret>) -> Page<Markup> {
    let id = session.account.id;
    let lines = office.store().sessions(id).await?;
    let programs = office.store().programs(id).await?;
    let left = office.store().vacation_left(id).await?;
    let until = office.store().vacation_until(id).await?;
    let content = html! {
        h1 { "Your account" }
        @if let Some(token) = token {
            section.card role="status" {
                h2 { "The new token" }
                p { "Copy it now. It is not shown again." }
                pre { (token.reveal()) }
            }
        }
        p { a href=(format!("/players/{}", session.account.name)) { "Your page as others see it" } }
        div.columns {
            div { div.tiles { (name_and_mail(session)) } (sessions_table(session.id, &lines)) }
            aside {
                (programs_card(&programs))
                form.card method="post" action="/account/vacation" {
                    h2 { "Vacation" }
                    @if let Some(until) = until { p { "Your clocks stand until " (moment(until)) "." } }
                    p.help { "Clocks of games by correspondence stand, from today on. " (left) " days are left of this year." }
                    label for="days" { "Days" }
                    input #days name="days" type="number" min="1" max="30" value="1";
                    button { "Take vacation" }
                }
                section.card {
                    h2 { "What is kept of you" }
                    p { a href="/api/me/export" { "Download all of it" } }
                    details {
                        summary { "Delete the account" }
                        form method="post" action="/account/delete" {
                            p { "Your games stay, under the name “deleted”. Everything else is removed, for ever." }
                            label for="password" { "Your password" }
                            input #password name="password" type="password" required autocomplete="current-password";
                            button.danger { "Delete for ever" }
                        }
                    }
                }
            }
        }
    };
    Ok(frame::page(office, Some(session), ("/account", "Your account"), &content))
}

pub(super) async fn page(State(office): State<Office>, Owner(session): Owner) -> Page<Markup> {
    whole(&office, &session, None).await
}

#[derive(Deserialize)]
pub(super) struct Named {
    name: String,
}

pub(super) async fn rename(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Named>, FormRejection>,
) -> Page {
    office.store().rename(session.account.id, &form?.0.name).await?;
    Ok(back())
}

#[derive(Deserialize)]
pub(super) struct Mail {
    email: String,
}

pub(super) async fn mail(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Mail>, FormRejection>,
) -> Page {
    let email = form?.0.email;
    office.store().set_email(session.account.id, Some(email.trim()).filter(|email| !email.is_empty())).await?;
    Ok(back())
}

#[derive(Deserialize)]
pub(super) struct Passwords {
    old: Secret,
    new: Secret,
}

pub(super) async fn password(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Passwords>, FormRejection>,
) -> Page {
    let Form(Passwords { old, new }) = form?;
    office.accounts.change_password(session.account.id, (&old, &new), session.id).await?;
    Ok(back())
}

#[derive(Deserialize)]
pub(super) struct Numbered {
    id: i64,
}

pub(super) async fn end_session(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Numbered>, FormRejection>,
) -> Page {
    office.store().revoke(session.account.id, form?.0.id).await?;
    Ok(back())
}

pub(super) async fn new_program(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Named>, FormRejection>,
) -> Page {
    office.store().new_program(session.account.id, &form?.0.name).await?;
    Ok(back())
}

#[derive(Deserialize)]
pub(super) struct NewToken {
    #[serde(default)]
    program: String,
    label: String,
}

pub(super) async fn new_token(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<NewToken>, FormRejection>,
) -> Page<Markup> {
    let Form(NewToken { program, label }) = form?;
    let id = session.account.id;
    let token = office.store().issue_api_token(id, program.parse().unwrap_or(id), &label).await?;
    whole(&office, &session, Some(&token)).await
}

#[derive(Deserialize)]
pub(super) struct Days {
    days: u32,
}

pub(super) async fn vacation(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Days>, FormRejection>,
) -> Page {
    lobby::vacation(&office, session.account.id, form?.0.days).await?;
    Ok(back())
}

#[derive(Deserialize)]
pub(super) struct Farewell {
    password: Secret,
}

pub(super) async fn delete(
    State(office): State<Office>,
    Owner(session): Owner,
    form: Result<Form<Farewell>, FormRejection>,
) -> Page {
    office.accounts.delete(&session.account, Some(&form?.0.password)).await?;
    office.presence.gone(session.account.id);
    let line = [(header::SET_COOKIE, cookie(office.is_secure, None))];
    Ok((line, Redirect::to("/")).into_response())
}

/// What a notice says.
fn words(office: &Office, notice: &Notice) -> String {
    let who = notice.about_name.as_deref().unwrap_or("Somebody");
    let game = notice.game_kind.as_deref().map_or("a game", |kind| office.title(kind));
    let against = match all_of(&notice.opponents) {
        nobody if nobody.is_empty() => nobody,
        names => format!(" against {names}"),
    };
    let reason = notice.reason.as_deref().unwrap_or("called off");
    let so = if ["won", "drawn"].contains(&reason) { String::new() } else { format!(": {reason}") };
    match notice.kind {
        NoticeKind::Challenge => format!("{who} challenges you to {game}"),
        NoticeKind::Declined => {
            let why = DECLINE_REASONS.iter().find(|(word, _)| *word == reason).map_or(reason, |(_, text)| *text);
            format!("{who} does not want to play {game}: {why}")
        }
        NoticeKind::Started => format!("Your game of {game}{against} has begun"),
        NoticeKind::YourTurn => format!("It is your turn in {game}{against}"),
        NoticeKind::GameOver => {
            let rating = match (notice.rating_before, notice.rating_after) {
                (Some(before), Some(after)) => format!(" ({})", rating_change(before, after)),
                _ => String::new(),
            };
            match notice.outcome.as_deref() {
                Some("won") => format!("You have won your game of {game}{against}{so}{rating}"),
                Some("drawn") => format!("Your game of {game}{against} is a draw{so}{rating}"),
                Some(_) => format!("You have lost your game of {game}{against}{so}{rating}"),
                None => format!("Your game of {game}{against} is over: {reason}"),
            }
        }
        NoticeKind::Friend => format!("{who} calls you a friend"),
    }
}

fn line(office: &Office, notice: &Notice) -> Markup {
    let words = words(office, notice);
    html! {
        li class=[notice.read.is_none().then_some("new")] {
            @if let Some(game) = notice.game { a href=(format!("/games/{game}")) { (words) } }
            @else if let Some(name) = &notice.about_name { a href=(format!("/players/{name}")) { (words) } }
            @else { (words) }
            " " span.faint { (moment(notice.at)) }
        }
    }
}

pub(super) async fn notices(State(office): State<Office>, Someone(session): Someone) -> Page<Markup> {
    let found = office.store().notices(session.account.id).await?;
    let newest = found.iter().filter(|notice| notice.read.is_none()).map(|notice| notice.id).max();
    let content = html! {
        h1 { "Notices" }
        @if found.is_empty() { p.faint { "Nothing has happened yet." } }
        ul.notices { @for notice in &found { (line(&office, notice)) } }
        @if let Some(newest) = newest {
            form method="post" action="/notices" {
                input type="hidden" name="id" value=(newest);
                button { "Mark all as read" }
            }
        }
    };
    Ok(frame::page(&office, Some(&session), ("/notices", "Notices"), &content))
}

pub(super) async fn mark_read(
    State(office): State<Office>,
    Someone(session): Someone,
    form: Result<Form<Numbered>, FormRejection>,
) -> Page {
    office.store().mark_read(session.account.id, form?.0.id).await?;
    Ok(Redirect::to("/notices").into_response())
}
