//! Figures about the server for Prometheus, on a port of their own: they are not for the public.

use crate::online::talk::Phase;
use crate::serve::http::limits::Remote;
use crate::serve::listen::Listener;
use crate::serve::office::Office;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Connections of one address to the port of figures.
const CONNECTIONS: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Of {
    /// The pattern of the address, never the address itself: that may hold the code of an invitation.
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct In {
    phase: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
enum Stage {
    Waiting,
    Running,
    Over,
}

/// The figures of one server.
#[derive(Clone)]
pub(super) struct Figures(Arc<Inner>);

struct Inner {
    registry: Registry,
    requests: Family<Of, Counter>,
    seconds: Histogram,
    matches: Family<In, Gauge>,
    present: Gauge,
}

impl Figures {
    pub(super) fn new() -> Self {
        let mut registry = Registry::with_prefix("gridmarch");
        let (requests, matches, present) = (Family::default(), Family::default(), Gauge::default());
        // From 1 ms to 33 s: some answers wait for news.
        let seconds = Histogram::new(exponential_buckets(0.001, 2.0, 16));
        registry.register("requests", "Requests by route and status", requests.clone());
        registry.register("request_seconds", "Seconds to the answer", seconds.clone());
        registry.register("matches", "Matches in the hall", matches.clone());
        registry.register("players_present", "Players who asked for something in the last minute", present.clone());
        Self(Arc::new(Inner { registry, requests, seconds, matches, present }))
    }

    fn text(&self, office: &Office) -> String {
        let matches = office.hall().matches();
        for (phase, stage) in
            [(Phase::Waiting, Stage::Waiting), (Phase::Running, Stage::Running), (Phase::Over, Stage::Over)]
        {
            let count = matches.iter().filter(|found| found.phase() == phase).count();
            self.0.matches.get_or_create(&In { phase: stage }).set(count as i64);
        }
        self.0.present.set(office.presence.count(office.store().now()) as i64);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.0.registry);
        text
    }
}

/// Counts requests. It stands around the routes, so that it knows which one was asked.
pub(super) async fn count(State(Figures(figures)): State<Figures>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_string();
    let method = request.method().clone();
    let remote = request.extensions().get::<Remote>().copied();
    let begun = Instant::now();
    let answer = next.run(request).await;
    if matches!(answer.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
        // Somebody who tries doors shows in the log; the pattern of the address holds no secret.
        let from = remote.map_or_else(String::new, |remote| remote.0.to_string());
        tracing::info!("{method} {route} from {from} is refused with {}", answer.status().as_u16());
    }
    figures.seconds.observe(begun.elapsed().as_secs_f64());
    figures.requests.get_or_create(&Of { route, status: answer.status().as_u16() }).inc();
    answer
}

/// Serves the figures until it is told to stop.
pub(super) async fn serve(listener: Listener, office: Office, figures: Figures, stop: oneshot::Receiver<()>) {
    let text = move || async move {
        let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        ([(header::CONTENT_TYPE, kind)], figures.text(&office)).into_response()
    };
    listener.serve(Router::new().route("/metrics", get(text)), CONNECTIONS, stop).await;
}
