//! The cells of a snapshot against its units.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::level::{Level, UnitSpawn};
use gridmarch::games::rts::rules::{KindId, Rules};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::Order;
use gridmarch::games::rts::sim::record::snapshot::places::check_places;
use gridmarch::games::rts::sim::record::snapshot::{Snapshot, take};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

#[test]
fn cells_that_are_not_as_the_units_stand_are_refused() {
    let rules = Rules::built_in();
    // Kinds of all sizes, with room for the largest.
    let units = (0..rules.units.len().min(12)).map(|kind| UnitSpawn {
        kind: KindId(kind as u8),
        side: 0,
        at: Cell::new(2 + 4 * (kind as i16 % 6), 2 + 4 * (kind as i16 / 6)),
    });
    let level = Level { units: units.collect(), ..Level::of_ground(Grid::filled(30, 30, Terrain::Grass)) };
    let mut game = Match::new(level, rules.clone(), 1);
    let units = (0..12).map(UnitId).collect();
    game.order(0, Order::MoveTo { units, to: Cell::new(20, 20), queue: false, formation: false });
    for _ in 0..40 {
        game.run(1);
        let snapshot = take(game.app.world_mut()).expect("a match");
        assert_eq!(check_places(&snapshot, &rules), Ok(()), "at tick {}", snapshot.tick);
    }
    let good = take(game.app.world_mut()).expect("a match");
    let holds = good.occupancy.0.iter().position(|place| place.holder.is_some()).expect("somebody stands");
    let told = |change: &dyn Fn(&mut Snapshot)| {
        let mut snapshot = good.clone();
        change(&mut snapshot);
        check_places(&snapshot, &rules).expect_err("refused")
    };
    let told_all = [
        told(&|snapshot| {
            snapshot.occupancy.0.remove(holds);
        }),
        told(&|snapshot| snapshot.occupancy.0[holds].holder = Some((UnitId(99), None))),
        told(&|snapshot| snapshot.occupancy.0[holds].comer = Some(UnitId(0))),
        told(&|snapshot| snapshot.occupancy.0.reverse()),
        told(&|snapshot| {
            snapshot.units.remove(0);
        }),
        told(&|snapshot| snapshot.units[1].body.3 = snapshot.units[0].body.3),
    ];
    assert!(told_all.iter().all(|problem| problem.ends_with('.') && !problem.contains('\n')), "{told_all:?}");
}
