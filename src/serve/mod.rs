//! The server: matches that are played over the network, and what players need to come together.
//!
//! | module | what |
//! |---|---|
//! | [`hall`] | matches: before they begin, while they are played, from their logs after a restart |
//! | [`http`] | what comes by HTTP and WebSocket, within limits |
//! | [`listen`] | the port: connections, TLS, the end |
//! | [`direct`] | one match between friends, without accounts |
//! | [`store`] | the database: two engines behind one trait, jobs, group commit, schema, backup |
//! | [`accounts`] | names, passwords, sign-in, sessions, tokens, deletion, export, reports and bans |
//! | [`records`] | games from the open seat to the archive: acts, results, ratings, leases, levels, vacations |
//! | [`community`] | notices, friends and blocks |
//! | [`office`] | what all routes share: the games that are offered, who is there |
//! | `who` | who asks: cookies and tokens |
//! | `lobby` | how players come together, and games in the hall |
//! | [`api`] | the routes for programs, and their description |
//! | `pages` | the pages |
//! | [`server`] | opens, serves, keeps house, ends |
//! | [`admin`] | what the administrator does from the command line; backup and restore |
//! | [`bench`] | how many durable acts a second |
//!
//! A person is a number in the hall. Who somebody is, is found out in front of the routes: by a token of direct play, or by an
//! account. The store is asked from async code. It reads no clock of its own: who opens it hands one in.

pub mod accounts;
pub mod admin;
pub mod api;
pub mod bench;
pub mod community;
pub mod direct;
pub mod hall;
pub mod http;
pub mod listen;
mod lobby;
pub mod office;
mod pages;
pub mod records;
pub(crate) mod secret;
pub mod server;
pub mod store;
mod who;
