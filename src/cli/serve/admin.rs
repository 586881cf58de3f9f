//! `gridmarch serve admin`: what the administrator does from the command line, beside the running server or without it.

use super::PlaceArgs;
use crate::cli::{CliError, Subcommand, given};
use crate::serve::accounts::{Accounts, Secret};
use crate::serve::admin::{Command, carry_out};
use crate::serve::server::system_clock;
use crate::serve::store::Store;
use clap::{Args, Subcommand as Choices};
use std::io::{IsTerminal, stdin};

pub(super) const ADMIN: Subcommand = Subcommand {
    name: "admin",
    about: "Accounts, bans, reports and the list of what administrators did",
    options: |command| <AdminArgs as Args>::augment_args(command),
    run: |matches| run(given(matches)),
};

#[derive(Debug, Args)]
struct AdminArgs {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, Choices)]
enum Action {
    /// A new account; its password is asked for, or read from standard input
    Add {
        name: String,
        /// It is an administrator's
        #[arg(long)]
        admin: bool,
    },
    /// Makes somebody an administrator
    Promote {
        name: String,
    },
    /// Ends that
    Demote {
        name: String,
    },
    /// A new password, which is asked for or read from standard input; all sessions of the player end
    Password {
        name: String,
    },
    Rename {
        name: String,
        new: String,
    },
    Delete {
        name: String,
    },
    /// Bans a player, an address or a range of addresses
    Ban {
        #[arg(value_name = "NAME|ADDRESS")]
        whom: String,
        #[arg(long, value_name = "N", default_value_t = 24)]
        hours: u32,
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Ends a ban
    Lift {
        #[arg(value_name = "BAN")]
        ban: i64,
    },
    /// The bans that hold
    Bans,
    /// Lets a player not chat for a while; 0 hours end it
    Mute {
        name: String,
        #[arg(long, value_name = "N", default_value_t = 24)]
        hours: u32,
    },
    /// The reports that are open
    Reports,
    /// Closes a report
    CloseReport {
        report: i64,
        verdict: String,
    },
    /// A server that shares the database does not come back: the others take its games at once
    Retire {
        #[arg(value_name = "RELAY")]
        relay: String,
    },
    /// What administrators did last
    Audit {
        #[arg(long, value_name = "N", default_value_t = 50)]
        lines: u32,
    },
    /// What is kept about a player
    Show {
        name: String,
    },
}

/// A password from who types it, twice and unseen, or from the first line of standard input.
fn password() -> Result<Secret, CliError> {
    if !stdin().is_terminal() {
        let mut line = String::new();
        stdin().read_line(&mut line)?;
        return Ok(line.trim_end_matches(['\r', '\n']).into());
    }
    let first = rpassword::prompt_password("Password: ")?;
    if rpassword::prompt_password("Again: ")? != first {
        return Err(CliError::Other("the two passwords differ".into()));
    }
    Ok(first.into())
}

fn command(action: Action) -> Result<Command, CliError> {
    Ok(match action {
        Action::Add { name, admin } => Command::Add { name, password: password()?, is_admin: admin },
        Action::Promote { name } => Command::Promote { name, is_admin: true },
        Action::Demote { name } => Command::Promote { name, is_admin: false },
        Action::Password { name } => Command::ResetPassword { name, password: password()? },
        Action::Rename { name, new } => Command::Rename { name, new },
        Action::Delete { name } => Command::Delete { name },
        Action::Ban { whom, hours, reason } => Command::Ban { whom, hours, reason },
        Action::Lift { ban } => Command::Lift { ban },
        Action::Bans => Command::Bans,
        Action::Retire { relay } => Command::Retire { relay },
        Action::Mute { name, hours } => Command::Mute { name, hours },
        Action::Reports => Command::Reports,
        Action::CloseReport { report, verdict } => Command::CloseReport { report, verdict },
        Action::Audit { lines } => Command::Audit { lines },
        Action::Show { name } => Command::Show { name },
    })
}

fn run(AdminArgs { action, place }: AdminArgs) -> Result<(), CliError> {
    let accounts = Accounts::new(Store::open(place.made()?, system_clock())?)?;
    let command = command(action)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let told = runtime.block_on(carry_out(&accounts, command))?;
    if !told.is_empty() {
        println!("{told}");
    }
    Ok(())
}
