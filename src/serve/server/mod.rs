//! `gridmarch serve`: opens the database and the hall, serves the routes, keeps house, and ends when it is told to, so that
//! what runs goes on at the next start.

mod figures;
mod headers;
mod upkeep;

use super::accounts::Accounts;
use super::hall::{Hall, HallError};
use super::http::{self, Limits, Site};
use super::listen::{ListenError, Listener, TlsFiles, told_to_end};
use super::office::{LevelCheck, Offer, Office};
use super::store::{Clock, Place, Store, StoreError};
use super::{admin, api, lobby, pages, who};
use axum::{Router, middleware};
use figures::Figures;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The time in which the last jobs end when the server stops.
const LAST_JOBS: Duration = Duration::from_secs(2);

/// A server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error(transparent)]
    Hall(#[from] HallError),
    #[error("the database cannot be opened: {}", reason(.0))]
    Store(#[from] StoreError),
    #[error("the server cannot be started: {0}")]
    System(#[from] std::io::Error),
}

/// For who starts the server, with what is kept from the players.
fn reason(error: &StoreError) -> String {
    match error {
        StoreError::Unavailable { detail } => detail.clone(),
        other => other.to_string(),
    }
}

/// How a server runs.
#[derive(Clone)]
pub struct Settings {
    /// What it is called on its pages.
    pub name: String,
    /// Where the server keeps what is its own: see [`admin::hall`] and [`admin::database`].
    pub folder: PathBuf,
    pub database: Place,
    /// The address to listen on; all of the machine's if there is none.
    pub address: Option<IpAddr>,
    /// 0: any free one.
    pub port: u16,
    pub tls: Option<TlsFiles>,
    /// Whether a proxy in front of it speaks https with the browsers.
    pub is_behind_https: bool,
    /// The port of figures, on the same address; none if there is none.
    pub metrics_port: Option<u16>,
    pub limits: Limits,
    pub offers: Vec<Offer>,
    pub check_level: LevelCheck,
    /// The name of this process among those that share a database, and where players reach it.
    pub relay: String,
    pub public_address: String,
    /// Unix milliseconds.
    pub clock: Clock,
}

/// The clock of the system.
pub fn system_clock() -> Clock {
    Arc::new(|| {
        // Before 1970 there was no server.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_millis().try_into().unwrap_or(i64::MAX)
    })
}

/// A server that runs, on threads of its own. It stops when this is dropped.
pub struct Server {
    runtime: Option<Runtime>,
    office: Office,
    port: u16,
    metrics_port: Option<u16>,
    stops: Vec<oneshot::Sender<()>>,
    served: Vec<JoinHandle<()>>,
}

impl Server {
    /// Starts a server, with the games that ran when it ended last.
    ///
    /// # Errors
    /// [`ServeError`].
    pub fn start(settings: Settings) -> Result<Self, ServeError> {
        let store = Store::open(settings.database.clone(), settings.clock.clone())?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let started = runtime.block_on(Self::open(settings, store));
        let (office, port, metrics_port, stops, served) = started?;
        Ok(Self { runtime: Some(runtime), office, port, metrics_port, stops, served })
    }

    async fn open(
        settings: Settings,
        store: Store,
    ) -> Result<(Office, u16, Option<u16>, Vec<oneshot::Sender<()>>, Vec<JoinHandle<()>>), ServeError> {
        let listener = Listener::open(settings.address, settings.port, settings.tls.as_ref())?;
        let metrics = settings.metrics_port.map(|port| Listener::open(settings.address, port, None)).transpose()?;
        let games = settings.offers.iter().map(|offer| offer.hosted.clone()).collect();
        let hall = Hall::with_ledger(&admin::hall(&settings.folder), games)?;
        lobby::give_up_moved(&store, &hall, &settings.relay).await?;
        lobby::copy_logs(&store, &hall, &settings.offers, &settings.relay).await?;
        hall.resume().await;
        let is_secure = settings.tls.is_some() || settings.is_behind_https;
        let connections = settings.limits.connections;
        let office = Office::new(
            Accounts::new(store)?,
            Site::new(hall, settings.limits),
            (settings.offers, settings.check_level),
            (settings.name, is_secure, settings.relay, settings.public_address),
        );
        upkeep::begin(&office).await?;
        lobby::resume(&office).await?;
        let (port, metrics_port) = (listener.port(), metrics.as_ref().map(Listener::port));
        let figures = Figures::new();
        let routes = router(&office, &figures);
        let (mut stops, mut served) = (Vec::new(), Vec::new());
        let mut run = |serve: Box<dyn FnOnce(oneshot::Receiver<()>) -> JoinHandle<()>>| {
            let (stop, stopped) = oneshot::channel();
            stops.push(stop);
            served.push(serve(stopped));
        };
        run(Box::new(move |stop| tokio::spawn(listener.serve(routes, connections, stop))));
        if let Some(metrics) = metrics {
            let office = office.clone();
            run(Box::new(move |stop| tokio::spawn(figures::serve(metrics, office, figures, stop))));
        }
        upkeep::start(&office);
        Ok((office, port, metrics_port, stops, served))
    }

    /// The port that players connect to.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The port of figures.
    pub const fn metrics_port(&self) -> Option<u16> {
        self.metrics_port
    }

    /// The store, for what is done beside the routes.
    pub fn store(&self) -> &Store {
        self.office.store()
    }

    /// Waits until another server was started with this one's name.
    pub async fn replaced(&self) {
        self.office.replaced.notified().await;
    }

    /// From now on it opens no games and says that it is not ready; what runs goes on.
    pub fn drain(&self) {
        self.office.end();
    }

    /// Sends everybody away to come back, keeps what runs, and ends.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        self.office.end();
        // Who waits for news hears that there are none.
        self.office.news.send_modify(|_| {});
        let (office, stops, served) =
            (self.office.clone(), std::mem::take(&mut self.stops), std::mem::take(&mut self.served));
        runtime.block_on(async {
            office.site.part().await;
            for stop in stops {
                // One that has ended by itself needs no word.
                let _ = stop.send(());
            }
            for task in served {
                let _ = task.await;
            }
            upkeep::comes_back(&office).await;
        });
        runtime.shutdown_timeout(LAST_JOBS);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn router(office: &Office, figures: &Figures) -> Router {
    let identify = middleware::from_fn_with_state(office.clone(), who::identify);
    let count = middleware::from_fn_with_state(figures.clone(), figures::count);
    let routes = http::routes().merge(api::routes(office.clone())).merge(pages::routes(office.clone()));
    let routes = http::limited(routes.layer(identify).layer(count), office.site.clone());
    let routes = routes.layer(middleware::from_fn(pages::for_people));
    routes.layer(middleware::from_fn_with_state(office.is_secure, headers::protect))
}

/// Serves until the system wants the program to end, or another server takes its name. It blocks.
///
/// # Errors
/// [`ServeError`].
pub fn serve(settings: Settings) -> Result<(), ServeError> {
    let server = Server::start(settings)?;
    tracing::info!("the server listens on port {}", server.port());
    if let Some(runtime) = &server.runtime {
        runtime.block_on(async {
            tokio::select! {
                () = told_to_end() => {}
                () = server.replaced() => {}
            }
        });
    }
    server.stop();
    Ok(())
}
