//! The client's half of play over the network: finding a server, joining a match, and staying in it.
//!
//! | module | what |
//! |---|---|
//! | [`address`] | what a person types to say where a server is |
//! | [`api`] | questions by HTTP, blocking; [`talk`] is what is said |
//! | [`waiting`] | a match before it begins, followed on a thread |
//! | [`session`] | a match that is played: connections that mend themselves, on a thread |
//! | [`sitting`] | the same of a match whose server holds the state |
//! | [`account`] | a server with accounts: sign-in, lobby, games, notices, kept fresh on a thread |
//! | [`beacon`] | matches in the local network, announced and listed |
//! | `trust` | TLS, and whose certificates are taken |
//!
//! Nothing here knows a game or a window, and nothing blocks who draws one, but for [`api`].

pub mod account;
pub mod address;
pub mod api;
pub mod beacon;
mod keeper;
mod lane;
pub mod session;
pub mod sitting;
pub mod talk;
pub(crate) mod trust;
pub mod waiting;
