//! The pages of the lab beside that of searches, through the real plugins of the interface, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use gridmarch::base::{Cell, Grid};
use gridmarch::client::input::bindings::Press;
use gridmarch::client::kit::naming::NameButton;
use gridmarch::client::lab::abstraction::{AbstractionWish, Abstractions, View as Levels};
use gridmarch::client::lab::chosen::MapWish;
use gridmarch::client::lab::continuous::{Continuous, ContinuousWish, Source};
use gridmarch::client::lab::experiments::{ExperimentWish, Experiments};
use gridmarch::client::lab::maps::{LabFolder, MapChoice};
use gridmarch::client::lab::panel::Tells;
use gridmarch::client::lab::plan::{CrowdChoice, Format, PlanWish, Plans, View, Who};
use gridmarch::client::lab::playback::{Play, Playback};
use gridmarch::client::lab::stage::{BoardPointer, Ground, PointerKind, Stage};
use gridmarch::client::lab::{Lab, LabPage, open};
use gridmarch::games::rts::client::input::bindings::RtsAction;
use gridmarch::games::rts::client::input::command::SendTo;
use gridmarch::games::rts::client::input::selection::Selection;
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::board::At;
use gridmarch::games::rts::sim::units::{Id, Unit};
use gridmarch::lab::experiments::{EXPERIMENTS, Scene};
use gridmarch::lab::planning::{Ending, Planner, Settings};
use gridmarch::nav::abstraction::Kind;
use gridmarch::nav::continuous::Method;
use gridmarch::nav::coop::mapf::{Instance, Moves};
use gridmarch::shell::states::{Paused, Screen};
use leafwing_input_manager::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// What the tests of pages do at a desk.
trait Pages: Sized {
    /// The lab at a page.
    fn lab(page: LabPage) -> Self;

    /// Tells a wish and lets it be done.
    fn wish<W: Message>(&mut self, wish: W);

    /// Waits for what is done beside the frames.
    fn wait_until(&mut self, what: &str, is_done: impl FnMut(&World) -> bool);

    fn resource<R: Resource>(&self) -> &R;

    /// The pointer on a board.
    fn point_at(&mut self, pane: usize, at: (f32, f32), kind: PointerKind);

    fn click_at(&mut self, pane: usize, at: (f32, f32)) {
        self.point_at(pane, at, PointerKind::Press);
        self.point_at(pane, at, PointerKind::Release);
    }
}

impl Pages for Desk {
    fn lab(page: LabPage) -> Self {
        let mut desk = Self::at(Screen::LAB);
        desk.app.world_mut().resource_mut::<NextState<LabPage>>().set(page);
        desk.settle();
        desk
    }

    fn wish<W: Message>(&mut self, wish: W) {
        self.app.world_mut().write_message(wish);
        self.settle();
    }

    fn wait_until(&mut self, what: &str, mut is_done: impl FnMut(&World) -> bool) {
        for _ in 0..6000 {
            self.app.update();
            if is_done(self.app.world()) {
                self.settle();
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not come: {what}");
    }

    fn resource<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    fn point_at(&mut self, pane: usize, at: (f32, f32), kind: PointerKind) {
        self.wish(BoardPointer { pane, at, kind, button: MouseButton::Left });
    }
}

fn are_planned(world: &World) -> bool {
    let plans = world.resource::<Plans>();
    !plans.recordings.is_empty() && !plans.is_busy()
}

/// Two that have to get past one another in a corridor with a bay.
fn passing() -> Instance {
    let mut passable = Grid::filled(7, 2, false);
    (0..7).for_each(|x| passable[Cell::new(x, 0)] = true);
    passable[Cell::new(3, 1)] = true;
    let (left, right) = (Cell::new(0, 0), Cell::new(6, 0));
    Instance { passable, moves: Moves::Four, starts: vec![left, right], goals: vec![right, left] }
}

fn crowd(planner: Planner) -> Scene {
    Scene::Crowd { instance: passing(), planner, settings: Settings::default() }
}

#[test]
fn two_planners_are_seen_side_by_side_at_the_same_tick() {
    let mut desk = Desk::at(Screen::LAB);
    open(desk.app.world_mut(), vec![crowd(Planner::Lra), crowd(Planner::March)]);
    desk.settle();
    assert_eq!(*desk.resource::<State<LabPage>>().get(), LabPage::Plan);
    desk.wait_until("both plans", are_planned);
    let plans = desk.resource::<Plans>();
    assert_eq!(plans.crowd, CrowdChoice::Opened);
    let march = &plans.recordings[1].run;
    assert_eq!(march.ending, Ending::Arrived);
    assert_eq!(march.at(march.last()), passing().goals);
    assert_eq!(
        desk.resource::<Playback>().length,
        plans.recordings.iter().map(|one| one.run.last()).max().unwrap_or(0)
    );
    // One board each, and a row each in the table.
    let stage = desk.resource::<Stage>();
    assert_eq!((stage.panes.len(), stage.table.rows.len()), (2, 2));
    assert!(matches!(stage.panes[0].ground, Ground::Cells(_)));
    desk.wish(Play::Step(3));
    assert_eq!(desk.resource::<Playback>().position, 3);
    desk.reads("tick 3 of");
    // Both views at once: a map and what is reserved, for each.
    desk.press(Tells(PlanWish::View(View::Both)));
    assert_eq!(desk.resource::<Stage>().panes.len(), 4);
    desk.wish(PlanWish::Who(1, None));
    desk.wait_until("the plan that is left", are_planned);
    assert_eq!(desk.resource::<Stage>().panes.len(), 2);
}

#[test]
fn a_click_chooses_an_agent_and_a_drag_turns_space_and_time() {
    let mut desk = Desk::at(Screen::LAB);
    open(desk.app.world_mut(), vec![crowd(Planner::Whca)]);
    desk.settle();
    desk.wait_until("the plan", are_planned);
    assert!(!desk.works(&Tells(PlanWish::NoAgent)));
    desk.click_at(0, (6.5, 0.5));
    assert_eq!(desk.resource::<Plans>().agent, Some(1));
    desk.reads("Agent 1 at (6, 0)");
    desk.press(Tells(PlanWish::Next(1)));
    assert_eq!(desk.resource::<Plans>().agent, Some(0));
    desk.press(Tells(PlanWish::NoAgent));
    assert_eq!(desk.resource::<Plans>().agent, None);
    // On the map a drag turns nothing.
    let eye = desk.resource::<Plans>().eye;
    desk.press(Tells(PlanWish::View(View::Plan)));
    desk.point_at(0, (0.0, 0.0), PointerKind::Press);
    desk.point_at(0, (2.0, 0.0), PointerKind::Drag);
    desk.point_at(0, (2.0, 0.0), PointerKind::Release);
    assert_ne!(desk.resource::<Plans>().eye, eye);
    // The moment cuts the block.
    let shapes = |desk: &Desk| desk.resource::<Stage>().panes[0].drawing.shapes.len();
    desk.wish(Play::First);
    let first = shapes(&desk);
    desk.wish(Play::Last);
    assert!(shapes(&desk) > first, "more of the plan is seen later");
}

#[test]
fn conflicts_of_a_plan_that_was_read_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.txt");
    std::fs::write(&bad, "0:(0,0),(2,0)\n1:(1,0),(1,0)\n2:(2,0),(0,0)\n").expect("a file");
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(LabFolder(Some(folder.path().to_path_buf())));
    desk.go(Screen::LAB);
    open(desk.app.world_mut(), vec![crowd(Planner::March)]);
    desk.settle();
    desk.wait_until("a plan", are_planned);
    desk.wish(PlanWish::Read(bad));
    let run = desk.resource::<Plans>().recordings[0].run.clone();
    assert_eq!((run.ending, run.conflicts_at(1).len()), (Ending::Read, 1), "{:?}", run.conflicts());
    desk.wish(Play::Stop { forward: true });
    assert_eq!(desk.resource::<Playback>().position, 1, "Page down goes to the conflict");
    desk.reads("vertex at (1, 0), time 1");
}

#[test]
fn a_plan_is_written_and_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(LabFolder(Some(folder.path().to_path_buf())));
    desk.go(Screen::LAB);
    open(desk.app.world_mut(), vec![crowd(Planner::March)]);
    desk.settle();
    desk.wait_until("a plan", are_planned);
    let run = desk.resource::<Plans>().recordings[0].run.clone();
    for format in [Format::Plan, Format::Svg, Format::Png] {
        desk.press(Tells(PlanWish::Write(format)));
        desk.press(NameButton::Take);
        desk.settle();
    }
    let mut paths: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|one| one.path()).collect();
    paths.sort_by_key(|path| path.extension().map(std::ffi::OsStr::to_owned));
    let ends: Vec<_> = paths.iter().filter_map(|path| path.extension()?.to_str()).collect();
    assert_eq!(ends, ["png", "svg", "txt"]);
    assert!(std::fs::read(&paths[0]).expect("a picture").starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&paths[1]).expect("a picture").contains("</svg>"));
    desk.wish(PlanWish::Read(paths[2].clone()));
    let read = &desk.resource::<Plans>().recordings[0].run;
    assert!(read.steps().eq(run.steps()), "the same places at all ticks");
    assert_eq!(read.conflicts().len(), 0);
}

#[test]
fn numbers_that_are_typed_wait_for_the_button() {
    let mut desk = Desk::lab(LabPage::Plan);
    desk.wish(PlanWish::Who(1, None));
    desk.wish(PlanWish::Map(MapWish::Side(16)));
    desk.wait_until("a plan", are_planned);
    assert_eq!(desk.resource::<Plans>().recordings[0].run.instance.starts.len(), 50);
    desk.wish(PlanWish::Agents(7));
    desk.reads("Plan takes it up");
    assert_eq!(desk.resource::<Plans>().recordings[0].run.instance.starts.len(), 50);
    desk.press(Tells(PlanWish::Plan));
    desk.wait_until("another plan", are_planned);
    assert_eq!(desk.resource::<Plans>().recordings[0].run.instance.starts.len(), 7);
    assert_eq!(Who::all().count(), Planner::ALL.len() + 5, "all planners, and five windows");
}

fn are_found(world: &World) -> bool {
    let page = world.resource::<Abstractions>();
    !page.all.is_empty() && !page.is_busy() && page.all.iter().all(|one| one.way.is_some())
}

#[test]
fn walls_that_are_painted_mend_the_levels() {
    let mut desk = Desk::lab(LabPage::Abstraction);
    desk.wish(AbstractionWish::Map(MapWish::Choice(MapChoice::Empty)));
    desk.wish(AbstractionWish::Map(MapWish::Side(16)));
    desk.wish(AbstractionWish::Kind(1, Some(Kind::Clique)));
    desk.wait_until("levels and ways", are_found);
    let stage = desk.resource::<Stage>();
    assert_eq!((stage.panes.len(), stage.table.rows.len()), (2, 2));
    let page = desk.resource::<Abstractions>();
    let level = |page: &Abstractions| page.all[0].hierarchy.as_ref().map(|one| one.levels()[1].count()).unwrap_or(0);
    let length = |page: &Abstractions| page.all[0].way.as_ref().map_or(0, |way| way.direct.length);
    let (groups, least) = (level(page), length(page));
    assert!(!desk.works(&Tells(AbstractionWish::MapAsItWas)));
    // A wall across, but for one cell.
    desk.point_at(0, (0.5, 8.5), PointerKind::Press);
    desk.point_at(0, (14.5, 8.5), PointerKind::Drag);
    desk.point_at(0, (14.5, 8.5), PointerKind::Release);
    desk.wait_until("the way around", are_found);
    let page = desk.resource::<Abstractions>();
    assert_eq!(page.passable.values().iter().filter(|free| !**free).count(), 15, "the line is without gaps");
    assert_eq!(page.all[1].hierarchy.as_ref().map(|one| one.passable()), Some(&page.passable), "of both");
    assert!(page.all.iter().all(|one| one.edited.is_some()));
    assert_ne!((level(page), length(page)), (groups, least));
    desk.reads("mended in");
    desk.press(Tells(AbstractionWish::MapAsItWas));
    desk.wait_until("the map of before", are_found);
    let page = desk.resource::<Abstractions>();
    assert_eq!((level(page), length(page)), (groups, least));
}

#[test]
fn a_way_is_refined_search_by_search() {
    let mut desk = Desk::at(Screen::LAB);
    let refinement = EXPERIMENTS.iter().find(|one| one.name == "refinement").expect("an experiment");
    open(desk.app.world_mut(), (refinement.scenes)());
    desk.settle();
    desk.wait_until("the way", are_found);
    desk.press(Tells(AbstractionWish::View(Levels::Way)));
    let stages = desk.resource::<Abstractions>().all[0].way.as_ref().map_or(0, |way| way.stages.len());
    assert!(stages > 1, "{stages}");
    assert_eq!(desk.resource::<Playback>().length as usize, stages);
    desk.wish(Play::Last);
    desk.reads("level 0");
    desk.press(Tells(AbstractionWish::Measure));
    desk.wait_until("the price", |world| world.resource::<Abstractions>().all[0].price.is_some());
    assert!(desk.resource::<Stage>().table.heads.iter().any(|head| head == "worst"));
}

fn are_answered(world: &World) -> bool {
    let page = world.resource::<Continuous>();
    page.answers.len() == Method::ALL.len() && !page.is_busy()
}

#[test]
fn a_polygon_is_drawn_corner_by_corner_and_ways_go_around_it() {
    let mut desk = Desk::lab(LabPage::Continuous);
    desk.wait_until("the sample", are_answered);
    desk.wish(ContinuousWish::Source(Source::Empty));
    desk.wait_until("the empty map", are_answered);
    let length = |desk: &Desk| {
        let page = desk.resource::<Continuous>();
        let points = page.answers.iter().find(|answer| answer.0 == Method::Points);
        points.and_then(|answer| answer.1.as_ref().ok()?.way.as_ref().map(|way| way.length)).unwrap_or(0.0)
    };
    let straight = length(&desk);
    assert!(!desk.works(&Tells(ContinuousWish::Close)));
    for corner in [(40.0, 20.0), (60.0, 30.0), (50.0, 60.0), (35.0, 50.0)] {
        desk.click_at(0, corner);
    }
    assert_eq!(desk.resource::<Continuous>().map.obstacles().len(), 0, "it is not closed yet");
    desk.reads("4 corners");
    // A click on the first corner closes it.
    desk.click_at(0, (40.2, 20.2));
    assert_eq!(desk.resource::<Continuous>().map.obstacles().len(), 1);
    desk.wait_until("the way around", are_answered);
    assert!(length(&desk) > straight);
    let rows = &desk.resource::<Stage>().table.rows;
    assert_eq!(rows.len(), Method::ALL.len());
    // The goal is dragged.
    let goal = desk.resource::<Continuous>().ends.1;
    desk.point_at(0, (goal.x as f32, goal.y as f32), PointerKind::Press);
    desk.point_at(0, (90.0, 10.0), PointerKind::Drag);
    desk.point_at(0, (90.0, 10.0), PointerKind::Release);
    assert_eq!(desk.resource::<Continuous>().ends.1.x, 90.0);
    desk.press(Tells(ContinuousWish::TakeBack));
    assert_eq!(desk.resource::<Continuous>().map.obstacles().len(), 0);
    // At most four graphs are shown, one always.
    assert_eq!(desk.resource::<Stage>().panes.len(), 4);
    for method in [Method::GridWorst, Method::Quadtree, Method::Convex, Method::Points] {
        desk.press(Tells(ContinuousWish::Show(method)));
    }
    assert_eq!(desk.resource::<Stage>().panes.len(), 1);
}

#[test]
fn an_experiment_is_read_opened_and_measured() {
    let mut desk = Desk::lab(LabPage::Experiments);
    desk.reads(EXPERIMENTS[0].question);
    desk.reads("Nothing has been measured yet");
    let deadlock = EXPERIMENTS.iter().position(|one| one.name == "deadlock").expect("an experiment");
    desk.press(Tells(ExperimentWish::Choose(deadlock)));
    assert!(desk.is_checked(&Tells(ExperimentWish::Choose(deadlock))));
    desk.reads(EXPERIMENTS[deadlock].text);
    desk.press(Tells(ExperimentWish::Measure));
    desk.wait_until("the answer", |world| world.resource::<Experiments>().answers[deadlock].is_some());
    desk.reads("Measured in");
    desk.reads("steps of all");
    desk.press(Tells(ExperimentWish::Open));
    assert_eq!(*desk.resource::<State<LabPage>>().get(), LabPage::Plan);
    assert_eq!(desk.resource::<Plans>().who.len(), 2);
    assert_eq!(desk.resource::<Plans>().crowd, CrowdChoice::Opened);
}

#[test]
fn every_experiment_opens_on_its_page() {
    let mut desk = Desk::at(Screen::LAB);
    for experiment in EXPERIMENTS {
        let scenes = (experiment.scenes)();
        let page = LabPage::of(&scenes[0]);
        open(desk.app.world_mut(), scenes);
        desk.settle();
        assert_eq!(*desk.resource::<State<Lab>>().get(), Lab::Open);
        assert_eq!(*desk.resource::<State<LabPage>>().get(), page, "{}", experiment.name);
    }
}

#[test]
fn a_match_leads_into_the_thinking_of_a_unit_and_goes_on_afterwards() {
    let mut desk = Desk::at(Screen::Title);
    let mut rows = vec![".".repeat(24); 12];
    rows[3] = format!("..a.b.{}", ".".repeat(18));
    rows[6] = format!("...{}...", "#".repeat(18));
    let level = crate::common::level(&rows.join(" "));
    desk.app.insert_resource(MatchSetup { level: Arc::new(level), seed: 1, planner: None, skirmish: None });
    desk.go(Screen::Match);
    let world = desk.app.world_mut();
    let mut units = world.query_filtered::<(&Id, &At), With<Unit>>();
    let unit = units.iter(world).map(|(id, at)| (id.0, at.0)).min().expect("a unit");
    desk.app.world_mut().resource_mut::<Selection>().set([unit.0]);
    desk.settle();
    desk.wish(Press(RtsAction::LookInto));
    assert_eq!(*desk.resource::<State<Lab>>().get(), Lab::Shut, "it goes nowhere: nothing is searched");
    desk.wish(SendTo { to: Cell::new(12, 9), queue: false });
    desk.settle();
    desk.wish(Press(RtsAction::LookInto));
    assert_eq!(*desk.resource::<State<Lab>>().get(), Lab::Open);
    assert_eq!(*desk.resource::<State<LabPage>>().get(), LabPage::Search);
    assert_eq!((desk.screen(), desk.resource::<State<Paused>>().get().0), (Screen::Match, true), "the match waits");
    let press = |desk: &mut Desk, key: KeyCode| {
        key.press(desk.app.world_mut());
        desk.app.update();
        key.release(desk.app.world_mut());
        desk.settle();
    };
    press(&mut desk, KeyCode::Escape);
    assert_eq!(*desk.resource::<State<Lab>>().get(), Lab::Shut);
    assert_eq!((desk.screen(), desk.resource::<State<Paused>>().get().0), (Screen::Match, false), "it goes on");
    // The plan for all.
    desk.wish(Press(RtsAction::LookIntoAll));
    assert_eq!(*desk.resource::<State<LabPage>>().get(), LabPage::Plan);
    desk.wait_until("the plan", are_planned);
    let instance = &desk.resource::<Plans>().recordings[0].run.instance;
    assert_eq!(instance.starts.len(), 2);
    assert!(instance.passable.values().iter().any(|free| !free), "a wall is in the way");
    assert_eq!(desk.resource::<Plans>().recordings[0].run.ending, Ending::Arrived);
}
