//! Direct play: one match between friends on one port, without accounts. Who joins gets a token.
//!
//! The host's program is a client like the others, whose token is given to it without the wire. A match that was running when the
//! program ended goes on when the folder is opened again, and the tokens stay good.

use crate::net::PROTOCOL;
use crate::online::talk::{About, Join, Joined, Phase, Token};
use crate::serve::hall::game::Hosted;
use crate::serve::hall::{self, Hall, HallError, Match, Person, Wish};
use crate::serve::http::limits::Remote;
use crate::serve::http::{self, Limits, Refusal, Site, body};
use crate::serve::listen::{ListenError, Listener, TlsFiles};
use crate::serve::secret;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// A match cannot be hosted.
#[derive(Debug, Error)]
pub enum HostError {
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error(transparent)]
    Hall(#[from] HallError),
    #[error("the server cannot be started: {0}")]
    System(#[from] std::io::Error),
}

/// How a match is hosted.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Where the match is kept.
    pub folder: PathBuf,
    /// The address to listen on; all of the machine's if there is none.
    pub address: Option<IpAddr>,
    /// 0: any free one.
    pub port: u16,
    pub tls: Option<TlsFiles>,
    pub limits: Limits,
    /// The name of the host.
    pub name: String,
}

/// A server of direct play, on threads of its own. It stops when this is dropped.
pub struct Host {
    runtime: Option<Runtime>,
    site: Site,
    found: Arc<Match>,
    port: u16,
    /// What the host's program shows the server.
    joined: Joined,
    stop: Option<oneshot::Sender<()>>,
    served: Option<tokio::task::JoinHandle<()>>,
}

impl Host {
    /// Opens a match, or goes on with the one that was running in this folder.
    ///
    /// # Errors
    /// [`HostError`].
    pub fn start(setup: Setup, games: Vec<Arc<dyn Hosted>>, wish: Wish) -> Result<Self, HostError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let started = runtime.block_on(Self::open(&setup, games, wish));
        let (hall, found, joined, listener) = started?;
        let port = listener.port();
        let connections = setup.limits.connections;
        let site = Site::new(hall, setup.limits);
        let (stop, stopped) = oneshot::channel();
        let served = runtime.spawn(listener.serve(router(site.clone(), found.clone()), connections, stopped));
        Ok(Self { runtime: Some(runtime), site, found, port, joined, stop: Some(stop), served: Some(served) })
    }

    async fn open(
        setup: &Setup,
        games: Vec<Arc<dyn Hosted>>,
        wish: Wish,
    ) -> Result<(Arc<Hall>, Arc<Match>, Joined, Listener), HostError> {
        let listener = Listener::open(setup.address, setup.port, setup.tls.as_ref())?;
        let hall = Hall::open(&setup.folder, games)?;
        hall.resume().await;
        let name = hall::name(&setup.name).map_err(HallError::from)?;
        let token = Token(secret::hex(&secret::random::<32>()?));
        let running = hall.matches().into_iter().find(|found| found.phase() == Phase::Running);
        let found = match running {
            Some(found) => found,
            None => {
                let id = u64::from_le_bytes(secret::random()?);
                hall.create(&Person { id, name }, wish)?
            }
        };
        // The host is in the match already: this gives them their token.
        let host = found.host();
        let name = found.join(hall.now(), &host, false, Some(secret::hash(&token.0)))?;
        let joined = Joined { id: found.name(), name, token };
        Ok((hall, found, joined, listener))
    }

    /// The port that others connect to.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The match.
    pub const fn found(&self) -> &Arc<Match> {
        &self.found
    }

    /// By which the host's own program joins.
    pub const fn joined(&self) -> &Joined {
        &self.joined
    }

    /// Sends everybody away to come back, and ends: the match goes on when the folder is opened again.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        let (site, served) = (self.site.clone(), self.served.take());
        runtime.block_on(async {
            site.part().await;
            self.stop.take().map(|stop| stop.send(()));
            if let Some(served) = served {
                // It ends by itself within five seconds.
                let _ = served.await;
            }
        });
        runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.end();
    }
}

/// The routes of direct play: those of all servers, and joining.
fn router(site: Site, found: Arc<Match>) -> Router {
    let own = Router::new().route("/api/about", get(about)).route("/api/join", post(join));
    let routes = http::routes().merge(own);
    let routes = routes.layer(middleware::from_fn_with_state(found.clone(), identify)).layer(Extension(found));
    http::limited(routes, site)
}

/// Finds out who asks, by the token.
async fn identify(State(found): State<Arc<Match>>, mut request: Request, next: Next) -> Response {
    let value = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.strip_prefix("Bearer "));
    if let Some(person) = token.and_then(|token| found.person_by_token(&secret::hash(token))) {
        request.extensions_mut().insert(person);
    }
    next.run(request).await
}

async fn about(Extension(found): Extension<Arc<Match>>) -> Json<About> {
    let version = env!("CARGO_PKG_VERSION").into();
    Json(About { version, protocol: PROTOCOL, direct: Some(found.direct()) })
}

async fn join(
    State(site): State<Site>,
    Extension(found): Extension<Arc<Match>>,
    Extension(remote): Extension<Remote>,
    wish: Result<Json<Join>, JsonRejection>,
) -> Result<Json<Joined>, Refusal> {
    // A code has six letters: who tries many is slowed down.
    if !site.gate.may_try(remote) {
        return Err(Refusal::too_many());
    }
    let Join { name, code, watch } = body(wish)?;
    let name = hall::name(&name).map_err(|error| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error))?;
    if !found.opens_with(code.as_deref()) {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "the code is not the one of this match"));
    }
    let failed = |error: std::io::Error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    let token = Token(secret::hex(&secret::random::<32>().map_err(failed)?));
    let id = u64::from_le_bytes(secret::random().map_err(failed)?);
    let name = found.join(site.hall.now(), &Person { id, name }, watch, Some(secret::hash(&token.0)))?;
    Ok(Json(Joined { id: found.name(), name, token }))
}
