//! `gridmarch bench bots`: what it costs that programs think.

use super::session::field;
use crate::arena::Times;
use crate::cli::CliError;
use crate::games::rts::bot::{Program, STRONGEST, Work};
use crate::games::rts::cli::size::Size;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::door::carry_out;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::matches::SimSystems;
use crate::games::rts::sim::record::checkpoint::on_request;
use crate::games::rts::sim::skirmish::Sides;
use crate::games::rts::sim::skirmish::bots::{Bots, think};
use bevy::prelude::*;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;
use std::time::Instant;

/// Options of `bench bots`.
#[derive(Debug, Args)]
pub(crate) struct BotsArgs {
    /// Level of the programs
    #[arg(long, value_name = "N", default_value_t = STRONGEST, value_parser = clap::value_parser!(u8).range(1..=i64::from(STRONGEST)))]
    level: u8,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(2..=8))]
    sides: u8,
    /// Size of the generated map
    #[arg(long, value_name = "WxH", default_value = "128x128")]
    size: Size,
    /// Minutes of the game to play
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=120))]
    minutes: u32,
    /// Seed of the map and of the match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How long the programs thought in each tick.
#[derive(Resource)]
struct Watch {
    began: Instant,
    times: Times,
}

pub(crate) fn run(args: &BotsArgs) -> Result<(), CliError> {
    let rules = super::rules(None)?;
    let (level, mut skirmish) = field::prepare(args.size, args.sides, 0, args.seed, &rules)?;
    for player in &mut skirmish.players {
        player.program = Program::level(args.level);
    }
    let ticks = args.minutes * 60 * u32::from(rules.tick_hz);
    let mut game = Match::prepared(level, rules, args.seed, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(Watch { began: Instant::now(), times: Times::default() });
        let begin = |mut watch: ResMut<Watch>| watch.began = Instant::now();
        let end = |mut watch: ResMut<Watch>| {
            let time = watch.began.elapsed();
            watch.times.add(time);
        };
        // They touch nothing but the watch, but stand right before and after the programs.
        let around = (begin.after(on_request).before(think), end.after(think).before(carry_out));
        app.add_systems(FixedUpdate, around.in_set(SimSystems::Command).ambiguous_with_all());
    });
    // Measured is the work of the programs, not the waking of threads.
    game.use_one_thread();
    let progress = ProgressBar::with_draw_target(Some(ticks.into()), ProgressDrawTarget::stderr());
    for _ in 0..ticks {
        game.tick();
        progress.inc(1);
    }
    progress.finish_and_clear();
    let mut boards = game.app.world_mut().query_filtered::<(&Bots, &Sides), With<Board>>();
    let (work, alive) = boards.single(game.app.world()).map_or((Work::default(), 0), |(bots, sides)| {
        (bots.work(), sides.iter().filter(|side| side.beaten.is_none()).count())
    });
    let times = &game.app.world().resource::<Watch>().times;
    let Work { looks, cells, questions, body_steps } = work;
    let fingerprint = format!("{:016x}", game.print().whole());
    if args.json {
        println!(
            "{}",
            json!({
                "level": args.level, "sides": args.sides, "ticks": ticks, "alive": alive,
                "tick_ms_mean": times.mean_ms(), "tick_ms_p99": times.percentile_ms(99), "tick_ms_max": times.max_ms(),
                "work": { "looks": looks, "cells": cells, "questions": questions, "body_steps": body_steps },
                "fingerprint": fingerprint,
            })
        );
    } else {
        println!(
            "sides  alive   ticks  mean ms   p99 ms   max ms     looks      cells  questions  body steps  fingerprint"
        );
        println!(
            "{:5}  {alive:5}  {ticks:6}  {:7.3}  {:7.3}  {:7.3}  {looks:8}  {cells:9}  {questions:9}  {body_steps:10}  {fingerprint}",
            args.sides,
            times.mean_ms(),
            times.percentile_ms(99),
            times.max_ms(),
        );
    }
    Ok(())
}
