//! `gridmarch bench join`: how long it takes to join a match over the network that has run for a while. It runs in its own time:
//! thirty minutes take thirty minutes.

use super::session::field;
use super::size::Size;
use crate::cli::CliError;
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::hosted::HostedSkirmish;
use crate::games::rts::sim::online::join;
use crate::games::rts::sim::record::replay::Header;
use crate::games::rts::sim::record::snapshot::take;
use crate::games::rts::sim::skirmish::Control;
use crate::nav::step::Tick;
use crate::online::address::Address;
use crate::online::api::Api;
use crate::online::talk::{Act, Join};
use crate::serve::direct::{Host, Setup};
use crate::serve::hall::Wish;
use crate::serve::http::Limits;
use crate::shell::online::Online;
use clap::Args;
use serde_json::json;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Options of `bench join`.
#[derive(Debug, Args)]
pub(crate) struct JoinArgs {
    /// How long the match has run before, in minutes
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    minutes: f64,
    /// Size of the generated map
    #[arg(long, value_name = "WxH", default_value = "256x256")]
    size: Size,
    /// Sides; one does nothing, the others are played by programs
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// Soldiers that each side has from the beginning
    #[arg(long, value_name = "N", default_value_t = 100)]
    units: usize,
    /// Seed of the map and of the match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The time between two frames.
const FRAME: Duration = Duration::from_millis(8);

/// Who is so many ticks behind the other machine is in step.
const IN_STEP: Tick = 10;

/// So long nothing takes, unless it hangs.
const HANGS: Duration = Duration::from_secs(120);

fn failed(error: impl std::fmt::Display) -> CliError {
    CliError::Other(error.to_string())
}

/// A machine without a window that joins a running match.
fn machine(api: &Api, id: &str, level: &Level, rules: &Rules, seat: Option<u8>) -> Result<Match, CliError> {
    let description = api.description(id).map_err(failed)?;
    let mut joined = Ok(());
    let game = Match::prepared(level.clone(), rules.clone(), 1, |app| {
        let online = Online::new(seat, Vec::new());
        joined = join(app.world_mut(), api.clone(), id.into(), &description, online);
    });
    joined.map_err(CliError::Other)?;
    Ok(game)
}

fn frame(machines: &mut [Match]) -> Result<(), CliError> {
    for game in machines {
        game.tick();
        if let Some(why) = &game.app.world().resource::<Online>().ended {
            return Err(failed(why));
        }
    }
    std::thread::sleep(FRAME);
    Ok(())
}

pub(super) fn run(args: &JoinArgs) -> Result<(), CliError> {
    let rules = Rules::built_in();
    let (level, mut skirmish) = field::prepare(args.size, args.players, args.units, args.seed, &rules)?;
    skirmish.players[0].control = Control::Human;
    let (level, seed) = (Arc::new(level), args.seed);
    let setup = MatchSetup { level: level.clone(), seed, planner: None, skirmish: Some(skirmish) };
    let description = serde_json::to_vec(&Header::of(&setup, &rules, None)).map_err(failed)?;
    let folder = tempfile::tempdir()?;
    let place = Setup {
        folder: folder.path().into(),
        address: Some(Ipv4Addr::LOCALHOST.into()),
        port: 0,
        tls: None,
        limits: Limits::default(),
        name: "bench".into(),
    };
    let wish = Wish { game: "rts".into(), description, locked: false, rated: false, spectator_delay: 0 };
    let host = Host::start(place, vec![Arc::new(HostedSkirmish)], wish).map_err(failed)?;
    let address = Address { secure: false, host: Ipv4Addr::LOCALHOST.to_string(), port: host.port(), code: None };
    let (stranger, id) = (Api::new(address, None), host.joined().id.clone());
    let own = stranger.clone().with(host.joined().token.clone());
    own.act(&id, &Act::Start).map_err(failed)?;
    let mut machines = vec![machine(&own, &id, &level, &rules, Some(0))?];
    let begun = Instant::now();
    while begun.elapsed().as_secs_f64() < args.minutes * 60.0 {
        frame(&mut machines)?;
    }
    let units = take(machines[0].app.world_mut()).map_or(0, |state| state.units());
    let asked = Instant::now();
    let guest = stranger.join(&Join { name: "late".into(), code: None, watch: true }).map_err(failed)?;
    machines.push(machine(&stranger.with(guest.token), &id, &level, &rules, None)?);
    while machines[1].ticks() + IN_STEP < machines[0].ticks() {
        frame(&mut machines)?;
        if asked.elapsed() > HANGS {
            return Err(failed("it is never in step: it hangs"));
        }
    }
    let joined = asked.elapsed();
    if args.json {
        println!("{}", json!({ "tick": machines[0].ticks(), "units": units, "join_s": joined.as_secs_f64() }));
    } else {
        println!("tick {}, {units} units: in step after {:.2} s", machines[0].ticks(), joined.as_secs_f64());
    }
    host.stop();
    Ok(())
}
