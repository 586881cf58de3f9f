//! Where a server is, as a person types it: `host`, `host:port`, `[v6]:port`, each with `/CODE` behind it if need be.

use super::talk::PORT;
use std::fmt::{self, Display};
use std::str::FromStr;
use thiserror::Error;

/// Letters of a code.
const CODE: usize = 6;

/// Where a server is, and the code of a match there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whether the connection is encrypted.
    pub secure: bool,
    /// A name or a number; one of IPv6 without its brackets.
    pub host: String,
    pub port: u16,
    pub code: Option<String>,
}

/// Why a text is no address.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AddressError {
    #[error("the address is empty, expected for example 192.168.1.20 or example.org:{PORT}")]
    Empty,
    #[error("{0:?} is no name of a computer, expected for example 192.168.1.20 or example.org")]
    Host(String),
    #[error("{0:?} is no port, expected a number from 1 to 65535")]
    Port(String),
    #[error("{0:?} is no code, expected six letters")]
    Code(String),
    #[error("an address of IPv6 stands in brackets, for example [::1] or [::1]:{PORT}")]
    Brackets,
    #[error("{0:?} is not spoken here, expected http, https or neither")]
    Scheme(String),
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (secure, rest) = match text.split_once("://") {
            None => (false, text),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => (false, rest),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => (true, rest),
            Some((scheme, _)) => return Err(AddressError::Scheme(scheme.into())),
        };
        let (place, code) =
            rest.split_once('/').map_or((rest, ""), |(place, code)| (place, code.trim_end_matches('/')));
        if place.is_empty() {
            return Err(AddressError::Empty);
        }
        let (host, port) = match place.strip_prefix('[') {
            Some(rest) => {
                let (host, behind) = rest.split_once(']').ok_or(AddressError::Brackets)?;
                host.parse::<std::net::Ipv6Addr>().map_err(|_| AddressError::Brackets)?;
                match behind.strip_prefix(':') {
                    Some(port) => (host, Some(port)),
                    None if behind.is_empty() => (host, None),
                    None => return Err(AddressError::Brackets),
                }
            }
            None if place.matches(':').count() > 1 => return Err(AddressError::Brackets),
            None => place.split_once(':').map_or((place, None), |(host, port)| (host, Some(port))),
        };
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        if !place.starts_with('[') && (host.is_empty() || host.len() > 253 || !host.chars().all(is_name)) {
            return Err(AddressError::Host(host.into()));
        }
        let standard = if secure { 443 } else { PORT };
        let port = port.map_or(Ok(standard), |text| {
            text.parse().ok().filter(|port| *port > 0).ok_or_else(|| AddressError::Port(text.into()))
        })?;
        let is_code = code.len() == CODE && code.chars().all(|letter| letter.is_ascii_alphabetic());
        if !code.is_empty() && !is_code {
            return Err(AddressError::Code(code.into()));
        }
        let code = is_code.then(|| code.to_ascii_uppercase());
        Ok(Self { secure, host: host.into(), port, code })
    }
}

impl Address {
    /// The place in the form of URLs: brackets around IPv6.
    fn place(&self) -> String {
        let Self { host, port, .. } = self;
        if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
    }

    /// The beginning of the addresses of questions by HTTP.
    pub fn http(&self) -> String {
        format!("http{}://{}", if self.secure { "s" } else { "" }, self.place())
    }

    /// The address of the socket.
    pub fn socket(&self) -> String {
        format!("ws{}://{}/ws", if self.secure { "s" } else { "" }, self.place())
    }
}

impl Display for Address {
    /// As it can be typed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.secure { "https://" } else { "" })?;
        f.write_str(&self.place())?;
        self.code.as_ref().map_or(Ok(()), |code| write!(f, "/{code}"))
    }
}

/// The addresses of this machine by which others in the local network reach it, those of IPv4 first.
pub fn own() -> Vec<std::net::IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut own: Vec<_> =
        interfaces.iter().filter(|it| !it.is_loopback() && !it.is_link_local()).map(|it| it.ip()).collect();
    own.sort_by_key(std::net::IpAddr::is_ipv6);
    own
}
