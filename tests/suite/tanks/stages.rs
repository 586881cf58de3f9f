//! The stages that come with the game, checks of stages, random ones.

use gridmarch::base::Cell;
use gridmarch::games::tanks::check::{Finding, check};
use gridmarch::games::tanks::field::{Ground, square};
use gridmarch::games::tanks::generate::{Form, RandomStage};
use gridmarch::games::tanks::stage::{Stage, Wave};
use gridmarch::games::tanks::symmetry::Symmetry;
use std::collections::BTreeSet;
use std::path::Path;

/// The stages that come with the game, in the order of their files: those of the campaign, or the others.
fn shipped(is_campaign: bool) -> Vec<Stage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/tanks");
    let paths = gridmarch::files::listed(&folder, "ron").expect("a folder of stages");
    let is_numbered = |path: &Path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(|c: char| c.is_ascii_digit()))
    };
    let wanted = paths.iter().filter(|path| is_numbered(path) == is_campaign);
    wanted.map(|path| Stage::load(path).unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn stages_for_several_sides_are_fair() {
    let stages = shipped(false);
    assert!(stages.len() >= 6);
    for stage in &stages {
        assert_eq!(check(stage), Vec::new(), "{}", stage.name);
        let sides: BTreeSet<u8> = stage.players.iter().map(|player| player.side).collect();
        assert!(sides.len() >= 2 && stage.waves.is_empty(), "{}", stage.name);
        for side in sides {
            let starts = |side| stage.players.iter().filter(|player| player.side == side).count();
            assert_eq!(starts(side), starts(0), "{}", stage.name);
        }
        let (width, height) = (stage.width() as i16, stage.height() as i16);
        for (cell, ground) in stage.ground.iter() {
            let turned = stage.ground[Cell::new(width - 1 - cell.x, height - 1 - cell.y)];
            assert_eq!(turned, *ground, "{} at {cell}", stage.name);
        }
    }
}

#[test]
fn forty_own_stages_are_all_different_and_without_findings() {
    let stages = shipped(true);
    assert_eq!(stages.len(), 40);
    for stage in &stages {
        let findings: Vec<String> = check(stage).iter().map(Finding::to_string).collect();
        assert!(findings.is_empty(), "{}: {findings:?}", stage.name);
        assert!(stage.description.ends_with(['.', '?']) && stage.players.len() >= 4, "{}", stage.name);
        assert!(stage.waves.iter().all(|wave| wave.len() >= 12), "{}", stage.name);
    }
    let of_20 = stages.iter().filter(|stage| stage.waves.iter().map(Wave::len).sum::<usize>() == 20).count();
    assert!(of_20 >= 34, "{of_20} stages have twenty foes");
    let names: BTreeSet<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names.len(), 40);
    for (index, stage) in stages.iter().enumerate() {
        for other in &stages[..index] {
            if stage.ground.len() == other.ground.len() {
                let differing = stage.ground.values().iter().zip(other.ground.values()).filter(|(a, b)| a != b).count();
                assert!(differing > 60, "{} and {}: {differing} cells", stage.name, other.name);
            }
        }
    }
}

#[test]
fn every_ground_has_a_stage_that_is_about_it() {
    let stages = shipped(true);
    for ground in [Ground::Brick, Ground::Steel, Ground::Water, Ground::Forest, Ground::Ice] {
        let most = stages.iter().map(|stage| stage.ground.values().iter().filter(|kind| **kind == ground).count());
        assert!(most.max() >= Some(100), "{}", ground.name());
    }
}

#[test]
fn what_cannot_be_reached_is_found() {
    let mut stage = Stage::blank(26, 26);
    assert_eq!(check(&stage), Vec::new());
    (0..26).for_each(|x| stage.ground[Cell::new(x, 12)] = Ground::Brick);
    assert_eq!(check(&stage), Vec::new(), "brick can be shot");
    (0..26).for_each(|x| stage.ground[Cell::new(x, 12)] = Ground::Water);
    assert_eq!(check(&stage), Vec::new(), "one can shoot across water");
    (0..26).for_each(|x| stage.ground[Cell::new(x, 12)] = Ground::Steel);
    let found = check(&stage);
    assert_eq!(found.len(), 5, "three gates and two players: {found:?}");
    assert!(found.iter().all(|finding| finding.is_grave() && finding.at().is_some()));
    stage.ground[Cell::new(5, 12)] = Ground::Floor;
    assert_eq!(check(&stage).len(), 5, "one cell is too narrow");
    stage.ground[Cell::new(6, 12)] = Ground::Floor;
    assert_eq!(check(&stage), Vec::new());
}

#[test]
fn unfair_and_pointless_stages_are_found() {
    let mut stage = Stage::blank(26, 26);
    square(Cell::new(11, 23), 4).filter(|cell| cell.y < 24).for_each(|cell| stage.ground[cell] = Ground::Floor);
    assert_eq!(check(&stage), [Finding::GateFaces { gate: 1, at: Cell::new(12, 0) }]);
    assert!(!check(&stage)[0].is_grave());
    stage.gates.clear();
    assert_eq!(check(&stage), [Finding::Purposeless, Finding::Gateless]);
    stage.waves.clear();
    stage.players[1].side = 1;
    assert_eq!(check(&stage), Vec::new(), "two sides fight each other");
}

#[test]
fn random_stages_can_be_played_and_are_those_of_their_seed() {
    let sizes = [(26, 26), (12, 12), (13, 29), (26, 26), (40, 17)];
    for form in Form::ALL {
        for (seed, ((width, height), symmetry)) in (0..).zip(sizes.into_iter().zip(Symmetry::ALL)) {
            let wish = RandomStage { width, height, form, symmetry, ..RandomStage::default() };
            let stage = wish.generate(seed);
            stage.judge().unwrap_or_else(|problem| panic!("{wish:?}: {problem}"));
            let grave: Vec<_> = check(&stage).into_iter().filter(|finding| finding.is_grave()).collect();
            assert!(grave.is_empty(), "{wish:?}: {grave:?}");
            assert_eq!(stage, wish.generate(seed));
            assert_ne!(stage.ground, wish.generate(seed + 100).ground);
            let covered = stage.ground.values().iter().filter(|kind| **kind != Ground::Floor).count();
            assert!(covered * 100 > stage.ground.len() * 20, "{wish:?}: {covered} of {}", stage.ground.len());
        }
        let largest = RandomStage { width: 64, height: 64, form, ..RandomStage::default() }.generate(1);
        assert_eq!(largest.judge(), Ok(()));
    }
}

#[test]
fn a_random_duel_is_the_same_for_both_sides() {
    let stage = RandomStage { form: Form::Duel, ..RandomStage::default() }.generate(7);
    for (cell, ground) in stage.ground.iter() {
        assert_eq!(stage.ground[Cell::new(25 - cell.x, 25 - cell.y)], *ground, "{cell}");
    }
}

#[test]
fn images_are_told_once_each() {
    let size = (26, 20);
    assert_eq!(Symmetry::Mirror.images(size, Cell::new(12, 3), 2), [Cell::new(12, 3)], "on the middle line");
    assert_eq!(Symmetry::Turn.images(size, Cell::new(0, 0), 1), [Cell::new(0, 0), Cell::new(25, 19)]);
    assert_eq!(Symmetry::Quarters.images(size, Cell::new(1, 2), 2).len(), 4);
}
