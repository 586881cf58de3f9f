//! A server with accounts, from the client's side.
//!
//! | file | what |
//! |---|---|
//! | [`says`] | what such a server says and is told, as far as a client needs it |
//! | [`ask`] | the questions to its routes, blocking |
//! | [`kept`] | a game that is over, to be shown again |
//! | [`memory`] | the servers that one has been on, and the tokens by which one is known there |
//! | [`member`] | lists and notices of who is signed in, kept fresh on threads |

pub mod ask;
pub mod kept;
pub mod member;
pub mod memory;
pub mod says;
