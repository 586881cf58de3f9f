//! Entering, leaving and restarting a match; the schedule.

use crate::common::{level, picture, run, send, unit, units};
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::board::{At, TerrainGrid};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::tiles::Ground;
use gridmarch::games::rts::sim::units::Unit;
use gridmarch::games::rts::sim::{HostOrder, MatchClock};
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::states::{Paused, Screen};

fn start() -> Match {
    Match::new(level("ab.. ..~. ...."), Rules::built_in(), 1)
}

fn go(game: &mut Match, screen: Screen) {
    game.app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
    game.app.update();
}

fn entities(game: &mut Match) -> usize {
    let world = game.app.world_mut();
    world.query_filtered::<Entity, Or<(With<At>, With<TerrainGrid>, With<ChildOf>)>>().iter(world).count()
}

/// All entities of the world, those of Bevy as well, but for resources, which are entities too.
fn living(game: &mut Match) -> usize {
    let world = game.app.world_mut();
    world.query_filtered::<Entity, Without<bevy::ecs::resource::IsResource>>().iter(world).count()
}

#[test]
fn leaving_a_match_leaves_nothing_behind() {
    let mut game = start();
    assert_eq!(entities(&mut game), 1 + 12 + 2, "board, tiles, units");
    go(&mut game, Screen::Title);
    assert_eq!(entities(&mut game), 0);
    let all = living(&mut game);
    for _ in 0..3 {
        go(&mut game, Screen::Match);
        go(&mut game, Screen::Title);
    }
    assert_eq!(living(&mut game), all, "and it does not grow");
}

#[test]
fn restarting_begins_the_same_match_again() {
    let mut game = start();
    let before = picture(&mut game);
    send(&mut game, [0, 1], 3, 2);
    run(&mut game, 40);
    assert_ne!(picture(&mut game), before);
    go(&mut game, Screen::Match);
    assert_eq!(picture(&mut game), before);
    assert!(game.app.world().resource::<MatchClock>().tick() <= 1);
}

#[test]
fn while_paused_nothing_moves_but_orders_are_taken() {
    let mut game = start();
    game.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    run(&mut game, 1);
    let tick = game.ticks();
    send(&mut game, [0], 3, 2);
    game.host(HostOrder::Paint { cells: vec![Cell::new(3, 0)], terrain: Terrain::Hill });
    run(&mut game, 20);
    assert_eq!(game.ticks(), tick);
    assert_eq!(unit(&mut game, 0).at, Cell::new(0, 0));
    assert_eq!(unit(&mut game, 0).waypoints, 1, "the order is there");
    assert!(picture(&mut game).starts_with("ab.^"), "and the map is changed");
    game.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(false));
    run(&mut game, 60);
    assert_ne!(unit(&mut game, 0).at, Cell::new(0, 0));
}

#[test]
fn the_dense_terrain_follows_the_tile_entities() {
    let mut game = start();
    for (x, terrain) in (0..4).zip([Terrain::Road, Terrain::Hill, Terrain::Wall, Terrain::Deep]) {
        game.host(HostOrder::Paint { cells: vec![Cell::new(x, 2)], terrain });
        run(&mut game, 1);
    }
    let world = game.app.world_mut();
    let tiles: Vec<(Cell, Terrain)> =
        world.query::<(&At, &Ground)>().iter(world).map(|(at, ground)| (at.0, ground.0)).collect();
    let grid = world.query::<&TerrainGrid>().single(world).expect("one board");
    assert_eq!(tiles.len(), 12);
    for (cell, terrain) in tiles {
        assert_eq!(grid.cells()[cell], terrain, "{cell}");
    }
    assert_eq!(picture(&mut game), "ab..\n..~.\n=^#~");
}

#[test]
fn units_are_placed_and_removed_by_order() {
    let mut game = start();
    let kind = unit(&mut game, 0).kind.0;
    game.host(HostOrder::Place { kind, side: 3, at: Cell::new(3, 0) });
    game.host(HostOrder::Place { kind, side: 3, at: Cell::new(2, 1) });
    game.host(HostOrder::Place { kind, side: 3, at: Cell::new(0, 0) });
    game.host(HostOrder::Place { kind, side: 9, at: Cell::new(3, 2) });
    run(&mut game, 1);
    assert_eq!(picture(&mut game), "ab.c\n..~.\n....", "not in deep water, not on each other, not for side 9");
    game.host(HostOrder::Remove { at: Cell::new(0, 0) });
    game.host(HostOrder::Remove { at: Cell::new(3, 2) });
    run(&mut game, 1);
    assert_eq!(picture(&mut game), ".b.c\n..~.\n....");
    assert_eq!(units(&mut game).keys().copied().collect::<Vec<_>>(), [1, 2], "numbers are never used twice");
    let world = game.app.world_mut();
    assert_eq!(world.query::<&Unit>().iter(world).count(), 2);
}
