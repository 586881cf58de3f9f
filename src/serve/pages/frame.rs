//! The frame of all pages, and who looks at them.

use super::problem::Problem;
use super::sheet::document;
use crate::serve::accounts::{AccountKind, Session};
use crate::serve::http::Refusal;
use crate::serve::office::Office;
use crate::serve::store::StoreError;
use crate::serve::who::{Member, SignedIn};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::de::DeserializeOwned;

/// Where the links at the top lead.
const PLACES: [(&str, &str); 6] = [
    ("/", "Lobby"),
    ("/watch", "Watch"),
    ("/archive", "Archive"),
    ("/players", "Players"),
    ("/top", "Best"),
    ("/levels", "Levels"),
];

/// A page at an address, for who looks at it.
pub(super) fn page(office: &Office, who: Option<&Session>, (path, title): (&str, &str), content: &Markup) -> Markup {
    let current = |place: &str| (place == path).then_some("page");
    let top = html! {
        header {
            a.brand href="/" { img src="/icon.svg" alt="" width="28" height="28"; (office.name) }
            nav aria-label="Places" {
                @for (place, name) in PLACES { a href=(place) aria-current=[current(place)] { (name) } }
            }
            div.account {
                @if let Some(session) = who {
                    a href="/notices" aria-current=[current("/notices")] { "Notices" }
                    a href=(if session.account.kind == AccountKind::Guest { "/notices" } else { "/account" })
                        aria-current=[current("/account")] { (session.account.name) }
                    form method="post" action="/sign-out" { button.quiet { "Sign out" } }
                } @else {
                    a href="/sign-in" aria-current=[current("/sign-in")] { "Sign in" }
                    a.button href="/register" { "Register" }
                }
            }
        }
    };
    document(&format!("{title} · {}", office.name), &top, content)
}

/// Who is not let in to a page: strangers are asked to sign in and come back, others are told why.
fn turned_away(parts: &Parts, refusal: Refusal) -> Response {
    if refusal.status != StatusCode::UNAUTHORIZED {
        return Problem::from(refusal).into_response();
    }
    // Where a form was sent to cannot be looked at.
    let back = if parts.method == Method::GET { parts.uri.path() } else { "/" };
    Redirect::to(&format!("/sign-in?next={back}")).into_response()
}

/// Somebody who is signed in.
pub(super) struct Someone(pub(super) Session);

impl<S: Sync> FromRequestParts<S> for Someone {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let found = SignedIn::from_request_parts(parts, state).await;
        found.map(|SignedIn(session)| Self(session)).map_err(|refusal| turned_away(parts, refusal))
    }
}

/// A person with an account.
pub(super) struct Owner(pub(super) Session);

impl<S: Sync> FromRequestParts<S> for Owner {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let found = Member::from_request_parts(parts, state).await;
        found.map(|Member(session)| Self(session)).map_err(|refusal| turned_away(parts, refusal))
    }
}

/// A part of the address of a page.
pub(super) struct Part<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Part<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Path::from_request_parts(parts, state).await;
        read.map(|Path(part)| Self(part)).map_err(|_| StoreError::not_found("there is no such page").into())
    }
}
