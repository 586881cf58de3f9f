//! How this program speaks TLS to a server: whom it trusts.

use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;

/// The authorities that browsers trust.
pub(crate) fn public() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.into() }
}

/// TLS to a server whose certificate is of one of these authorities and for the name by which it is called.
///
/// # Errors
/// A sentence.
pub(crate) fn in_whom(authorities: RootCertStore) -> Result<ClientConfig, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(config.map_err(|error| error.to_string())?.with_root_certificates(authorities).with_no_client_auth())
}
