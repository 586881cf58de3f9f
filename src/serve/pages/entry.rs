//! Registration, sign-in, sign-out.

use super::frame;
use super::problem::{Page, sentence};
use super::sheet::bare;
use crate::serve::accounts::{Entered, Registration, Secret, SignIn};
use crate::serve::http::Refusal;
use crate::serve::office::Office;
use crate::serve::who::{Anyone, Comer, cookie};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Next {
    #[serde(default)]
    next: String,
}

/// A place on this server: an address of somebody else is none.
fn local(next: &str) -> &str {
    let is_local = next.starts_with('/')
        && !next[1..].starts_with(['/', '\\'])
        && next.bytes().all(|byte| byte.is_ascii_graphic());
    if is_local { next } else { "/" }
}

/// Lets a browser in and leads it on.
pub(super) fn enter(office: &Office, (_, token): &Entered, next: &str) -> Response {
    let line = [(header::SET_COOKIE, cookie(office.is_secure, Some(token)))];
    (line, Redirect::to(local(next))).into_response()
}

fn alert(problem: Option<&str>) -> Markup {
    html! { @if let Some(problem) = problem { p role="alert" { (sentence(problem)) } } }
}

fn sign_in_form(office: &Office, next: &str, name: &str, problem: Option<&str>) -> Markup {
    let content = html! {
        h1 { "Sign in" }
        (alert(problem))
        form.card method="post" action="/sign-in" {
            input type="hidden" name="next" value=(local(next));
            label for="name" { "Name" }
            input #name name="name" value=(name) required autocomplete="username" autocapitalize="none" spellcheck="false";
            label for="password" { "Password" }
            input #password name="password" type="password" required autocomplete="current-password";
            button { "Sign in" }
        }
        p { "No account yet? " a href="/register" { "Register" } "." }
    };
    frame::page(office, None, ("/sign-in", "Sign in"), &content)
}

fn register_form(office: &Office, name: &str, email: &str, problem: Option<&str>) -> Markup {
    let content = html! {
        h1 { "Register" }
        (alert(problem))
        form.card method="post" action="/register" {
            label for="name" { "Name" }
            input #name name="name" value=(name) required minlength="3" maxlength="20" autocomplete="username"
                autocapitalize="none" spellcheck="false" aria-describedby="name-help";
            p.help #name-help { "3 to 20 letters of a–z, 0–9, _ and -, beginning with a letter. Everybody sees it." }
            label for="password" { "Password" }
            input #password name="password" type="password" required minlength="8" maxlength="128"
                autocomplete="new-password" aria-describedby="password-help";
            p.help #password-help { "8 letters or more; four words in a row are good. No other rules." }
            label for="email" { "E-mail, if you like" }
            input #email name="email" type="email" value=(email) autocomplete="email" aria-describedby="email-help";
            p.help #email-help { "Only administrators see it, to help you back in." }
            button { "Register" }
        }
    };
    frame::page(office, None, ("/register", "Register"), &content)
}

pub(super) async fn sign_in_page(State(office): State<Office>, Query(Next { next }): Query<Next>) -> Markup {
    sign_in_form(&office, &next, "", None)
}

#[derive(Deserialize)]
pub(super) struct Credentials {
    name: String,
    password: Secret,
    #[serde(default)]
    next: String,
}

pub(super) async fn sign_in(
    State(office): State<Office>,
    comer: Comer,
    before: Anyone,
    form: Result<Form<Credentials>, FormRejection>,
) -> Page {
    let Form(Credentials { name, password, next }) = form?;
    let asked = SignIn { name: name.clone(), password };
    match office.accounts.sign_in(asked, comer.address, &comer.agent).await {
        Ok(entered) => {
            before.end_before(&office).await?;
            Ok(enter(&office, &entered, &next))
        }
        Err(error) => {
            let Refusal { status, sentence } = error.into();
            Ok((status, sign_in_form(&office, &next, &name, Some(&sentence))).into_response())
        }
    }
}

pub(super) async fn register_page(State(office): State<Office>) -> Markup {
    register_form(&office, "", "", None)
}

#[derive(Deserialize)]
pub(super) struct NewAccount {
    name: String,
    password: Secret,
    #[serde(default)]
    email: String,
}

pub(super) async fn register(
    State(office): State<Office>,
    comer: Comer,
    form: Result<Form<NewAccount>, FormRejection>,
) -> Page {
    let Form(NewAccount { name, password, email }) = form?;
    let asked =
        Registration { name: name.clone(), password, email: Some(email.clone()).filter(|email| !email.is_empty()) };
    match office.accounts.register(asked, comer.address, &comer.agent).await {
        Ok(entered) => Ok(enter(&office, &entered, "/")),
        Err(error) => {
            let Refusal { status, sentence } = error.into();
            Ok((status, register_form(&office, &name, &email, Some(&sentence))).into_response())
        }
    }
}

pub(super) async fn sign_out(State(office): State<Office>, Anyone(session): Anyone) -> Page {
    if let Some(session) = session {
        office.store().revoke(session.account.id, session.id).await?;
        office.presence.gone(session.account.id);
    }
    let content = html! { h1 { "Signed out" } p { a.button href="/" { "To the lobby" } } };
    let line = [(header::SET_COOKIE, cookie(office.is_secure, None))];
    Ok((StatusCode::OK, line, bare("Signed out", &content)).into_response())
}
