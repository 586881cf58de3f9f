//! `gridmarch join` and `gridmarch host`: the window begins in the room of a match over the network.

use super::play::{self, PlayArgs, WindowArgs};
use super::{CliError, Subcommand, given};
use crate::client::screens::online;
use crate::client::screens::online::settings::OnlineSettings;
use crate::online::address::Address;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use clap::{ArgMatches, Args};

pub(super) const JOIN: Subcommand = Subcommand {
    name: "join",
    about: "Join a match over the network in a window",
    options: |command| <JoinArgs as Args>::augment_args(command),
    run: join,
};

pub(super) const HOST: Subcommand = Subcommand {
    name: "host",
    about: "Set a match up as `play` does, and let others join it over the network",
    options: |command| play::with_games(<HostArgs as Args>::augment_args(command)),
    run: host,
};

#[derive(Debug, Args)]
struct JoinArgs {
    /// Where the match is: a name or an address, with its port and the code of the match if need be
    #[arg(value_name = "ADDRESS[/CODE]")]
    address: Address,
    /// The name by which the others know you
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<String>,
    /// Take no seat
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    window: WindowArgs,
}

#[derive(Debug, Args)]
struct HostArgs {
    /// The name by which the others know you
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<String>,
    /// Let everybody join who reaches this computer, without a code
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    play: PlayArgs,
}

fn name(text: &str) -> Result<String, &'static str> {
    crate::serve::hall::name(text)
}

/// The name stays that of the settings elsewhere: it is not written there.
fn call(world: &mut World, name: Option<&str>) {
    if let Some(name) = name {
        world.resource_mut::<OnlineSettings>().set_name(name);
    }
}

fn join(matches: &ArgMatches) -> Result<(), CliError> {
    let JoinArgs { address, name, watch, window } = given(matches);
    let mut app = window.app();
    app.add_systems(PostStartup, move |world: &mut World| {
        call(world, name.as_deref());
        online::join(world, address.clone(), watch);
    });
    play::until_closed(app)
}

fn host(matches: &ArgMatches) -> Result<(), CliError> {
    let HostArgs { name, open, play } = given(matches);
    let mut app = play.app(matches)?;
    app.add_systems(PostStartup, move |world: &mut World| {
        call(world, name.as_deref());
        if open {
            world.resource_mut::<OnlineSettings>().set_locked(false);
        }
        // The match that the options have set up is not entered here: it begins when the others are there.
        let mode = std::mem::take(&mut *world.resource_mut::<NextState<Mode>>());
        world.resource_mut::<NextState<Screen>>().reset();
        match mode {
            NextState::Pending(mode) | NextState::PendingIfNeq(mode) => online::host(world, mode),
            NextState::Unchanged => world.resource_mut::<NextState<Screen>>().set(online::PAGE),
        }
    });
    play::until_closed(app)
}
