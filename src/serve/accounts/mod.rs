//! Accounts: names, passwords, sign-in, sessions, programs, deletion, export; reports, bans and mutes.
//!
//! Passwords and tokens are kept as hashes only and cannot be printed. Who is asked about an account from outside gets a
//! [`Profile`], which holds nothing that only its owner should see.

mod address;
mod entry;
mod export;
mod limits;
mod moderation;
mod name;
mod password;
mod profile;
mod secret;
mod sessions;
mod token;
mod upkeep;

pub use address::Network;
pub use entry::{Accounts, Entered, Registration, SignIn};
pub use moderation::{Audit, Ban, BanTarget, NewReport, Report};
pub use name::fold;
pub(super) use profile::load as load_account;
pub use profile::{Account, AccountKind, Profile};
pub use secret::Secret;
pub(super) use secret::code;
pub use sessions::{Session, SessionLine};
pub use token::TokenKind;

/// The number of an account.
pub type AccountId = i64;
