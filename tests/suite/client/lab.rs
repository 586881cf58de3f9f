//! Parts of the lab: the pace of its searches, its sample, its ground as pixels.

use gridmarch::base::{Budget, Cell};
use gridmarch::client::lab::continuous::asking::{SAMPLE, sample};
use gridmarch::client::lab::raster::{Needs, Raster, pixels};
use gridmarch::client::lab::search::Pace;
use gridmarch::client::lab::search::moments::{moment, position};
use gridmarch::client::lab::stage::Ground;
use gridmarch::lab::colour::Shade;
use gridmarch::lab::maps::clutter;
use gridmarch::lab::search::{Prepared, Setup};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::searchers::Searcher;
use gridmarch::nav::searchers::grid::GridMap;
use std::sync::Arc;

#[test]
fn a_stop_is_reached_at_its_position_and_not_before() {
    for (length, events) in [(100, 100), (1_000, 37), (37, 37), (250_000, 99_991)] {
        for pace in [Pace::Event, Pace::Share] {
            for stop in [1, events / 3, events / 2, events] {
                let at = position(pace, stop, length, events);
                assert!(at <= length, "{pace:?}: {stop} of {events} in {length}");
                assert!(moment(pace, at, length, events) >= stop);
                assert!(moment(pace, at - 1, length, events) < stop, "{pace:?}: {stop} of {events} in {length}");
            }
        }
    }
}

#[test]
fn all_searches_end_together_when_they_go_on_by_shares() {
    assert_eq!(moment(Pace::Share, 500, 500, 123), 123);
    assert_eq!(moment(Pace::Share, 0, 500, 123), 0);
    assert_eq!(moment(Pace::Event, 500, 500, 123), 123);
    assert_eq!(moment(Pace::Event, 77, 500, 123), 77);
}

#[test]
fn all_polygons_of_the_sample_are_obstacles() {
    assert_eq!(sample().0.obstacles().len(), SAMPLE.len());
}

/// A search on a map with obstacles; iterative deepening forgets everything at each round.
fn ground(searcher: Searcher, shade: Shade) -> impl Fn(u32) -> Ground {
    let map = Arc::new(GridMap::uniform(&clutter(12, 25, 3), Moves::Eight));
    let setup = Setup::on_map(map.clone(), Cell::new(0, 0), Cell::new(11, 11), searcher);
    let run = Arc::new(setup.run(&mut Prepared::default(), &Budget::nodes(5_000)).expect("a search"));
    move |at| Ground::Run { run: run.clone(), map: Some(map.clone()), shade, at }
}

#[test]
fn what_changes_is_painted_as_if_all_had_been() {
    for searcher in [Searcher::AStar, Searcher::IterativeDeepening, Searcher::BidirectionalAStar] {
        for shade in Shade::ALL {
            let ground = ground(searcher, shade);
            let mut raster = Raster::default();
            for at in [0, 1, 40, 39, 200, 7, 1_000, 3, 0, 150] {
                raster.follow(&ground(at));
                let (_, _, fresh) = pixels(&ground(at)).expect("pixels");
                assert_eq!(raster.pixels, fresh, "{searcher:?}, {shade:?}, after {at} events");
            }
        }
    }
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let ground = ground(Searcher::AStar, Shade::State);
    let mut raster = Raster::default();
    assert_eq!(raster.follow(&ground(5)), Needs::Anew);
    assert_eq!(raster.follow(&ground(5)), Needs::Nothing);
    assert_eq!(raster.follow(&ground(6)), Needs::Update);
    assert_eq!(raster.follow(&Ground::None), Needs::Anew);
    assert_eq!(raster.follow(&Ground::None), Needs::Nothing);
}
