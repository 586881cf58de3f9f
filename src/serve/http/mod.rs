//! What comes to the server by HTTP: the routes of matches, and the socket. All of it is behind limits.
//!
//! A route that is about somebody takes a [`Caller`], which a layer in front has found out. Mistakes are answered with
//! `{ "error": "<sentence>" }`.

mod fault;
pub mod limits;
mod matches;
pub(crate) mod outcasts;
mod socket;

pub use fault::Refusal;
pub use limits::Limits;
pub(crate) use matches::body;

use crate::serve::hall::{Hall, MAX_DESCRIPTION, Person};
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::middleware;
use axum::routing::{get, post, put};
use limits::Gate;
use outcasts::Outcasts;
use std::sync::Arc;
use std::time::Duration;

/// The time in which the last words to all sockets go out.
const PARTING: Duration = Duration::from_secs(4);

/// What the routes share.
#[derive(Clone)]
pub struct Site {
    pub hall: Arc<Hall>,
    pub(crate) gate: Arc<Gate>,
    pub(crate) outcasts: Arc<Outcasts>,
}

impl Site {
    pub fn new(hall: Arc<Hall>, limits: Limits) -> Self {
        Self { hall, gate: Arc::new(Gate::new(limits)), outcasts: Arc::default() }
    }

    /// Sends everybody away to come back, and waits until they have heard it: the server is about to end.
    pub async fn part(&self) {
        self.hall.restart().await;
        let _ = tokio::time::timeout(PARTING, self.gate.emptied()).await;
    }
}

/// Who asks, as a layer in front of the routes has found out: it puts a [`Person`] into the extensions of the request.
pub struct Caller(pub Person);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Person>().cloned().map(Self).ok_or_else(Refusal::stranger)
    }
}

/// The routes of matches and the socket. Whoever uses them puts a layer around that finds out who asks.
pub fn routes() -> Router<Site> {
    Router::new()
        .route("/api/match/{id}", get(matches::state))
        .route("/api/match/{id}/act", post(matches::act))
        .route("/api/match/{id}/description", put(matches::describe).get(matches::description))
        .layer(DefaultBodyLimit::max(MAX_DESCRIPTION))
        .route("/api/match/{id}/snapshot", get(matches::newest_snapshot))
        .route("/api/match/{id}/snapshot/{tick}", get(matches::snapshot).put(matches::put_snapshot))
        .route("/api/match/{id}/log", get(matches::log))
        .route("/api/match/{id}/report/{tick}", get(matches::report))
        .route("/api/ticket", post(matches::ticket))
        .route("/ws", get(socket::upgrade))
}

/// Puts the limits around routes.
pub fn limited(routes: Router<Site>, site: Site) -> Router {
    let layer = middleware::from_fn_with_state(site.clone(), limits::check);
    routes.fallback(fault::nothing_here).layer(layer).with_state(site)
}
