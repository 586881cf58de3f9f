//! Sparks, streaks and crashes of Tron.

use bevy::prelude::*;
use gridmarch::base::{Cell, Dir};
use gridmarch::client::kit::light::Light;
use gridmarch::games::tron::arena::{Arena, Start};
use gridmarch::games::tron::client::view::Scene;
use gridmarch::games::tron::client::view::effects::{Effect, GRAZES, SPARKS, STREAKS, grazed, plugin};
use gridmarch::games::tron::client::view::pulse::Pulse;
use gridmarch::games::tron::plugin::{Pace, Phase, Round, TronSetup};
use gridmarch::games::tron::position::{Options, Order, Position};
use gridmarch::shell::states::Mode;

/// Two riders on an empty board of 20 × 20: one to the right along the upper edge, one to the right in the middle.
fn round(options: Options) -> Round {
    let heights = gridmarch::base::Grid::filled(20, 20, 0);
    let start = |x, y| Start { cell: Cell::new(x, y), heading: Dir::East };
    let arena = Arena::new(heights, vec![start(2, 0), start(2, 10)]).expect("a board");
    Round { number: 0, position: Position::new(&arena, 2, options), arena, seats: vec![0, 1] }
}

fn straight(round: &mut Round, orders: [Order; 2]) {
    round.position.make(&orders);
}

#[test]
fn a_rider_grazes_what_it_passes_closely() {
    let mut round = round(Options::default());
    let sides = |round: &Round, rider| grazed(&round.position, rider).collect::<Vec<_>>();
    assert_eq!((sides(&round, 0), sides(&round, 1)), (vec![Dir::North], vec![]));
    straight(&mut round, [Order::Go(Dir::South), Order::Go(Dir::South)]);
    assert_eq!(sides(&round, 0), vec![], "the own trail lies behind");
    straight(&mut round, [Order::Go(Dir::West), Order::Go(Dir::West)]);
    assert_eq!(sides(&round, 1), vec![], "the corner of the own turn is not beside it");
    straight(&mut round, [Order::Go(Dir::North), Order::Go(Dir::North)]);
    assert_eq!(sides(&round, 1), vec![Dir::East], "now it is back beside its own trail");
    let open = self::round(Options { wrap: true, ..Options::default() });
    assert_eq!(sides(&open, 0), vec![], "joined edges are no wall");
}

/// The effects alone, with a table; `steps` are made one a frame.
fn effects(options: Options, forward: bool, steps: &[[Order; 2]]) -> App {
    let mut app = App::new();
    app.init_resource::<Light>()
        .init_resource::<Pulse>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<ColorMaterial>>()
        .insert_resource(State::new(Mode::TRON))
        .add_plugins(plugin);
    let mut pace = Pace::of(&TronSetup::default());
    pace.forward = forward;
    let table = app.world_mut().spawn((round(options), pace, Phase::Over)).id();
    app.world_mut().spawn(Scene);
    app.update();
    for step in steps {
        let mut round = app.world_mut().get_mut::<Round>(table).expect("the table");
        round.position.make(step);
        app.update();
    }
    app
}

fn count(app: &mut App) -> usize {
    app.world_mut().query::<&Effect>().iter(app.world()).count()
}

const ON: Order = Order::Go(Dir::East);

#[test]
fn sparks_fly_along_a_wall_and_streaks_behind_a_boost_but_not_in_a_hurry() {
    let boost = Options { boost: true, ..Options::default() };
    assert_eq!(count(&mut effects(boost, false, &[])), 0);
    assert_eq!(count(&mut effects(boost, false, &[[ON, ON]])), GRAZES, "only along the edge");
    let boosted = count(&mut effects(boost, false, &[[ON, Order::Boost(Dir::East)]]));
    assert_eq!(boosted, GRAZES + STREAKS + 1);
    assert_eq!(count(&mut effects(boost, true, &[[ON, Order::Boost(Dir::East)]])), 0);
}

#[test]
fn a_crash_shakes_the_camera() {
    let mut app = effects(Options::default(), false, &[[Order::Go(Dir::North), ON]]);
    assert_ne!(*app.world().resource::<Pulse>(), Pulse::default());
    assert!(count(&mut app) > SPARKS);
    let app = effects(Options::default(), false, &[[ON, ON]]);
    assert_eq!(*app.world().resource::<Pulse>(), Pulse::default());
}
