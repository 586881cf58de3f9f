//! Addresses and ranges of them, in the form in which the database compares them.

use crate::serve::store::StoreError;
use ipnet::IpNet;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// An address or a range of addresses: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/48`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

impl FromStr for Network {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let single = |address: IpAddr| IpNet::from(address.to_canonical());
        let net = text.parse::<IpAddr>().map(single).or_else(|_| text.parse::<IpNet>().map(|net| net.trunc()));
        let net = net.map_err(|_| {
            StoreError::refused(format!("network: {text:?} is neither an address nor a range such as 192.0.2.0/24"))
        })?;
        let narrowest = if matches!(net, IpNet::V4(_)) { 8 } else { 16 };
        if net.prefix_len() < narrowest {
            return Err(StoreError::refused(format!("network: {text} is wider than /{narrowest}")));
        }
        Ok(Self(net))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Network {
    /// The first and the last address, as [`bytes`].
    pub(super) fn ends(&self) -> ([u8; 16], [u8; 16]) {
        (bytes(self.0.network()), bytes(self.0.broadcast()))
    }
}

/// An address in sixteen bytes, in which ranges keep their order.
pub(super) fn bytes(address: IpAddr) -> [u8; 16] {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => address.octets(),
    }
}
