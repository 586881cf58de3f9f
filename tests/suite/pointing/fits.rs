//! Panels are large enough for what is in them.

use super::*;
use gridmarch::games::rts::sim::skirmish::Building;

impl Desk {
    /// Whatever is written in the panel of the selection lies within it.
    fn fits(&mut self, what: &str) {
        let panel = self.panel();
        self.fits_in(panel, what);
    }

    fn fits_in(&mut self, panel: Entity, what: &str) {
        let frame = self.frame_of(panel).inflate(0.5);
        let world = self.app.world();
        let mut inside: Vec<Entity> = vec![panel];
        let mut index = 0;
        while index < inside.len() {
            inside.extend(world.get::<Children>(inside[index]).into_iter().flatten().copied());
            index += 1;
        }
        let mut seen = 0;
        for entity in inside.into_iter().skip(1).filter(|entity| self.is_seen(*entity)) {
            let of = self.frame_of(entity);
            let text = self.app.world().get::<Text>(entity).map(|text| text.0.clone());
            assert!(frame.contains(of.min) && frame.contains(of.max), "{what}: {text:?} at {of:?} is cut by {frame:?}");
            seen += 1;
        }
        assert!(seen > 3, "{what}: the panel is empty");
        let window = self.window();
        let size = self.app.world().get::<Window>(window).expect("a window").size();
        assert!(frame.max.cmple(size + 1.0).all() && frame.min.cmpge(Vec2::ZERO).all(), "{what}: {frame:?} of {size}");
    }

    /// The panel of the selection of the sandbox: what is painted behind the number of all.
    fn plain_panel(&mut self) -> Entity {
        let world = self.app.world_mut();
        let mut texts = world.query::<(Entity, &Text)>();
        let word = texts.iter(world).find(|(_, text)| text.0 == "selected").expect("many are selected").0;
        let mut above = std::iter::successors(Some(word), |one| world.get::<ChildOf>(*one).map(ChildOf::parent));
        above.find(|one| world.get::<ImageNode>(*one).is_some()).expect("a panel")
    }

    /// The panel of the selection of a skirmish: the frame around a portrait or the tiles.
    fn panel(&mut self) -> Entity {
        let world = self.app.world_mut();
        let mut nodes = world.query_filtered::<(Entity, &Name), With<Node>>();
        nodes.iter(world).find(|(_, name)| name.as_str() == "Selection").expect("a panel").0
    }
}

#[test]
fn the_panel_of_the_selection_has_room_for_any_number_at_any_size() {
    let mut desk = Desk::skirmish(70);
    for (width, height) in [(1280.0, 720.0), (900.0, 560.0), (1920.0, 1080.0), (1000.0, 1000.0)] {
        desk.resize(width, height);
        for count in [2, 11, 12, 13, 16, 17, 20, 24, 25, 27, 28, 36, 37, 60] {
            let units = desk.own(count);
            assert_eq!(units.len(), count);
            desk.select(units);
            desk.fits(&format!("{count} units in {width} × {height}"));
            if count > 36 {
                assert!(desk.shows(&format!("+ {}", count - 35)), "more than fit are summed up");
            }
        }
    }
}

#[test]
fn the_panel_of_the_selection_has_room_for_each_unit_and_building() {
    let mut desk = Desk::skirmish(40);
    let mut all = desk.own(usize::MAX);
    let world = desk.app.world_mut();
    all.extend(world.query_filtered::<&Id, With<Building>>().iter(world).map(|id| id.0));
    desk.resize(900.0, 560.0);
    for unit in all {
        desk.select([unit]);
        desk.fits(&format!("{unit}"));
    }
}

#[test]
fn the_panel_of_the_sandbox_has_room_for_any_number_of_kinds_and_sides() {
    let mut desk = Desk::sandbox();
    let rules = desk.app.world().resource::<GameRules>().0.clone();
    let kinds = rules.kinds().filter(|(_, kind)| kind.size == 1).map(|(kind, _)| kind);
    let all: Vec<(KindId, u8)> = kinds.flat_map(|kind| (0..8).map(move |side| (kind, side))).collect();
    assert!(all.len() > 20);
    let mut level = crate::common::level(&vec![".".repeat(40); 24].join(" "));
    let places = (0..).map(|number| Cell::new(2 * (number % 20), 2 * (number / 20)));
    level.units = places.zip(&all).map(|(at, (kind, side))| UnitSpawn { kind: *kind, side: *side, at }).collect();
    desk.app.insert_resource(MatchSetup { level: Arc::new(level), seed: 1, planner: None, skirmish: None });
    desk.go(Screen::Title);
    desk.go(Screen::Match);
    desk.lay_out();
    for (width, height) in [(1280.0, 720.0), (900.0, 560.0)] {
        desk.resize(width, height);
        for count in [2, 7, 8, 15, 16, all.len()] {
            desk.select((0..count as u32).map(UnitId));
            let panel = desk.plain_panel();
            desk.fits_in(panel, &format!("{count} kinds in {width} × {height}"));
        }
    }
    assert!(desk.shows(&format!("+ {}", all.len() - 14)), "more than fit are summed up");
}
