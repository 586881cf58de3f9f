//! The way to a Postgres server: its address, and whether it is encrypted.
//!
//! With `sslmode=require` it is, and the certificate of the server is checked: it must be of an authority that browsers trust or
//! of the one in the file `sslrootcert=…`, and for the name by which the server is called. Without it the way is plain: what is
//! encrypted without a check of the certificate is read by whoever sits in the middle.

use super::StoreError;
use crate::online::trust;
use percent_encoding::percent_decode_str;
use postgres::config::SslMode;
use postgres::{Client, Config, NoTls};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::path::{Path, PathBuf};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The address of a database.
#[derive(Clone)]
pub struct Way {
    pub(super) config: Config,
    /// The file with the authority of its certificate.
    authority: Option<PathBuf>,
}

impl Way {
    /// Of `postgres://…`, with the options of that.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn parse(text: &str) -> Result<Self, StoreError> {
        let (place, options) = text.split_once('?').unwrap_or((text, ""));
        let (mut kept, mut authority) = (Vec::new(), None);
        for option in options.split('&') {
            match option.split_once('=') {
                Some(("sslrootcert", path)) => {
                    authority = Some(PathBuf::from(&*percent_decode_str(path).decode_utf8_lossy()));
                }
                // Its certificate is checked in any case.
                Some(("sslmode", "verify-full")) => kept.push("sslmode=require"),
                _ => kept.push(option),
            }
        }
        // The reason is left out, because it may quote the password.
        let unreadable = |_| {
            let example = "postgres://user:password@host:5432/name";
            StoreError::refused(format!("--database: this address cannot be read, expected {example}"))
        };
        let config: Config = format!("{place}?{}", kept.join("&")).parse().map_err(unreadable)?;
        if authority.is_some() && config.get_ssl_mode() != SslMode::Require {
            return Err(StoreError::refused("--database: sslrootcert goes with sslmode=require"));
        }
        Ok(Self { config, authority })
    }

    /// Connects. It blocks.
    pub(super) fn connect(&self) -> Result<Client, StoreError> {
        Ok(match self.config.get_ssl_mode() {
            SslMode::Require => self.config.connect(encrypted(self.authority.as_deref())?)?,
            _ => self.config.connect(NoTls)?,
        })
    }
}

fn encrypted(authority: Option<&Path>) -> Result<MakeRustlsConnect, StoreError> {
    let authorities = authority.map_or_else(|| Ok(trust::public()), read)?;
    trust::in_whom(authorities).map(MakeRustlsConnect::new).map_err(StoreError::unavailable)
}

/// The authorities in a file of certificates as PEM.
fn read(path: &Path) -> Result<RootCertStore, StoreError> {
    let failed = |why: String| StoreError::refused(format!("sslrootcert: {}: {why}", path.display()));
    let mut found = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| failed(error.to_string()))?;
    for certificate in certificates {
        let added = certificate
            .map_err(|error| error.to_string())
            .and_then(|certificate| found.add(certificate).map_err(|error| error.to_string()));
        added.map_err(failed)?;
    }
    if found.is_empty() { Err(failed("there is no certificate in it".into())) } else { Ok(found) }
}
