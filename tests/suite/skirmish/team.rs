//! What sides tell and give each other, and what programs make of it.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::{Program, Settings};
use gridmarch::games::rts::cli::replay::open;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, MineSpawn, UnitSpawn};
use gridmarch::games::rts::rules::{FactionId, Price, Rules};
use gridmarch::games::rts::signals::{Audience, LONGEST_LINE, Signal, SignalKind};
use gridmarch::games::rts::sim::board::{At, Board};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::replay::Replay;
use gridmarch::games::rts::sim::skirmish::{Control, Seat, Side, Sides, SkirmishSetup};
use gridmarch::games::rts::sim::units::{Kind, Owner};
use gridmarch::games::rts::sim::{MatchSetup, Order, Outcome};
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::recording::RecordTo;

/// Where the sides of a [`field`] begin: two allies on the left, two on the right.
const STARTS: [Cell; 4] = [Cell::new(6, 6), Cell::new(6, 70), Cell::new(84, 6), Cell::new(84, 70)];

struct Table {
    game: Match,
    told: Vec<Outcome>,
}

/// A meadow with a mine at each of four starts; sides 0 and 1 are a team, 2 and 3 another. Persons where no program is
/// named. `units`: kind, side, how many, around which cell.
fn field(programs: [&str; 4], units: &[(&str, u8, i16, Cell)], record: RecordTo) -> Table {
    let rules = Rules::built_in();
    let spawn = |(kind, side, count, around): &(&str, u8, i16, Cell)| {
        let kind = rules.kind_named(kind).expect("a unit");
        let (side, around) = (*side, *around);
        (0..*count).map(move |number| UnitSpawn {
            kind,
            side,
            at: Cell::new(around.x + number % 5, around.y + number / 5),
        })
    };
    let level = Level {
        name: "Meadow".into(),
        mines: STARTS.iter().map(|at| MineSpawn { at: Cell::new(at.x + 9, at.y), gold: 9000 }).collect(),
        starts: STARTS.to_vec(),
        units: units.iter().flat_map(spawn).collect(),
        ..Level::of_ground(Grid::filled(96, 80, Terrain::Grass))
    };
    let seats = [0u8, 1, 2, 3].map(|side| {
        let program = programs[usize::from(side)];
        let control = if program.is_empty() { Control::Human } else { Control::Bot };
        let program = if program.is_empty() { Program::Founder } else { program.parse().expect("a program") };
        Seat {
            faction: FactionId(0),
            team: side / 2,
            control,
            program,
            start: side.into(),
            colour: side,
            handicap: Handicap::NONE,
        }
    });
    let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("four starts");
    let mut game = Match::prepared(level, rules, 3, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(record);
    });
    game.use_one_thread();
    Table { game, told: Vec::new() }
}

fn persons() -> Table {
    field(["", "", "", ""], &[], RecordTo::Nowhere)
}

impl Table {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.game.tick();
            let mut messages = self.game.app.world_mut().resource_mut::<bevy::prelude::Messages<Outcome>>();
            self.told.extend(messages.drain());
        }
    }

    /// One order and one tick; why it was refused, or what the side was warned of.
    fn tried(&mut self, side: u8, order: Order) -> Option<String> {
        self.told.clear();
        self.game.order(side, order);
        self.run(1);
        let rules = Rules::built_in();
        self.told.iter().find_map(|outcome| match outcome {
            Outcome::Refused { side: Some(to), reason, .. } if *to == side => Some(reason.text(&rules)),
            Outcome::Warned { side: to, reason, .. } if *to == side => Some(reason.text(&rules)),
            _ => None,
        })
    }

    fn side(&mut self, side: u8) -> Side {
        let mut boards = self.game.app.world_mut().query_filtered::<&Sides, bevy::prelude::With<Board>>();
        boards.single(self.game.app.world()).expect("a board").get(side).expect("a side").clone()
    }

    /// Where the soldiers of a side are.
    fn soldiers(&mut self, side: u8) -> Vec<Cell> {
        let rules = Rules::built_in();
        let world = self.game.app.world_mut();
        let mut units = world.query::<(&Owner, &Kind, &At)>();
        let of = units.iter(world).filter(|(owner, kind, _)| owner.0 == side && !rules.kind(kind.0).works);
        of.map(|(.., at)| at.0).collect()
    }

    fn said(&self) -> Vec<(u8, String)> {
        let line = |outcome: &Outcome| match outcome {
            Outcome::Said { side, text, .. } => Some((*side, text.clone())),
            _ => None,
        };
        self.told.iter().filter_map(line).collect()
    }
}

const fn gift(to: u8, gold: u32, wood: u32) -> Order {
    Order::Tribute { to, gift: Price { gold, wood } }
}

fn say(text: &str) -> Order {
    Order::Say { to: Audience::All, text: text.into() }
}

#[test]
fn a_gift_goes_out_of_one_stock_into_that_of_an_ally_and_is_told() {
    let mut table = persons();
    let (own, ally) = (table.side(0).stock, table.side(1).stock);
    assert_eq!(table.tried(0, gift(1, 100, 30)), None);
    assert_eq!(table.side(0).stock, Price { gold: own.gold - 100, wood: own.wood - 30 });
    assert_eq!(table.side(1).stock, Price { gold: ally.gold + 100, wood: ally.wood + 30 });
    assert!(table.told.contains(&Outcome::Given { from: 0, to: 1, gift: Price { gold: 100, wood: 30 } }));
    assert_eq!(table.side(0).score, table.side(2).score, "what is given away is not spent");
}

#[test]
fn what_nobody_can_give_is_refused_and_changes_nothing() {
    let mut table = persons();
    let before: Vec<Price> = (0..4).map(|side| table.side(side).stock).collect();
    let mut told = |side, order| table.tried(side, order).expect("refused");
    assert_eq!(told(0, gift(2, 100, 0)), "Side 2 is no ally.");
    assert_eq!(told(0, gift(0, 100, 0)), "Side 0 is no ally.");
    assert_eq!(told(0, gift(9, 100, 0)), "There is no side 9: sides are 0 to 3.");
    assert_eq!(told(0, gift(1, 0, 0)), "A gift is gold or wood, at most 1000000 of each.");
    assert_eq!(told(0, gift(1, u32::MAX, 0)), "A gift is gold or wood, at most 1000000 of each.");
    let much = before[0].gold + 1;
    assert_eq!(told(0, gift(1, much, 0)), "1 more gold is needed.");
    assert_eq!(told(0, Order::Signal { kind: SignalKind::Help, at: Cell::new(500, 2) }), "(500, 2) is not on the map.");
    let never = SignalKind::Attack { arrive: u32::MAX };
    assert_eq!(told(0, Order::Signal { kind: never, at: Cell::new(5, 2) }), "No match comes to tick 4294967295.");
    assert_eq!((0..4).map(|side| table.side(side).stock).collect::<Vec<_>>(), before);
    table.game.order(1, Order::Surrender);
    table.run(1);
    assert_eq!(table.tried(0, gift(1, 10, 0)).as_deref(), Some("The ally cannot take it."));
    assert_eq!(table.tried(1, gift(0, 10, 0)).as_deref(), Some("Who is beaten gives no signs and no gifts."));
    assert_eq!(table.tried(1, say("Well fought.")), None, "a last word may be said");
}

#[test]
fn a_line_has_letters_that_can_be_seen_and_there_are_not_too_many_at_once() {
    let mut table = persons();
    for wrong in ["", "   ", "a\nb", "a\u{202e}b", &"x".repeat(LONGEST_LINE + 1)] {
        let told = table.tried(0, say(wrong));
        assert_eq!(told.as_deref(), Some("A line has 1 to 120 letters, all of which can be seen."), "{wrong:?}");
    }
    for number in 0..5 {
        assert_eq!(table.tried(0, say(&number.to_string())), None);
        assert_eq!(table.said(), [(0, number.to_string())]);
    }
    let sign = Order::Signal { kind: SignalKind::Help, at: Cell::new(5, 5) };
    for more in [say("more"), sign] {
        let told = table.tried(0, more).expect("too much");
        assert_eq!(told, "Not so fast: 5 lines and signs in 5 seconds are enough.");
    }
    assert_eq!(table.tried(1, say("I too")), None, "others may speak");
    table.run(100);
    assert_eq!(table.tried(0, say("later")), None);
}

#[test]
fn a_recording_with_signs_gifts_and_lines_comes_to_the_same_and_says_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("team.replay");
    let mut table = field(["", "bot:4", "bot:4", "bot:5"], &[], RecordTo::File(path.clone()));
    for tick in 0..900 {
        match tick {
            20 => table.game.order(0, say("A word.")),
            40 => table.game.order(0, gift(1, 120, 0)),
            60 => table.game.order(0, Order::Signal { kind: SignalKind::Help, at: Cell::new(8, 8) }),
            // Refused, and so no part of the recording.
            80 => table.game.order(0, gift(2, 5, 0)),
            _ => {}
        }
        table.run(1);
    }
    let (print, ticks) = (table.game.print(), table.game.ticks());
    let words = |told: &[Outcome]| -> Vec<Outcome> {
        let is_one = |outcome: &&Outcome| {
            matches!(outcome, Outcome::Said { .. } | Outcome::Signalled(_) | Outcome::Given { .. })
        };
        told.iter().filter(is_one).cloned().collect()
    };
    let told = words(&table.told);
    assert!(told.len() >= 3, "{told:?}");
    drop(table);
    let replay = Replay::load(&path).expect("a recording");
    let mut again = Table { game: open(replay, "team").expect("it opens"), told: Vec::new() };
    let left = ticks - again.game.ticks();
    again.run(left);
    assert_eq!(again.game.print(), print);
    assert_eq!(words(&again.told), told);
}

/// How many of ten soldiers of an ally are near the hall of side 0 after twenty seconds, during which three soldiers of the enemy
/// stand there and the side calls for help.
fn helpers(program: &str) -> usize {
    let place = Cell::new(14, 12);
    let units = [("footman", 1, 10, Cell::new(14, 66)), ("footman", 2, 3, place)];
    let mut table = field(["", program, "", ""], &units, RecordTo::Nowhere);
    table.run(40);
    table.game.order(0, Order::Signal { kind: SignalKind::Help, at: place });
    table.run(400);
    table.soldiers(1).into_iter().filter(|at| at.chebyshev(place) <= 20).count()
}

#[test]
fn a_program_that_is_safe_comes_when_an_ally_calls_for_help() {
    let came = helpers("bot:4,style=boom");
    assert!(came >= 3, "{came} came");
    assert_eq!(helpers("bot:4,style=boom,signals=off"), 0, "who does not listen stays at home");
}

#[test]
fn a_program_that_is_attacked_by_more_than_it_has_calls_its_allies() {
    let units = [("footman", 2, 12, Cell::new(14, 12))];
    let mut table = field(["bot:3", "", "", ""], &units, RecordTo::Nowhere);
    table.run(200);
    let calls = table.told.iter().filter_map(|outcome| match outcome {
        Outcome::Signalled(Signal { side: 0, kind: SignalKind::Help, at, .. }) => Some(*at),
        _ => None,
    });
    let calls: Vec<Cell> = calls.collect();
    assert!(calls.first().is_some_and(|at| at.chebyshev(STARTS[0]) <= 20), "{calls:?}");
    assert!(calls.len() <= 2, "it does not call all the time: {calls:?}");
}

#[test]
fn a_program_attacks_with_a_person_who_asks_for_it_and_is_there_in_time() {
    let units = [("footman", 1, 12, Cell::new(14, 66))];
    let mut table = field(["", "bot:4", "", ""], &units, RecordTo::Nowhere);
    table.run(40);
    let (target, arrive) = (Cell::new(80, 66), 40 + 1200);
    table.game.order(0, Order::Signal { kind: SignalKind::Attack { arrive }, at: target });
    table.run(1100);
    let soldiers = table.soldiers(1);
    let near = soldiers.iter().filter(|at| at.chebyshev(target) <= 30).count();
    assert!(near * 2 > soldiers.len(), "{soldiers:?}");
    let answers = table
        .told
        .iter()
        .any(|outcome| matches!(outcome, Outcome::Signalled(Signal { side: 1, kind: SignalKind::Attack { .. }, .. })));
    assert!(answers, "it says that it comes");
}

#[test]
fn personalities_say_hello_and_have_a_last_word_where_a_person_reads_it() {
    let mut table = field(["", "", "bot:2,personality=Old Tam", "bot:2"], &[], RecordTo::Nowhere);
    let tam = Settings::built_in().personalities.iter().find(|one| one.name == "Old Tam").expect("he is known");
    table.run(100);
    assert_eq!(table.said(), [(2, tam.hello.clone())]);
    table.told.clear();
    table.game.order(0, Order::Surrender);
    table.game.order(1, Order::Surrender);
    table.run(20);
    assert_eq!(table.said(), [(2, tam.wins.clone())], "once");
    let mut table = field(["bot:2", "bot:2", "bot:2,personality=Old Tam", "bot:2"], &[], RecordTo::Nowhere);
    table.run(100);
    assert_eq!(table.said(), [], "programs do not talk to programs");
}

#[test]
fn the_lowest_level_says_beforehand_that_its_first_soldiers_come() {
    // No forest is there, so nobody could train them.
    let units = [("footman", 2, 6, Cell::new(76, 12)), ("footman", 3, 6, Cell::new(76, 64))];
    let mut table = field(["", "", "bot:1", "bot:1"], &units, RecordTo::Nowhere);
    let (mut announced, mut came) = (None, None);
    while came.is_none() && table.game.ticks() < 12_000 {
        table.run(10);
        if announced.is_none()
            && table.said().iter().any(|(_, text)| text.ends_with("will be with you in half a minute."))
        {
            announced = Some(table.game.ticks());
        }
        let there = |at: &Cell| STARTS[..2].iter().any(|start| start.chebyshev(*at) <= 10);
        let soldiers: Vec<Cell> = [2, 3].into_iter().flat_map(|side| table.soldiers(side)).collect();
        if soldiers.iter().any(there) {
            came = Some(table.game.ticks());
        }
    }
    let before = (came.expect("it comes") - announced.expect("it says so")) / 20;
    assert!((12..=45).contains(&before), "{before} seconds before");
}
