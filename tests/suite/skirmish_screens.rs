//! The screens around a skirmish, through the real plugins of the interface, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowResized};
use gridmarch::client::audio::settings::{SoundSettings, Volume};
use gridmarch::client::input::bindings::{Action, Press};
use gridmarch::client::input::time::GameSpeed;
use gridmarch::client::kit::naming::NameButton;
use gridmarch::client::kit::widgets::{GoesTo, Look};
use gridmarch::client::screens::options::OptionButton;
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::client::screens::replays::ReplayButton;
use gridmarch::client::screens::title::TitleChoice;
use gridmarch::client::stage::MapCamera;
use gridmarch::client::stage::MenuOpen;
use gridmarch::games::rts::bot::Style;
use gridmarch::games::rts::client::input::Player;
use gridmarch::games::rts::client::input::bindings::RtsAction;
use gridmarch::games::rts::client::input::camera::LookAt;
use gridmarch::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use gridmarch::games::rts::client::input::thoughts::ThoughtsShown;
use gridmarch::games::rts::client::stage::Viewer;
use gridmarch::games::rts::client::ui::key_options::KeyButton;
use gridmarch::games::rts::client::ui::observing::{EyesButton, ThoughtsButton};
use gridmarch::games::rts::client::ui::replay_strip::StripButton;
use gridmarch::games::rts::client::ui::skirmish::CurveButton;
use gridmarch::games::rts::client::ui::skirmish::choices::{FogChoice, SkirmishChoices, Sort, Source, Stock, Who};
use gridmarch::games::rts::client::ui::skirmish::maps::Maps;
use gridmarch::games::rts::client::ui::skirmish::plot::Curve;
use gridmarch::games::rts::client::ui::skirmish::remembered::Remembered;
use gridmarch::games::rts::client::ui::skirmish::result::EndChoice;
use gridmarch::games::rts::client::ui::skirmish::setup::SkirmishButton;
use gridmarch::games::rts::rules::FactionId;
use gridmarch::games::rts::sim::board::Board;
use gridmarch::games::rts::sim::record::playback::Playback;
use gridmarch::games::rts::sim::record::saves::AutoSave;
use gridmarch::games::rts::sim::skirmish::listening::Listening;
use gridmarch::games::rts::sim::skirmish::{Control, Ending, NEUTRAL, Side, Sides, SkirmishSetup, VictoryRule};
use gridmarch::games::rts::sim::{GameRules, MatchClock, MatchSetup, Order, OrderQueue};
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Paused, Screen};
use leafwing_input_manager::prelude::*;
use std::time::Duration;

impl Desk {
    /// Presses a button that is checked afterwards.
    fn choose(&mut self, button: SkirmishButton) {
        self.press(button);
        assert!(self.is_checked(&button), "{button:?} is not marked");
    }

    fn choices(&self) -> SkirmishChoices {
        self.app.world().resource::<SkirmishChoices>().clone()
    }

    fn map(&self, name: &str) -> usize {
        let maps = &self.app.world().resource::<Maps>().0;
        maps.iter().position(|map| map.level.name == name).expect("a shipped map")
    }

    fn setup(&self) -> (MatchSetup, SkirmishSetup) {
        let setup = self.app.world().resource::<MatchSetup>().clone();
        let skirmish = setup.skirmish.clone().expect("a skirmish");
        (setup, skirmish)
    }

    fn side(&mut self, side: u8) -> Side {
        let world = self.app.world_mut();
        let mut boards = world.query_filtered::<&Sides, With<Board>>();
        boards.single(world).expect("a skirmish").get(side).expect("a side").clone()
    }

    fn has_ended(&mut self) -> bool {
        let world = self.app.world_mut();
        world.query_filtered::<(), With<Ending>>().iter(world).next().is_some()
    }

    fn menu(&mut self) {
        self.app.world_mut().write_message(Press(Action::Menu));
        self.settle();
    }

    /// The defeat of a side: it gives up, and soon the match knows.
    fn give_up(&mut self, side: u8) {
        self.app.world_mut().resource_mut::<OrderQueue>().issue(side, Order::Surrender);
        self.run(15);
    }

    /// How a button is painted.
    fn look(&mut self, button: ReplayButton) -> Look {
        let entity = self.find(&button);
        *self.app.world().get::<Look>(entity).expect("a button")
    }

    /// Where the view is.
    fn view(&mut self) -> Vec3 {
        let world = self.app.world_mut();
        let mut cameras = world.query_filtered::<&Transform, With<MapCamera>>();
        cameras.single(world).expect("a camera").translation
    }

    fn is_paused(&self) -> bool {
        self.app.world().resource::<State<Paused>>().get().0
    }

    fn tick(&self) -> u32 {
        self.app.world().resource::<MatchClock>().tick()
    }

    /// Time must stand.
    fn stands(&mut self) {
        let tick = self.tick();
        self.run(5);
        assert!(self.is_paused() && self.tick() == tick, "tick {tick}, now {}", self.tick());
    }

    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.app.update();
        }
    }
}

#[test]
fn the_title_leads_to_the_set_up_and_back() {
    let mut desk = Desk::at(Screen::Title);
    desk.press(GoesTo(Screen::SKIRMISH_SETUP));
    assert_eq!(desk.screen(), Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Back);
    assert_eq!(desk.screen(), Screen::Title);
    desk.press(GoesTo(Screen::SANDBOX_SETUP));
    assert_eq!(desk.screen(), Screen::SANDBOX_SETUP);
}

#[test]
fn one_click_begins_a_match_of_a_person_against_a_program() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    assert_eq!(desk.screen(), Screen::Match);
    let (setup, skirmish) = desk.setup();
    let rules = desk.app.world().resource::<GameRules>().0.clone();
    assert_eq!((setup.level.name.as_str(), setup.level.starts.len()), ("Twin Fords", 2));
    assert_eq!(
        skirmish.players.iter().map(|player| player.control).collect::<Vec<_>>(),
        [Control::Human, Control::Bot]
    );
    assert_eq!(skirmish.players.iter().map(|player| player.team).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(skirmish.players.iter().map(|player| player.start).collect::<Vec<_>>(), setup.level.starts);
    assert_eq!((skirmish.stock, skirmish.fog, skirmish.explored), (rules.economy.start, true, false));
    assert_eq!((skirmish.victory, skirmish.mines.len()), (VictoryRule::Buildings, setup.level.mines.len()));
    desk.run(3);
    assert_eq!(desk.side(0).control, Control::Human);
    assert_ne!(*desk.app.world().resource::<Remembered>(), Remembered::default(), "kept for the next time");
}

#[test]
fn the_match_begins_as_it_was_set_up() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Map(desk.map("Four Corners")));
    desk.choose(SkirmishButton::Sort(1, Sort::Human));
    assert!(desk.is_checked(&SkirmishButton::Sort(0, Sort::Bot)), "there is one person");
    desk.choose(SkirmishButton::Sort(2, Sort::Closed));
    desk.choose(SkirmishButton::Faction(0, FactionId(1)));
    desk.choose(SkirmishButton::Faction(1, FactionId(0)));
    desk.press(SkirmishButton::Team(3));
    assert_eq!(desk.choices().seats[3].team, 0, "after the fourth team comes the first");
    desk.press(SkirmishButton::Colour(1));
    desk.choose(SkirmishButton::Stock(Stock::High));
    desk.choose(SkirmishButton::Fog(FogChoice::Explored));
    desk.choose(SkirmishButton::Victory(Some(VictoryRule::Halls)));
    desk.choose(SkirmishButton::Speed(4));
    desk.press(SkirmishButton::SeedUp);
    desk.press(SkirmishButton::Start);
    let (setup, skirmish) = desk.setup();
    let starts = &setup.level.starts;
    let start = desk.app.world().resource::<GameRules>().0.economy.start;
    let players: Vec<_> = skirmish.players.iter().map(|player| (player.start, player.control, player.team)).collect();
    assert_eq!(players, [(starts[0], Control::Bot, 0), (starts[1], Control::Human, 1), (starts[3], Control::Bot, 0)]);
    assert_eq!(skirmish.players.iter().map(|player| player.faction.0).collect::<Vec<_>>(), [1, 0, 1]);
    // The person has the colour of the place that is closed: the next that nobody has.
    assert_eq!(skirmish.players.iter().map(|player| player.colour).collect::<Vec<_>>(), [0, 2, 3]);
    assert_eq!((skirmish.stock.gold, skirmish.stock.wood), (3 * start.gold, 3 * start.wood));
    assert_eq!((skirmish.fog, skirmish.explored, skirmish.victory), (true, true, VictoryRule::Halls));
    assert_eq!(setup.seed, SkirmishChoices::default().seed + 1);
    assert_eq!(desk.app.world().resource::<GameSpeed>().factor(), 4.0);
    desk.run(2);
    assert_eq!(desk.app.world().resource::<Player>().side, 1, "the person commands the second side");
    // The choices stay.
    desk.go(Screen::SKIRMISH_SETUP);
    assert!(desk.is_checked(&SkirmishButton::Fog(FogChoice::Explored)));
    assert!(desk.is_checked(&SkirmishButton::Sort(2, Sort::Closed)));
}

#[test]
fn the_program_of_a_place_is_chosen_where_the_map_is_else() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    assert!(desk.shows("Recruit") && !desk.shows("Program at place 2"));
    desk.choose(SkirmishButton::Program(1));
    assert!(desk.shows("Program at place 2") && desk.shows("For a first match"));
    desk.choose(SkirmishButton::Rank(Some(3)));
    desk.choose(SkirmishButton::Style(Some(Style::Boom)));
    assert!(desk.shows("Captain · Boom") && desk.shows("Workers and mines first, then a great army."));
    assert!(desk.shows("Counters what it has seen"));
    let program = |desk: &mut Desk| {
        desk.press(SkirmishButton::Start);
        let program = desk.setup().1.players[1].program.to_string();
        desk.go(Screen::SKIRMISH_SETUP);
        program
    };
    assert_eq!(program(&mut desk), "bot:3,style=boom");
    assert!(!desk.shows("Program at place 2"), "the map is there again");
    // Another click on the sign of a program leads there too. Who has a name has a style.
    desk.press(SkirmishButton::Sort(1, Sort::Bot));
    desk.choose(SkirmishButton::Who(Who::One(2)));
    assert!(!desk.is_checked(&SkirmishButton::Style(Some(Style::Boom))));
    assert!(desk.shows("Old Tam, Captain") && desk.shows("Let us trade a while first, shall we?"));
    assert_eq!(program(&mut desk), "bot:3,personality=Old Tam");
    desk.press(SkirmishButton::Program(1));
    desk.choose(SkirmishButton::Who(Who::Anybody));
    assert!(program(&mut desk).starts_with("bot:3,personality="), "somebody is drawn");
    desk.press(SkirmishButton::Program(1));
    desk.choose(SkirmishButton::Rank(None));
    assert!(desk.shows("Founder") && !desk.shows("Personality"), "it has no styles");
    assert_eq!(program(&mut desk), "founder");
    desk.press(SkirmishButton::Program(1));
    desk.press(SkirmishButton::Done);
    assert!(!desk.shows("Program at place 2"));
    desk.press(SkirmishButton::Program(1));
    desk.press(SkirmishButton::Sort(1, Sort::Human));
    assert!(!desk.shows("Program at place 2"), "no program sits there");
    assert!(!desk.works(&SkirmishButton::Program(1)), "a person has no level");
}

#[test]
fn a_handicap_is_set_at_its_place_and_shown_wherever_sides_are_listed() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    assert!(desk.shows("100 %"));
    (0..3).for_each(|_| desk.press(SkirmishButton::Handicap(0)));
    assert!(desk.shows("130 %") && desk.is_checked(&SkirmishButton::Handicap(0)));
    assert!(!desk.is_checked(&SkirmishButton::Handicap(1)));
    (0..9).for_each(|_| desk.press(SkirmishButton::Handicap(1)));
    desk.press(SkirmishButton::Start);
    let handicaps: Vec<u8> = desk.setup().1.players.iter().map(|player| player.handicap.percent()).collect();
    assert_eq!(handicaps, [130, 80]);
    desk.run(3);
    assert!(desk.shows("130 %"), "beside the stores");
    desk.menu();
    desk.press(MenuChoice::Score);
    assert!(desk.shows("Blue (you) 130 %") && desk.shows("Red 80 %"));
}

#[test]
fn after_a_defeat_a_lower_level_is_offered_and_after_a_victory_a_higher_one() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    let program = |desk: &Desk| desk.setup().1.players[1].program.to_string();
    assert_eq!(program(&desk), "bot:1");
    desk.run(20);
    desk.give_up(1);
    assert!(desk.shows("Victory") && desk.shows("Against Soldier") && desk.shows("What decided it"));
    assert!(desk.shows("It was over before anything could be learnt from it."));
    desk.press(EndChoice::Offer);
    assert_eq!((desk.screen(), desk.has_ended(), program(&desk)), (Screen::Match, false, "bot:2".into()));
    assert!(desk.tick() < 20, "from its beginning");
    assert_eq!(desk.choices().seats[1].level, 2, "the next set-up begins with it");
    assert_eq!(desk.app.world().resource::<Remembered>().choices().seats[1].level, 2);
    desk.give_up(0);
    assert!(desk.shows("Defeat"));
    desk.press(EndChoice::Offer);
    assert_eq!(program(&desk), "bot:1");
    // Below the lowest level there is a handicap, for who needs it.
    desk.give_up(0);
    assert!(!desk.is_there(&EndChoice::Offer), "the first time");
    desk.press(EndChoice::Rematch);
    desk.give_up(0);
    desk.reads("Again, at 80 %");
    desk.press(EndChoice::Offer);
    let handicaps: Vec<u8> = desk.setup().1.players.iter().map(|player| player.handicap.percent()).collect();
    assert_eq!((handicaps, program(&desk)), (vec![100, 80], "bot:1".into()));
    desk.give_up(1);
    desk.press(EndChoice::Setup);
    assert!(desk.shows("80 %") && desk.shows("Recruit"));
    // Nobody is offered anything who only watches.
    desk.choose(SkirmishButton::Watch);
    desk.press(SkirmishButton::Start);
    desk.give_up(1);
    assert!(!desk.is_there(&EndChoice::Offer) && !desk.shows("What decided it"));
}

#[test]
fn eight_places_have_room_at_every_size_of_window() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Map(desk.map("Eight Crowns")));
    for size in [Vec2::new(900.0, 560.0), Vec2::new(1280.0, 720.0), Vec2::new(1920.0, 1080.0)] {
        let world = desk.app.world_mut();
        let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
        let (window, mut shown) = windows.single_mut(world).expect("a window");
        shown.resolution.set(size.x, size.y);
        world.write_message(WindowResized { window, width: size.x, height: size.y });
        for is_looked_at in [false, true] {
            if is_looked_at {
                desk.press(SkirmishButton::Program(7));
            }
            desk.run(5);
            let world = desk.app.world_mut();
            let mut buttons = world.query::<(&SkirmishButton, &ComputedNode, &UiGlobalTransform)>();
            let shown = buttons.iter(world).filter(|(_, node, _)| node.size() != Vec2::ZERO);
            let places: Vec<(SkirmishButton, Rect)> = shown
                .filter(|(button, ..)| !matches!(button, SkirmishButton::Map(_)))
                .map(|(button, node, place)| (*button, Rect::from_center_size(place.translation, node.size())))
                .collect();
            assert!(places.len() > 60, "{}", places.len());
            for (index, (button, place)) in places.iter().enumerate() {
                let is_within = place.min.cmpge(Vec2::ZERO).all() && place.max.cmple(size).all();
                assert!(is_within, "{size}: {button:?} is at {place:?}");
                let meets = |other: &Rect| !place.intersect(*other).inflate(-0.5).is_empty();
                let other = places[..index].iter().find(|(_, other)| meets(other));
                assert!(other.is_none(), "{size}: {button:?} at {place:?} lies over {other:?}");
            }
        }
        desk.press(SkirmishButton::Done);
    }
}

#[test]
fn the_map_says_how_it_is_won_unless_the_player_does() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    assert!(desk.is_checked(&SkirmishButton::Victory(None)));
    desk.choose(SkirmishButton::Map(desk.map("Eight Crowns")));
    desk.press(SkirmishButton::Start);
    assert_eq!(desk.setup().1.victory, VictoryRule::Halls);
    desk.go(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Victory(Some(VictoryRule::Buildings)));
    desk.press(SkirmishButton::Start);
    assert_eq!(desk.setup().1.victory, VictoryRule::Buildings);
}

#[test]
fn wrong_choices_are_refused_with_a_sentence() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Sort(1, Sort::Closed));
    desk.reads("A skirmish needs at least two sides: open another place.");
    assert!(!desk.works(&SkirmishButton::Start));
    desk.press(SkirmishButton::Sort(1, Sort::Bot));
    assert!(desk.works(&SkirmishButton::Start));
    desk.press(SkirmishButton::Team(1));
    desk.reads("All sides are of one team: a skirmish needs at least two.");
    assert!(!desk.works(&SkirmishButton::Start));
    desk.press(SkirmishButton::Team(1));
    assert!(desk.works(&SkirmishButton::Start));
}

#[test]
fn random_maps_have_as_many_starts_as_were_asked_for() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Source(Source::Random));
    desk.choose(SkirmishButton::Side(64));
    desk.choose(SkirmishButton::Players(3));
    assert!(desk.is_checked(&SkirmishButton::Side(96)), "three do not fit on the smallest");
    assert!(!desk.works(&SkirmishButton::Side(64)));
    let before = desk.choices().seed;
    desk.press(SkirmishButton::SeedUp);
    desk.press(SkirmishButton::SeedUp);
    desk.press(SkirmishButton::SeedDown);
    assert_eq!(desk.choices().seed, before + 1);
    desk.press(SkirmishButton::Start);
    let (setup, skirmish) = desk.setup();
    assert_eq!((setup.level.starts.len(), skirmish.players.len(), setup.seed), (3, 3, before + 1));
    assert_eq!(setup.level.terrain.width(), 96);
}

#[test]
fn who_only_watches_sees_programs_play() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Watch);
    desk.reads("You watch, and see everything.");
    desk.press(SkirmishButton::Start);
    let (_, skirmish) = desk.setup();
    assert!(skirmish.players.iter().all(|player| player.control == Control::Bot));
    desk.run(2);
    assert_eq!(desk.app.world().resource::<Player>().side, NEUTRAL);
    desk.menu();
    assert!(desk.is_there(&MenuChoice::Score) && !desk.is_there(&MenuChoice::Surrender));
    desk.press(MenuChoice::Resume);
    desk.give_up(1);
    assert!(desk.has_ended());
    desk.reads("Blue");
    desk.reads("Victory after 0:00.");
}

#[test]
fn time_stands_below_the_result_and_goes_on_for_who_watches_on() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Map(desk.map("Four Corners")));
    desk.press(SkirmishButton::Start);
    desk.give_up(0);
    desk.reads("You are out after 0:00. The others fight on.");
    desk.stands();
    // Keys of the match are shut out by the dialog, and the menu changes nothing about it.
    KeyCode::F3.press(desk.app.world_mut());
    desk.run(2);
    KeyCode::F3.release(desk.app.world_mut());
    desk.stands();
    desk.menu();
    desk.press(MenuChoice::Resume);
    desk.stands();
    assert!(!desk.shows("Orders are taken meanwhile"), "the dialog is enough");
    desk.press(EndChoice::Watch);
    let tick = desk.tick();
    desk.run(5);
    assert!(!desk.is_paused() && desk.tick() > tick);
    // The score of a match that goes on stops it as long as it is shown.
    desk.menu();
    desk.press(MenuChoice::Score);
    desk.stands();
    desk.press(EndChoice::Back);
    desk.press(EndChoice::Watch);
    assert!(!desk.is_paused());
    for side in 1..4 {
        if !desk.has_ended() {
            desk.give_up(side);
        }
    }
    assert!(desk.has_ended());
    desk.stands();
    desk.press(EndChoice::Watch);
    desk.stands();
    assert!(desk.shows("The match is over. Press F3 to let it go on all the same."));
    desk.app.world_mut().write_message(Press(Action::Pause));
    desk.settle();
    assert!(!desk.is_paused());
}

#[test]
fn a_match_is_watched_again_without_a_dialog_over_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.app.insert_resource(RecordTo::Folder(folder.path().to_path_buf()));
    desk.press(SkirmishButton::Start);
    desk.run(60);
    desk.give_up(1);
    let end = desk.tick();
    desk.press(EndChoice::Replay);
    let first_and_last = |desk: &Desk| {
        let playback = desk.app.world().resource::<Playback>();
        (playback.first(), playback.ticks())
    };
    assert_eq!((desk.screen(), first_and_last(&desk)), (Screen::Match, (0, Some(end))), "recorded to the last tick");
    assert!(desk.tick() < end && !desk.is_there(&EndChoice::Title));
    // Seen as the player saw it, until other eyes are chosen.
    assert!(desk.is_checked(&EyesButton(Some(0))));
    desk.press(StripButton::Later);
    desk.run(40);
    assert_eq!(desk.tick(), end);
    assert!(desk.has_ended() && !desk.is_there(&EndChoice::Score), "nothing lies over the strip");
    assert!(desk.shows("The recording ends here") && desk.shows("Blue has won. The menu has the score."));
    desk.menu();
    desk.reads("Other replays");
    assert!(desk.is_there(&MenuChoice::Title));
    desk.press(MenuChoice::Score);
    desk.reads("Back to the match");
    desk.press(EndChoice::Back);
    assert!(!desk.is_there(&EndChoice::Back) && !desk.is_there(&EndChoice::Score));
    desk.press(StripButton::Earlier);
    desk.run(5);
    assert!(desk.tick() < end && !desk.shows("The recording ends here"));
    let tick = desk.tick();
    desk.run(5);
    assert!(desk.tick() > tick && !desk.is_paused(), "it plays on");
    // A recording is left without a question, and listed with who played.
    desk.menu();
    desk.press(MenuChoice::Maps);
    assert_eq!(desk.screen(), Screen::Replays);
    desk.reads("Twin Fords: Crown v Tribes");
    desk.reads("Blue won");
    assert!(desk.works(&ReplayButton::Watch) && !desk.works(&ReplayButton::Continue));
    assert_eq!((desk.look(ReplayButton::Watch), desk.look(ReplayButton::Continue)), (Look::Main, Look::Key));
}

#[test]
fn observers_choose_whose_eyes_they_use_and_see_what_that_side_has() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.run(3);
    assert!(!desk.shows("Seen by"), "not for players");
    desk.go(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Watch);
    desk.press(SkirmishButton::Start);
    desk.run(3);
    desk.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    desk.settle();
    assert!(desk.shows("Seen by") && desk.is_checked(&EyesButton(None)));
    let supply = |desk: &mut Desk, side: u8| {
        let side = desk.side(side);
        format!("{}/{}", side.supply_used, side.supply_given)
    };
    // What all have is in a table.
    for side in 0..2 {
        let supply = supply(&mut desk, side);
        assert!(desk.shows(&supply), "{supply}");
    }
    assert!(desk.shows("–"), "the bar at the top is nobody's");
    for side in [1, 0] {
        desk.press(EyesButton(Some(side)));
        assert!(desk.is_checked(&EyesButton(Some(side))) && !desk.is_checked(&EyesButton(None)));
        assert_eq!(*desk.app.world().resource::<Viewer>(), Viewer::Sides(1 << side));
        let gold = desk.side(side).stock.gold.to_string();
        assert!(desk.shows(&gold) && !desk.shows("–"), "{gold}");
        let supply = supply(&mut desk, side);
        assert!(desk.shows(&supply), "{supply}");
    }
    desk.press(EyesButton(None));
    assert_eq!(*desk.app.world().resource::<Viewer>(), Viewer::All);
}

#[test]
fn thoughts_of_programs_are_shown_to_observers_and_never_to_who_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.app.insert_resource(RecordTo::Folder(folder.path().to_path_buf()));
    let asks = |desk: &mut Desk, action: RtsAction| {
        desk.app.world_mut().write_message(Press(action));
        desk.settle();
    };
    // Who plays sees and hears nothing.
    desk.press(SkirmishButton::Start);
    desk.run(30);
    asks(&mut desk, RtsAction::ShowThoughts);
    assert!(desk.shows("What programs think is shown to those who do not play any more."));
    asks(&mut desk, RtsAction::Cycle);
    assert!(!desk.shows("Thoughts of") && !desk.app.world().resource::<Listening>().is_on());
    assert_eq!(*desk.app.world().resource::<ThoughtsShown>(), ThoughtsShown(None));
    // At the end it is no secret any more.
    desk.give_up(1);
    desk.press(EndChoice::Watch);
    asks(&mut desk, RtsAction::ShowThoughts);
    assert!(desk.shows("Thoughts of Red") && desk.shows("Plan") && desk.shows("(level "));
    // In the recording neither.
    desk.go(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.run(60);
    desk.give_up(1);
    desk.press(EndChoice::Replay);
    assert!(!desk.shows("Thoughts of"), "a match begins without");
    desk.run(20);
    asks(&mut desk, RtsAction::ShowThoughts);
    assert!(desk.shows("Thoughts of Red") && !desk.shows("the next one"), "only one program plays");
    // An observer goes from one to the next.
    desk.go(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Watch);
    desk.press(SkirmishButton::Start);
    desk.run(30);
    assert!(!desk.shows("Thoughts of"));
    desk.press(ThoughtsButton);
    assert!(desk.is_checked(&ThoughtsButton) && desk.shows("Thoughts of Blue") && desk.shows("Tab: the next one"));
    asks(&mut desk, RtsAction::Cycle);
    assert!(desk.shows("Thoughts of Red"));
    asks(&mut desk, RtsAction::Cycle);
    assert!(desk.shows("Thoughts of Blue"));
    desk.press(EyesButton(Some(1)));
    assert!(desk.shows("Thoughts of Red"), "of the side that is looked with");
    desk.press(ThoughtsButton);
    assert!(!desk.is_checked(&ThoughtsButton) && !desk.shows("Thoughts of"));
}

#[test]
fn who_is_out_may_know_what_the_others_think() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.choose(SkirmishButton::Map(desk.map("Four Corners")));
    desk.press(SkirmishButton::Start);
    desk.give_up(0);
    desk.press(EndChoice::Watch);
    desk.run(5);
    desk.press(ThoughtsButton);
    assert!(desk.shows("Thoughts of Red") && !desk.has_ended());
}

#[test]
fn a_match_that_is_not_decided_is_left_by_a_second_press_only() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    for (choice, question) in [
        (MenuChoice::Restart, "Really restart without saving?"),
        (MenuChoice::Maps, "Really leave without saving?"),
        (MenuChoice::Title, "Really quit without saving?"),
    ] {
        desk.go(Screen::SKIRMISH_SETUP);
        desk.press(SkirmishButton::Start);
        desk.run(30);
        let tick = desk.tick();
        desk.menu();
        desk.press(choice);
        desk.reads(question);
        assert!(desk.screen() == Screen::Match && desk.tick() >= tick, "it goes on");
        // Whoever closes the menu has not meant it.
        desk.menu();
        desk.menu();
        assert!(!desk.written().contains(question));
        desk.press(choice);
        desk.reads(question);
        assert_eq!(desk.screen(), Screen::Match);
        desk.press(choice);
        match choice {
            MenuChoice::Restart => assert!(desk.screen() == Screen::Match && desk.tick() < tick),
            MenuChoice::Maps => assert_eq!(desk.screen(), Screen::SKIRMISH_SETUP),
            _ => assert_eq!(desk.screen(), Screen::Title),
        }
    }
    // What is decided can be left at once.
    desk.go(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.give_up(1);
    desk.menu();
    desk.press(MenuChoice::Title);
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn who_surrenders_is_asked_once_more_and_has_lost() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.menu();
    desk.press(MenuChoice::Surrender);
    assert!(desk.app.world().resource::<MenuOpen>().0, "the first press only asks");
    desk.reads("Really surrender?");
    desk.press(MenuChoice::Surrender);
    desk.run(15);
    assert!(desk.has_ended() && desk.side(0).beaten.is_some());
    desk.reads("Defeat");
    desk.reads("The match went to Red after 0:00.");
    desk.press(EndChoice::Score);
    desk.reads("Gathered");
    desk.reads("Blue (you)");
    desk.press(CurveButton(Curve::Army));
    assert!(desk.is_checked(&CurveButton(Curve::Army)) && !desk.is_checked(&CurveButton(Curve::Income)));
    desk.press(EndChoice::Back);
    desk.reads("Defeat");
    desk.press(EndChoice::Watch);
    assert!(!desk.is_there(&EndChoice::Watch));
    assert_eq!(desk.app.world().resource::<Player>().side, NEUTRAL, "nobody is commanded any more");
    desk.menu();
    desk.press(MenuChoice::Score);
    desk.press(EndChoice::Back);
    desk.press(EndChoice::Rematch);
    assert_eq!((desk.screen(), desk.has_ended()), (Screen::Match, false));
    assert_eq!(desk.app.world().resource::<Player>().side, 0);
    assert!(!desk.is_there(&EndChoice::Rematch));
}

#[test]
fn the_last_team_wins_and_charts_show_what_was_sampled() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.run(410);
    assert!(!desk.app.world().resource::<State<Paused>>().get().0);
    desk.give_up(1);
    desk.reads("Victory");
    desk.reads("All enemies are beaten after 0:2");
    desk.press(EndChoice::Score);
    assert!(desk.side(0).samples.len() >= 3);
    assert!(!desk.written().contains("too short for charts"));
    for curve in Curve::ALL {
        desk.press(CurveButton(curve));
        assert!(desk.is_checked(&CurveButton(curve)));
    }
    desk.reads("At the end, 0:20");
    desk.reads("0 min");
    desk.press(EndChoice::Back);
    desk.press(EndChoice::Setup);
    assert_eq!(desk.screen(), Screen::SKIRMISH_SETUP);
}

#[test]
fn options_change_the_volumes_and_come_back_to_the_menu() {
    let mut desk = Desk::at(Screen::Title);
    desk.press(TitleChoice::Options);
    desk.press(OptionButton::Softer(Volume::Music));
    let music = |desk: &Desk| (desk.app.world().resource::<SoundSettings>().get(Volume::Music) * 10.0).round();
    assert_eq!(music(&desk), 6.0);
    desk.reads("60 %");
    for _ in 0..4 {
        desk.press(OptionButton::Louder(Volume::Music));
    }
    assert!(!desk.works(&OptionButton::Louder(Volume::Music)), "it is as loud as it can be");
    desk.press(OptionButton::Close);
    assert!(!desk.is_there(&OptionButton::Close));
    desk.go(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.menu();
    desk.press(MenuChoice::Options);
    assert!(!desk.is_there(&MenuChoice::Options), "one dialog at a time");
    desk.press(OptionButton::Close);
    assert!(desk.is_there(&MenuChoice::Options));
    desk.press(MenuChoice::Options);
    desk.menu();
    assert!(!desk.is_there(&OptionButton::Close) && !desk.app.world().resource::<MenuOpen>().0);
}

#[test]
fn a_match_is_saved_listed_gone_on_with_and_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.app.insert_resource(AutoSave(Some(folder.path().to_path_buf())));
    desk.press(SkirmishButton::Start);
    desk.run(60);
    // At four times the speed, and with a look at another place.
    for _ in 0..2 {
        desk.app.world_mut().write_message(Press(Action::Faster));
    }
    desk.app.world_mut().write_message(LookAt(Vec2::new(900.0, -800.0)));
    desk.settle();
    let left = desk.view();
    desk.menu();
    desk.press(MenuChoice::Save);
    assert!(desk.app.world().resource::<MenuOpen>().0, "a name is asked for");
    desk.press(NameButton::Take);
    let files = || std::fs::read_dir(folder.path()).map_or(0, |files| files.flatten().count());
    // It is written beside the frames, and told when it is.
    for _ in 0..500 {
        if desk.shows("Saved as “Twin Fords 0m0") {
            break;
        }
        desk.run(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    desk.reads("Saved as “Twin Fords 0m0");
    desk.menu();
    // The list is that of folders in which nobody else writes.
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("recordings")));
    desk.press(MenuChoice::Load);
    assert_eq!(desk.screen(), Screen::Match, "the first press only asks");
    desk.press(MenuChoice::Load);
    assert_eq!(desk.screen(), Screen::Replays);
    desk.app.insert_resource(RecordTo::Nowhere);
    desk.reads("Twin Fords: Crown v Tribes");
    assert!(!desk.works(&ReplayButton::Watch) && desk.works(&ReplayButton::Continue));
    assert_eq!((desk.look(ReplayButton::Watch), desk.look(ReplayButton::Continue)), (Look::Key, Look::Main));
    desk.press(ReplayButton::Continue);
    assert_eq!(desk.screen(), Screen::Match);
    assert!(desk.tick() > 60, "it goes on where it was");
    // As it was left, and standing.
    desk.stands();
    assert!(desk.shows("Press F3 to go on with the saved match. Orders are taken meanwhile."));
    assert_eq!(desk.app.world().resource::<GameSpeed>().factor(), 4.0);
    assert_eq!(desk.view(), left);
    KeyCode::F3.press(desk.app.world_mut());
    desk.run(5);
    KeyCode::F3.release(desk.app.world_mut());
    assert!(!desk.is_paused());
    assert_eq!(desk.app.world().resource::<Player>().side, 0);
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("recordings")));
    desk.go(Screen::Replays);
    desk.press(ReplayButton::Delete);
    assert_eq!(files(), 1, "the first press only asks");
    desk.reads("Really delete?");
    desk.press(ReplayButton::Delete);
    assert_eq!(files(), 0);
    desk.reads("No match has been recorded yet.");
}

#[test]
fn a_key_that_is_changed_in_the_options_works_in_the_match_and_nowhere_before() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    desk.menu();
    desk.press(MenuChoice::Options);
    desk.press(OptionButton::Page("Keys of a skirmish"));
    desk.press(KeyButton::Key(RtsAction::SelectArmy));
    desk.reads("Press a new key for “Whole army”; Esc keeps the old one.");
    let tap = |desk: &mut Desk, key: KeyCode| {
        key.press(desk.app.world_mut());
        desk.run(2);
        key.release(desk.app.world_mut());
        desk.run(2);
    };
    tap(&mut desk, KeyCode::Escape);
    desk.reads("“Whole army” keeps its key.");
    assert!(desk.is_there(&OptionButton::Close), "the key closed nothing");
    desk.press(KeyButton::Key(RtsAction::SelectArmy));
    tap(&mut desk, KeyCode::F11);
    desk.reads("“Whole army” has the key F11 now, and “Full screen” has F2.");
    desk.press(KeyButton::Key(RtsAction::SelectArmy));
    tap(&mut desk, KeyCode::KeyK);
    desk.reads("K is a letter");
    let keys = *desk.app.world().resource::<KeyBindings>();
    assert_eq!((keys.key(RtsAction::SelectArmy), keys.key(Action::FullScreen)), (KeyCode::F11, KeyCode::F2));
    desk.press(OptionButton::Close);
    desk.menu();
    desk.run(3);
    KeyCode::F11.press(desk.app.world_mut());
    desk.run(1);
    let messages = desk.app.world().resource::<Messages<Press<RtsAction>>>();
    let told: Vec<Press<RtsAction>> = messages.get_cursor().read(messages).copied().collect();
    assert_eq!(told, [Press(RtsAction::SelectArmy)]);
    KeyCode::F11.release(desk.app.world_mut());
    desk.menu();
    desk.press(MenuChoice::Options);
    assert!(desk.is_checked(&OptionButton::Page("Keys of a skirmish")), "the page that was open last");
    desk.press(KeyButton::Usual);
    assert_eq!(*desk.app.world().resource::<KeyBindings>(), KeyBindings::default());
}
