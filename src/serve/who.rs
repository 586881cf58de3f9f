//! Who asks: a session, shown by a cookie or by a token in the head of the request.
//!
//! What comes by a cookie may have been sent by the page of somebody else. So a change by cookie must name the origin of its
//! page, and the limits in front refuse origins that they do not know. Programs send tokens, which no browser adds by itself.

use super::accounts::{AccountKind, Secret, Session, TokenKind};
use super::hall::Person;
use super::http::Refusal;
use super::http::limits::Remote;
use super::office::Office;
use super::store::StoreError;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv6Addr};

/// Seconds for which a browser keeps the cookie: the longest session.
const COOKIE_AGE: u32 = 180 * 86_400;

/// The name of the cookie. With the prefix, browsers take it from this host only and by https only.
const fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure { "__Host-session" } else { "session" }
}

/// The line that gives a browser a session, or takes it away.
pub(crate) fn cookie(is_secure: bool, token: Option<&Secret>) -> HeaderValue {
    let (name, secure) = (cookie_name(is_secure), if is_secure { "; Secure" } else { "" });
    let (value, age) = token.map_or(("", 0), |token| (token.reveal(), COOKIE_AGE));
    let line = format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    // A token is made of letters, digits, - and _.
    let mut line = HeaderValue::from_str(&line).unwrap_or(HeaderValue::from_static("session="));
    line.set_sensitive(true);
    line
}

fn by_cookie(headers: &HeaderMap, is_secure: bool) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(name, value)| *name == cookie_name(is_secure) && !value.is_empty()).map(|(_, value)| value)
}

fn by_token(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Whether a browser says which page has sent this.
fn names_its_page(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) || headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin")
}

fn address(request: &Request) -> IpAddr {
    request.extensions().get::<Remote>().map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |remote| remote.0)
}

/// Finds out who asks, and says it to the routes.
pub(crate) async fn identify(State(office): State<Office>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let (shown, has_cookie) = match by_token(headers) {
        Some(token) => (Some(token), false),
        None => (by_cookie(headers, office.is_secure), true),
    };
    let Some(token) = shown.map(Secret::from) else { return next.run(request).await };
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    if has_cookie && changes && !names_its_page(headers) {
        return Refusal::new(StatusCode::FORBIDDEN, "the browser does not say which page asks").into_response();
    }
    match office.store().session(&token, address(&request)).await {
        Ok(session) => {
            let account = &session.account;
            office.presence.seen(account.clone().into(), office.store().now());
            // Numbers of accounts rise from 1.
            let person = Person { id: account.id.unsigned_abs(), name: account.name.clone() };
            request.extensions_mut().insert(person);
            request.extensions_mut().insert(session);
            next.run(request).await
        }
        // The session has ended: whoever it was is a stranger now.
        Err(StoreError::Unknown(_)) => next.run(request).await,
        Err(error) => Refusal::from(error).into_response(),
    }
}

/// Somebody, signed in or not.
pub(crate) struct Anyone(pub(crate) Option<Session>);

impl Anyone {
    /// Ends the session that a browser had before it signed in anew. A token of a program stays.
    pub(crate) async fn end_before(&self, office: &Office) -> Result<(), StoreError> {
        match &self.0 {
            Some(session) if session.kind == TokenKind::Session => {
                office.store().revoke(session.account.id, session.id).await
            }
            _ => Ok(()),
        }
    }
}

/// Somebody who is signed in, or a program with a token.
pub(crate) struct SignedIn(pub(crate) Session);

/// Somebody who signed in themselves: a program with a token cannot do this for them.
pub(crate) struct Oneself(pub(crate) Session);

/// A person with an account, by themselves.
pub(crate) struct Member(pub(crate) Session);

/// An administrator, by themselves.
pub(crate) struct Admin(pub(crate) Session);

impl<S: Sync> FromRequestParts<S> for Anyone {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(parts.extensions.get().cloned()))
    }
}

impl<S: Sync> FromRequestParts<S> for SignedIn {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        parts.extensions.get().cloned().map(Self).ok_or_else(Refusal::stranger)
    }
}

fn forbidden(sentence: &str) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, sentence)
}

impl<S: Sync> FromRequestParts<S> for Oneself {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let SignedIn(session) = SignedIn::from_request_parts(parts, state).await?;
        if session.kind != TokenKind::Session {
            return Err(forbidden("a program with a token cannot do this, sign in yourself"));
        }
        Ok(Self(session))
    }
}

impl<S: Sync> FromRequestParts<S> for Member {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Oneself(session) = Oneself::from_request_parts(parts, state).await?;
        if session.account.kind != AccountKind::Person {
            return Err(forbidden("guests cannot do this: register first"));
        }
        Ok(Self(session))
    }
}

impl<S: Sync> FromRequestParts<S> for Admin {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Oneself(session) = Oneself::from_request_parts(parts, state).await?;
        if !session.account.is_admin {
            return Err(forbidden("only administrators can do this"));
        }
        Ok(Self(session))
    }
}

/// Where a request comes from: the address, and the program that names itself.
pub(crate) struct Comer {
    pub(crate) address: IpAddr,
    pub(crate) agent: String,
}

impl<S: Sync> FromRequestParts<S> for Comer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let address = parts.extensions.get::<Remote>().map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |remote| remote.0);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self { address, agent: agent.unwrap_or("").to_string() })
    }
}
