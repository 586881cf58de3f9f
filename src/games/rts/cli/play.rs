//! What the real-time game adds to `gridmarch play`.

use super::outside::Leash;
use super::size::Size;
use super::skirmish::PlaySide;
use crate::cli::play::{Begin, Play, PlayArgs};
use crate::cli::{CliError, given};
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::sim::record::saves::SavedMatch;
use crate::games::rts::sim::{GameRules, MatchSetup};
use crate::shell::states::{Mode, Paused, enter_match};
use bevy::prelude::*;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) const PLAY: Play =
    Play { options: RtsPlayArgs::augment_args, begin: |args, matches| begin(args, given(matches)) };

/// Options of the real-time game.
#[derive(Debug, Args)]
struct RtsPlayArgs {
    /// Begin with a skirmish against a program, on this level or a random map
    #[arg(long, conflicts_with_all = ["mode", "battle", "type"])]
    skirmish: bool,
    /// Who plays each side of the skirmish, once for every side: human, bot:1 to bot:5 with style=NAME or personality=NAME,
    /// founder, or exec:COMMAND, a program that speaks the protocol of docs/bots.md, for which the game does not wait; each
    /// with faction=NAME. A person against our strongest program unless given. With --load, what sits on the sides of programs
    /// from outside
    #[arg(long = "side", value_name = "SPEC", conflicts_with_all = ["battle", "type"])]
    sides: Vec<PlaySide>,
    /// Show what outside programs write to standard error
    #[arg(long)]
    bot_stderr: bool,
    /// Go on with a saved match of the real-time game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "level", "battle", "size", "type", "rules", "skirmish"])]
    load: Option<PathBuf>,
    /// Begin with a match on a random map of this size
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// What sort of random map
    #[arg(long = "type", id = "type", value_name = "NAME")]
    kind: Option<MapKind>,
    /// Rules data instead of those that the game ships with
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

/// Side of a random map if `--size` is not given.
const DEFAULT_SIDE: u16 = 96;

fn begin(args: &PlayArgs, own: RtsPlayArgs) -> Result<Option<Begin>, CliError> {
    let rules = super::rules(own.rules.as_deref())?;
    let mode = args.mode.as_deref();
    let mut level = None;
    let is_skirmish = own.skirmish || !own.sides.is_empty() && own.load.is_none();
    if let Some(path) = args.level.as_ref().filter(|_| mode.is_none_or(|mode| mode == Mode::RTS.0)) {
        level = Some(Level::load(path, &rules)?);
    } else if is_skirmish {
        level = Some(super::skirmish::map(own.size, own.sides.len(), args.seed, &rules)?);
    } else if (mode.is_none() && (own.size.is_some() || own.kind.is_some())) || mode == Some(Mode::RTS.0) {
        let Size { width, height } = own.size.unwrap_or(Size { width: DEFAULT_SIDE, height: DEFAULT_SIDE });
        let kind = own.kind.unwrap_or(MapKind::Rivers);
        level = Some(generate(&MapSpec { kind, width, height, seed: args.seed }, &rules)?);
    }
    let skirmish = level.as_ref().filter(|_| is_skirmish);
    let skirmish = skirmish.map(|level| super::skirmish::on(level, &own.sides, &rules)).transpose()?;
    let leash = Leash { show_errors: own.bot_stderr, ..Leash::default() };
    let outsiders = super::skirmish::outsiders(&own.sides, leash)?;
    let saved = own.load.as_deref().map(SavedMatch::load).transpose()?;
    let seed = args.seed;
    let setup = level.map(|level| MatchSetup { level: Arc::new(level), seed, planner: None, skirmish });
    Ok(Some(Box::new(move |app| {
        app.insert_resource(GameRules(Arc::new(rules))).insert_resource(outsiders);
        if saved.is_none() && setup.is_none() {
            return;
        }
        // The title screen, which is entered first, would bring the rules of before back, and there is no camera yet.
        app.add_systems(Startup, move |world: &mut World| {
            if let Some(saved) = &saved {
                saved.clone().enter(world);
                world.resource_mut::<NextState<Paused>>().set(Paused(true));
            }
            if let Some(setup) = &setup {
                world.insert_resource(setup.clone());
            }
            enter_match(world, Mode::RTS);
        });
    })))
}
