//! The port of a server: takes connections, within limits, with TLS if there is a certificate, until it is told to stop.
//!
//! It is a loop of our own around hyper, because a connection that sends nothing must cost nothing: `axum::serve` has no time
//! limit for the head of a request (axum #2741).

use crate::serve::http::limits::Count;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio_rustls::TlsAcceptor;

/// The time for the head of a request, and for agreeing on TLS.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// Bytes of the head of a request (as lila-ws).
const MAX_HEAD: usize = 4 << 10;

/// Bytes that the system holds for who does not read: by itself it would take up to 4 MiB for each connection. A snapshot still
/// comes with a megabyte a second over 150 ms.
const SEND_BUFFER: usize = 128 << 10;

/// The time in which requests end when the server stops.
const END_TIME: Duration = Duration::from_secs(5);

/// A server cannot be opened.
#[derive(Debug, Error)]
pub enum ListenError {
    #[error("port {port} cannot be opened: {error}")]
    Port { port: u16, error: std::io::Error },
    #[error("{path}: cannot be used as a certificate or key: {error}")]
    Certificate { path: PathBuf, error: String },
}

/// A certificate with its key, both as PEM files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// An open port.
pub struct Listener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Opens a port on an address, or on all of the machine's; port 0 is any free one.
    ///
    /// # Errors
    /// [`ListenError`].
    pub fn open(address: Option<IpAddr>, port: u16, tls: Option<&TlsFiles>) -> Result<Self, ListenError> {
        let tls = tls.map(acceptor).transpose()?;
        let socket = match address {
            Some(address) => bind((address, port).into()),
            // A machine without IPv6 has no such address.
            None => bind((Ipv6Addr::UNSPECIFIED, port).into()).or_else(|_| bind((Ipv4Addr::UNSPECIFIED, port).into())),
        };
        let socket = socket.map_err(|error| ListenError::Port { port, error })?;
        Ok(Self { socket, tls })
    }

    /// The port that is open.
    pub fn port(&self) -> u16 {
        self.socket.local_addr().map_or(0, |address| address.port())
    }

    /// Serves until `stop` comes, or is dropped. No address has more than `connections` at once.
    pub async fn serve(self, routes: Router, connections: usize, mut stop: oneshot::Receiver<()>) {
        let (end, ends) = watch::channel(());
        let count = Count::default();
        loop {
            let accepted = tokio::select! {
                _ = &mut stop => break,
                accepted = self.socket.accept() => accepted,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, mostly: some will be closed.
                    tracing::warn!("a connection cannot be taken: {error}");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Some(counted) = count.add(peer.ip(), connections) else { continue };
            let (routes, tls, ends) = (routes.clone(), self.tls.clone(), ends.clone());
            tokio::spawn(async move {
                // A batch is small and must not wait for the next.
                let _ = stream.set_nodelay(true);
                match tls {
                    None => connection(stream, peer, routes, ends).await,
                    Some(tls) => {
                        if let Ok(Ok(stream)) = tokio::time::timeout(HEAD_TIME, tls.accept(stream)).await {
                            connection(stream, peer, routes, ends).await;
                        }
                    }
                }
                drop(counted);
            });
        }
        drop((self.socket, ends));
        end.send_replace(());
        // It is closed when the last connection is.
        let _ = tokio::time::timeout(END_TIME, end.closed()).await;
    }
}

/// Serves a connection until it is closed; when the server ends, until what it has asked for is answered.
async fn connection<S>(stream: S, peer: SocketAddr, routes: Router, mut ends: watch::Receiver<()>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
{
    let service = TowerToHyperService::new(routes.layer(axum::Extension(ConnectInfo(peer))));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_header_size(MAX_HEAD).max_headers(64);
    // No HTTP/2: it would fold the lanes of a player into one connection.
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // What a client does wrong is its own affair.
    tokio::select! {
        _ = &mut connection => {}
        _ = ends.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let domain = socket2::Domain::for_address(address);
    let socket = socket2::Socket::new(domain, socket2::Type::STREAM, Some(socket2::Protocol::TCP))?;
    if address.is_ipv6() {
        socket.set_only_v6(false)?;
    }
    // A server that starts again does not wait for the connections of the one before; on Windows this would let two serve one
    // port.
    if cfg!(unix) {
        socket.set_reuse_address(true)?;
    }
    // Its connections have it, too.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(1024)?;
    TcpListener::from_std(socket.into())
}

fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, ListenError> {
    let failed = |path: &Path, error: String| ListenError::Certificate { path: path.into(), error };
    let certificates = CertificateDer::pem_file_iter(&files.certificate);
    let certificates = certificates.and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let certificates = certificates.map_err(|error| failed(&files.certificate, error.to_string()))?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| failed(&files.key, error.to_string()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.and_then(|config| config.with_no_client_auth().with_single_cert(certificates, key));
    let config = config.map_err(|error| failed(&files.certificate, error.to_string()))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Waits until the system wants the program to end.
pub async fn told_to_end() {
    #[cfg(unix)]
    {
        let mut term = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(term) => term,
            Err(error) => {
                tracing::warn!("SIGTERM cannot be heard: {error}");
                return drop(tokio::signal::ctrl_c().await);
            }
        };
        tokio::select! {
            _ = term.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
}
