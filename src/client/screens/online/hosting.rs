//! The server of a match that is hosted here, and its announcement in the local network.
//!
//! The server lives as long as the host is in the match. Others are told when it ends, which takes a while: it ends on a thread.

use super::errand;
use crate::client::stage::sentence;
use crate::games::hosted;
use crate::online::address::{Address, own};
use crate::online::api::Api;
use crate::online::beacon::{Announcement, Beacon, LAN_PORT};
use crate::online::talk::{Act, MatchState, Occupant, PORT, Phase, SeatState};
use crate::serve::direct::{Host, HostError, Setup};
use crate::serve::hall::{self, Wish};
use crate::serve::http::Limits;
use crate::shell::folders::data_folder;
use bevy::prelude::*;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::PathBuf;

/// Ports that are tried, one after the other.
const TRIES: u16 = 20;

/// Letters of a text in an announcement, as listeners take them.
const MAX_LETTERS: usize = 60;

/// Where matches are hosted and announced here.
#[derive(Resource, Debug, Clone)]
pub struct HostAt {
    /// Each port has a folder in it: who has the port has the folder.
    pub folder: PathBuf,
    /// The port, or the first one to try; 0: any free one.
    pub port: u16,
    /// The port of announcements.
    pub lan: u16,
}

impl Default for HostAt {
    fn default() -> Self {
        Self { folder: data_folder().join("hosted"), port: PORT, lan: LAN_PORT }
    }
}

/// A match that is hosted here. It ends when this is dropped, and what was kept of it goes.
pub(super) struct Hosting {
    host: Option<Host>,
    folder: PathBuf,
    beacon: Option<Beacon>,
    port: u16,
}

impl Hosting {
    /// Opens a match, in which anybody may sit who comes. Gives how its host asks, and its name on the server. Blocks.
    pub(super) fn open(at: &HostAt, name: &str, wish: &Wish) -> Result<(Self, Api, String), String> {
        let ports: Vec<u16> = match at.port {
            0 => vec![0],
            first => (first..=first.saturating_add(TRIES - 1)).collect(),
        };
        let mut problem = String::new();
        for port in ports.into_iter().filter(|port| is_free(*port)) {
            let folder = at.folder.join(port.to_string());
            match std::fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(format!("{} cannot be emptied: {error}", folder.display()));
                }
                _ => {}
            }
            match Host::start(setup(folder.clone(), port, name), hosted(), wish.clone()) {
                Ok(host) => return Self::opened(host, folder, at.lan),
                Err(error @ HostError::Listen(_)) => problem = error.to_string(),
                Err(error) => return Err(error.to_string()),
            }
        }
        let last = at.port.saturating_add(TRIES - 1);
        let none = format!("the ports {} to {last} are all taken", at.port);
        Err(if problem.is_empty() { none } else { problem })
    }

    /// Goes on with the match that was hosted here when the program ended without its host having left. Blocks.
    pub(super) fn go_on(at: &HostAt, name: &str) -> Result<(Self, Api, String), String> {
        let (port, folder) = interrupted(at).ok_or("no match was interrupted")?;
        // There is one that runs: no other is wished for.
        let wish =
            Wish { game: String::new(), description: Vec::new(), locked: true, rated: false, spectator_delay: 0 };
        let host = Host::start(setup(folder.clone(), port, name), hosted(), wish).map_err(|error| error.to_string())?;
        Self::opened(host, folder, at.lan)
    }

    fn opened(host: Host, folder: PathBuf, lan: u16) -> Result<(Self, Api, String), String> {
        let (port, of) = (host.port(), host.joined().id.clone());
        let address = Address { secure: false, host: Ipv4Addr::LOCALHOST.to_string(), port, code: None };
        let api = Api::new(address, Some(host.joined().token.clone()));
        let mut hosting = Self { host: Some(host), folder, beacon: None, port };
        // Whoever comes may sit where a program would: the programs get what is left when the match begins.
        let state = api.state(&of, None).map_err(|error| error.to_string())?;
        let is_free = |seat: &SeatState| state.phase == Phase::Waiting && seat.by == Occupant::Program;
        for (seat, _) in (0..).zip(&state.seats).filter(|(_, seat)| is_free(seat)) {
            api.act(&of, &Act::Seat { seat, by: Occupant::Open }).map_err(|error| error.to_string())?;
        }
        // A match that nobody hears of can be joined by its address.
        hosting.beacon = Beacon::start(announcement(&state, port), lan).ok();
        Ok((hosting, api, of))
    }

    /// Announces the match as it is now.
    pub(super) fn announce(&self, state: &MatchState) {
        if let Some(beacon) = &self.beacon {
            beacon.change(announcement(state, self.port));
        }
    }

    /// The addresses by which others reach it, with the code if they need it.
    pub(super) fn addresses(&self, code: Option<&str>) -> Vec<Address> {
        let code = code.map(String::from);
        let address = |host: String| Address { secure: false, host, port: self.port, code: code.clone() };
        let mut all: Vec<Address> = own().into_iter().map(|ip| address(ip.to_string())).collect();
        if all.is_empty() {
            all.push(address(Ipv4Addr::LOCALHOST.to_string()));
        }
        all
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Hosting {
    fn drop(&mut self) {
        let (host, beacon, folder) = (self.host.take(), self.beacon.take(), std::mem::take(&mut self.folder));
        errand::part(move || {
            drop((beacon, host));
            // What is left is emptied by the next match.
            let _ = std::fs::remove_dir_all(folder);
        });
    }
}

fn setup(folder: PathBuf, port: u16, name: &str) -> Setup {
    Setup { folder, address: None, port, tls: None, limits: Limits::default(), name: name.into() }
}

/// The port and the folder of a match that was hosted here when the program ended, and that nobody has gone on with.
pub(super) fn interrupted(at: &HostAt) -> Option<(u16, PathBuf)> {
    let folders = std::fs::read_dir(&at.folder).ok()?.flatten().map(|entry| entry.path());
    let mut with_ports = folders.filter_map(|folder| Some((folder.file_name()?.to_str()?.parse().ok()?, folder)));
    with_ports.find(|(port, folder)| is_free(*port) && hall::is_interrupted(folder))
}

/// Whether nobody listens on a port of this machine.
fn is_free(port: u16) -> bool {
    let bound = TcpListener::bind((Ipv6Addr::UNSPECIFIED, port));
    port == 0 || bound.or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))).is_ok()
}

fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MAX_LETTERS).collect()
}

fn announcement(state: &MatchState, port: u16) -> Announcement {
    let taken = |by: Occupant| matches!(by, Occupant::Person | Occupant::Closed | Occupant::Program);
    let runs = state.phase != Phase::Waiting;
    let taken = state.seats.iter().filter(|seat| runs || taken(seat.by)).count();
    Announcement {
        id: u64::from_str_radix(&state.id, 16).unwrap_or_default(),
        host: short(&state.host),
        game: short(&state.game),
        title: short(&state.title),
        taken: taken as u8,
        seats: state.seats.len() as u8,
        port,
        locked: state.code.is_some(),
        version: env!("CARGO_PKG_VERSION").into(),
    }
}

/// What was said against something, as a sentence.
pub(super) fn said(problem: &str) -> String {
    sentence(problem.trim_end_matches('.'))
}
