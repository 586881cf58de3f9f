//! The protocol of programs from outside: it says all that our own program is told, and whatever comes back is an answer or a
//! sentence.

use gridmarch::base::Cell;
use gridmarch::games::rts::bot::protocol::{Answer, Hearer, MAX_ORDERS, Teller, end, read_welcome};
use gridmarch::games::rts::bot::{Mind, Program, View};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::orders::{Action, Command, Order, Stance};
use gridmarch::games::rts::rules::{FactionId, Item, Price, Rules};
use gridmarch::games::rts::signals::{Audience, SignalKind};
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::skirmish::outside::{Outsider, Outsiders, Reaction};
use gridmarch::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use gridmarch::nav::step::{Tick, UnitId};
use proptest::prelude::*;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Our program behind the lines of the protocol, without a process between.
#[derive(Default)]
struct Piped {
    level: u8,
    ends: Option<(Teller, Hearer, Mind)>,
    /// Every line of the game.
    said: Arc<Mutex<Vec<String>>>,
}

impl Outsider for Piped {
    fn look(&mut self, view: &View<'_>, stand_in: &Mind) -> Reaction {
        let (level, said) = (self.level, self.said.clone());
        let (teller, hearer, mind) = self.ends.get_or_insert_with(|| {
            let (teller, hello) = Teller::hello(view, 50, stand_in.drawn().expect("a seat of a program has one"));
            let hearer = Hearer::hello(&hello).expect("a line of ours");
            said.lock().expect("no panic").push(hello);
            let mind = Mind::with(level, None, hearer.drawn());
            (teller, hearer, mind)
        });
        let line = teller.look(view, &[]);
        let orders = hearer.look(&line, |view| mind.think(view)).expect("a line of ours").expect("a look");
        said.lock().expect("no panic").push(line);
        let orders: Vec<Order> = orders.into_iter().map(Order::from).collect();
        let answer = Answer::line(view.now, &orders, view.rules);
        let answer = Answer::read(&answer, view.now, view.rules).expect("an answer of ours");
        assert_eq!(answer.wrong, Vec::<String>::new());
        Reaction { orders: answer.orders, ..Reaction::default() }
    }

    fn end(&mut self, _: &'static str, _: Tick) {}
}

/// A match on a level; the sides of the first team are programs of level 3 from outside, if `piped`.
fn table(level: &str, teams: &[u8], fog: bool, piped: bool) -> (Match, Arc<Mutex<Vec<String>>>) {
    let rules = Rules::built_in();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts").join(level);
    let level = Level::load(&path, &rules).expect("a level of the game");
    let is_outside = |side: usize| piped && teams[side] == 0;
    let seat = |side: usize| Seat {
        faction: FactionId((side % 2) as u8),
        team: teams[side],
        control: Control::Bot,
        program: if is_outside(side) { Program::Outside } else { Program::level(3) },
        start: side,
        colour: side as u8,
        handicap: Handicap::NONE,
    };
    let seats: Vec<Seat> = (0..teams.len()).map(seat).collect();
    let skirmish = SkirmishSetup { fog, ..SkirmishSetup::on(&level, &seats, &rules).expect("a start for each") };
    let said = Arc::new(Mutex::new(Vec::new()));
    let guests = (0..teams.len()).filter(|side| is_outside(*side)).map(|side| {
        let piped: Box<dyn Outsider> = Box::new(Piped { level: 3, said: said.clone(), ..Piped::default() });
        (side as u8, piped)
    });
    let outsiders = Outsiders::of(guests);
    let mut game = Match::prepared(level, rules, 4, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(outsiders);
    });
    game.use_one_thread();
    (game, said)
}

#[test]
fn our_program_plays_the_same_match_through_the_lines_of_the_protocol() {
    for (level, teams, fog, ticks) in
        [("twin-fords.ron", &[0, 1][..], true, 3600), ("four-corners.ron", &[0, 0, 1, 1], false, 900)]
    {
        let print = |piped| {
            let (mut game, _) = table(level, teams, fog, piped);
            game.run(ticks);
            game.print()
        };
        assert_eq!(print(true), print(false), "{level}");
    }
}

#[test]
fn whatever_is_done_to_a_line_of_the_game_the_program_reads_it_or_says_what_is_wrong() {
    let (mut game, said) = table("twin-fords.ron", &[0, 1], true, true);
    game.run(400);
    let lines = said.lock().expect("no panic").clone();
    let read = |lines: &[String]| -> Result<(), String> {
        let mut hearer = Hearer::hello(&lines[0])?;
        let mut mind = Mind::with(5, None, hearer.drawn());
        lines[1..].iter().try_for_each(|line| hearer.look(line, |view| mind.think(view)).map(drop))
    };
    assert_eq!(read(&lines), Ok(()));
    for (line, from, to, said) in [
        (0, "\"hello\":1", "\"hello\":9", "version 9, this program speaks version 1"),
        (0, "\"side\":0", "\"side\":7", "`you.side`: 7, there are 2 sides"),
        (0, "\"size\":[", "\"size\":[99", "`map.size`"),
        (0, "\"Crown\",\"team\"", "\"Clown\",\"team\"", "`sides[0].faction`: Clown is none"),
        (1, "\"peasant\"", "\"pheasant\"", "`units[0]`: of no kind"),
        (1, "\"visible\":[[", "\"visible\":[[-", "`visible`: a stretch is not on the map"),
        (1, "\"taken\":[[", "\"taken\":[[99", "`taken`: a cell is not on the map"),
        (1, "\"gold\":", "\"gold\":\"much\",\"gold\":", "invalid type"),
    ] {
        let mut changed = lines.clone();
        assert!(changed[line].contains(from), "{from}");
        changed[line] = changed[line].replacen(from, to, 1);
        let problem = read(&changed).expect_err(to);
        assert!(problem.contains(said), "{to}: {problem}");
    }
    // What a later version adds is left out.
    let mut newer = lines.clone();
    newer[0] = newer[0].replacen('{', "{\"weather\":[1,2],", 1);
    newer[1] = newer[1].replacen('{', "{\"moon\":\"full\",", 1);
    assert_eq!(read(&newer), Ok(()));
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let change = (1..4_usize, any::<prop::sample::Index>(), "[-0-9\\[\\]{},\"a-z]{0,3}");
    runner
        .run(&change, |(line, at, text)| {
            let mut changed = lines[..4].to_vec();
            let place = at.index(changed[line].len());
            if changed[line].is_char_boundary(place) && changed[line].is_char_boundary(place + 1) {
                changed[line].replace_range(place..=place, &text);
            }
            // A sentence or a match; a panic fails the test.
            let _ = read(&changed);
            Ok(())
        })
        .expect("no panic");
}

/// Every order that a side can give.
fn all_orders(rules: &Rules) -> Vec<Order> {
    let (one, some) = (vec![UnitId(7)], vec![UnitId(1), UnitId(2)]);
    let at = Cell::new(12, 3);
    let house = rules.building_named("house").expect("a building");
    let commands = [
        Command::Attack(UnitId(9)),
        Command::AttackMove { to: at, formation: false },
        Command::AttackMove { to: at, formation: true },
        Command::Patrol { to: at },
        Command::Guard(UnitId(9)),
        Command::Hold,
        Command::Gather(at),
        Command::Return,
        Command::Build { kind: house, at },
        Command::Repair(UnitId(9)),
        Command::Behave(Stance::StandGround),
        Command::Behave(Stance::Passive),
        Command::Forget(3),
        Command::ForgetLast,
    ];
    let actions = [
        Action::Make(Item::Train(rules.kind_named("peasant").expect("a unit"))),
        Action::Make(Item::Research(rules.upgrade_named("masonry").expect("an upgrade"))),
        Action::Make(Item::Advance(rules.building_named("keep").expect("a building"))),
        Action::Cancel(2),
        Action::Rally { to: at, queue: false },
        Action::Rally { to: at, queue: true },
        Action::ForgetRally,
        Action::Hold(true),
        Action::Repeat(false),
        Action::Demolish,
    ];
    let walks = [(false, false), (true, false), (false, true), (true, true)];
    let walks = walks.map(|(queue, formation)| Order::MoveTo { units: some.clone(), to: at, queue, formation });
    let told = commands.iter().flat_map(|command| {
        [(&one, false), (&some, true)].map(|(units, queue)| Order::Command {
            units: units.clone(),
            command: *command,
            queue,
        })
    });
    let managed = actions.iter().map(|action| Order::Manage { buildings: one.clone(), action: *action });
    let signs = [SignalKind::Help, SignalKind::Attack { arrive: 900 }, SignalKind::Claim, SignalKind::GiveUp];
    let signs = signs.map(|kind| Order::Signal { kind, at });
    let words = [
        Order::Tribute { to: 2, gift: Price { gold: 100, wood: 0 } },
        Order::Say { to: Audience::All, text: "well \"met\"".into() },
        Order::Say { to: Audience::Allies, text: "here".into() },
    ];
    let plain = [Order::Hold { units: some.clone() }, Order::Stop { units: Vec::new() }, Order::Surrender];
    walks.into_iter().chain(told).chain(managed).chain(signs).chain(words).chain(plain).collect()
}

#[test]
fn every_order_of_a_person_can_be_said_in_a_line() {
    let rules = Rules::built_in();
    for order in all_orders(&rules) {
        let line = Answer::line(30, std::slice::from_ref(&order), &rules);
        let read = Answer::read(&line, 30, &rules).expect(&line);
        assert_eq!((read.orders, read.wrong), (vec![order], Vec::new()), "{line}");
    }
}

#[test]
fn an_order_that_is_none_is_told_in_a_sentence_and_the_others_are_carried_out() {
    let rules = Rules::built_in();
    let line = r#"{"do": [["train", 3, "peasant"], ["dance", 3], ["walk", 3, 1], ["build", 3, "cathedral", 1, 1],
        ["stance", 3, "angry"], ["stop", "all"], "stop", ["hold", 3, 4], ["patrol", [1], 5, 99999]], "note": "ab", "mood": 1}"#;
    let answer = Answer::read(line, 10, &rules).expect("an answer");
    assert_eq!(answer.orders.len(), 1);
    assert_eq!(answer.note.as_deref(), Some("ab"));
    let told = [
        "`do[1]`: \"dance\" is no order, expected one of walk, attack_move",
        "`do[2]`: walk: expected the row of a cell, got nothing",
        "`do[3]`: build: expected the name of a building, got \"cathedral\"",
        "`do[4]`: stance: expected the name of a stance, got \"angry\"",
        "`do[5]`: stop: expected a number or a list of numbers of units or buildings, got \"all\"",
        "`do[6]`: an order is a list that begins with its name",
        "`do[7]`: hold: 4 is too much",
        "`do[8]`: patrol: expected the row of a cell, got 99999",
    ];
    assert_eq!(answer.wrong.len(), told.len());
    for (wrong, told) in answer.wrong.iter().zip(told) {
        assert!(wrong.starts_with(told), "{wrong}");
    }
    let many = format!("{{\"do\": [{}]}}", vec!["[\"stop\", 1]"; MAX_ORDERS + 5].join(","));
    let answer = Answer::read(&many, 10, &rules).expect("an answer");
    assert_eq!((answer.orders.len(), answer.wrong.len()), (MAX_ORDERS, 1));
    for (line, told) in [
        ("hello", "it is no JSON"),
        ("[1]", "expected an object"),
        ("{\"do\": 3}", "`do`: expected a list of orders, got 3"),
        ("{\"tick\": 9, \"do\": []}", "`tick`: this answers the look of tick 9, expected 10"),
    ] {
        let problem = Answer::read(line, 10, &rules).expect_err(line);
        assert!(problem.contains(told), "{problem}");
    }
    assert_eq!(Answer::read("{}", 10, &rules), Ok(Answer::default()));
    assert_eq!(read_welcome("{\"name\": \"my bot\\n3\"}"), Ok(Some("my bot3".into())));
    assert_eq!(end("won", 21544), "{\"end\":\"won\",\"ticks\":21544}");
}

proptest! {
    #[test]
    fn no_answer_makes_the_game_stumble(line in "\\PC{0,80}", name in "[a-z_]{0,12}", words in "[-0-9,\\[\\]\"a-z ]{0,30}") {
        let rules = Rules::built_in();
        let order = format!("{{\"do\": [[\"{name}\", {words}]]}}");
        for line in [line, order] {
            if let Ok(answer) = Answer::read(&line, 0, &rules) {
                let again = Answer::line(0, &answer.orders, &rules);
                prop_assert_eq!(Answer::read(&again, 0, &rules).map(|read| read.orders), Ok(answer.orders));
            }
        }
    }
}
