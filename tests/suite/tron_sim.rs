//! Tournaments of Tron: the same whatever the threads, outside bots good and bad, boards, recordings, the log.

use gridmarch::arena::{Clock, Contest as _, PlayerKind as _, play_all};
use gridmarch::base::Budget;
use gridmarch::games::tron::bot::ContestBot;
use gridmarch::games::tron::contest::parse_map;
use gridmarch::games::tron::file::TronLevel;
use gridmarch::games::tron::generate::RandomArena;
use gridmarch::games::tron::player::PlayerKind;
use gridmarch::games::tron::position::{Death, Options, Outcome};
use gridmarch::games::tron::simulation::{Board, Leash, PlayedRound, Recording, Simulation};
use serde_json::Value;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn simulation(sides: &[&str]) -> Simulation {
    Simulation {
        sides: sides.iter().map(|side| side.parse().expect("a side")).collect(),
        board: Board::Random(RandomArena { width: 14, height: 12, ..RandomArena::default() }),
        options: Options::default(),
        // No honest bot is ever late, however busy the machine is.
        leash: Leash { time: Duration::from_secs(60), first_time: Duration::from_secs(60), show_errors: false },
        seed: 7,
    }
}

fn play(simulation: &Simulation, rounds: usize, threads: usize) -> Vec<PlayedRound> {
    let begin = Instant::now();
    let clock: Clock = Arc::new(move || begin.elapsed());
    simulation.check().expect("it can be played");
    let play = |number| simulation.play(number, &clock).expect("it can be played");
    play_all(rounds, threads, &AtomicBool::new(false), play, |_, _| {})
}

/// What of a round must repeat.
fn course(round: &PlayedRound) -> impl PartialEq + std::fmt::Debug + use<> {
    (round.number, round.arena.clone(), round.sides.clone(), round.orders.clone(), round.outcome, round.deaths.clone())
}

/// `exec:sh -c '...'` for a script without single quotes.
fn shell(script: &str) -> String {
    format!("exec:sh -c '{script}'")
}

fn gridmarch(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridmarch")).args(arguments).output().expect("the program runs")
}

#[test]
fn rounds_are_the_same_with_one_thread_and_with_four() {
    for sides in [&["engine:3,nodes=300", "random"][..], &["random", "separator:2", "wallhugger:2"]] {
        let simulation = simulation(sides);
        let (one, four) = (play(&simulation, 12, 1), play(&simulation, 12, 4));
        assert!(one.iter().map(course).eq(four.iter().map(course)));
        let [one, four] = [one, four].map(|rounds| simulation.summary_of(&rounds));
        assert_eq!(one.fingerprint(), four.fingerprint());
        let other = Simulation { seed: 8, ..simulation.clone() };
        assert_ne!(other.summary_of(&play(&other, 12, 2)).fingerprint(), one.fingerprint());
    }
}

#[test]
fn each_side_plays_each_board_from_each_start() {
    let simulation = simulation(&["random", "random", "random-source"]);
    let rounds = play(&simulation, 9, 2);
    for group in rounds.chunks(3) {
        assert!(group.iter().all(|round| round.arena == group[0].arena));
        for side in 0..3 {
            let mut seats: Vec<_> = group.iter().map(|round| round.sides.iter().position(|s| *s == side)).collect();
            seats.sort_unstable();
            assert_eq!(seats, [Some(0), Some(1), Some(2)]);
        }
    }
    assert_ne!(rounds[0].arena, rounds[3].arena);
}

#[test]
fn results_add_up() {
    let simulation = simulation(&["random", "wallhugger:2"]);
    let rounds = play(&simulation, 30, 2);
    let summary = simulation.summary_of(&rounds);
    let [first, second] = [&summary.sides[0], &summary.sides[1]];
    assert_eq!(
        (first.standing.score.wins, first.standing.score.losses),
        (second.standing.score.losses, second.standing.score.wins)
    );
    assert_eq!((first.standing.score.draws, second.standing.score.draws), (summary.draws, summary.draws));
    assert_eq!(first.standing.score.rounds(), 30);
    // Who did not win went out, of one reason each time.
    for side in [first, second] {
        assert_eq!(side.deaths.iter().sum::<u32>(), side.standing.score.draws + side.standing.score.losses);
    }
    assert_eq!(first.standing.times.micros().count() as u64, summary.steps);
    assert_eq!(rounds.iter().map(|round| u64::from(round.length)).sum::<u64>(), summary.steps);
    for round in &rounds {
        let out = [0, 1].map(|seat| round.deaths[seat].is_some());
        match round.outcome {
            Outcome::Win(seat) => assert!(!out[seat] && out[1 - seat]),
            Outcome::Draw => assert!(out[0] && out[1]),
        }
    }
}

#[test]
fn of_three_the_first_to_die_loses_a_drawn_round() {
    // The first rides into the wall at once; the others meet in the middle at the same time.
    let arena = parse_map("7 3\n###1###\n2     3\n#######\n").expect("a map");
    let always = |digit: u8| shell(&format!("while read l; do case $l in 9*) echo {digit};; esac; done"));
    let mut simulation = simulation(&[&always(1), &always(2), &always(4)]);
    simulation.board = Board::Fixed(arena);
    let round = &play(&simulation, 1, 1)[0];
    assert_eq!(round.outcome, Outcome::Draw);
    assert_eq!(round.deaths, [Some((Death::Wall, 1)), Some((Death::HeadOn, 3)), Some((Death::HeadOn, 3))]);
    let losses: Vec<u32> = (0..3).map(|seat| round.score(seat).losses).collect();
    assert_eq!(losses, [1, 0, 0]);
}

#[test]
fn a_recording_is_read_back_and_plays_to_the_same_end() {
    let mut simulation = simulation(&["random", "engine:2,nodes=50", "random-source"]);
    simulation.options = Options { vanish: true, wrap: true, boost: false };
    for round in play(&simulation, 6, 2) {
        let line = Recording::of(&round, &simulation.sides).line().expect("it has a JSON form");
        let read = Recording::parse(&line).expect("what was written");
        assert_eq!(read, Recording::of(&round, &simulation.sides));
        let end = read.replay().expect("the moves lead to the end");
        assert_eq!(end.outcome(), Some(round.outcome));
        // A recording that says something else is found out.
        let length = format!("\"length\":{}", round.length);
        let wrong = Recording::parse(&line.replace(&length, "\"length\":99999")).expect("still a recording");
        assert!(wrong.replay().is_err_and(|problem| problem.to_string().contains("`length`")));
        let wrong = Recording::parse(&line.replace("\"wrap\":true", "\"wrap\":false")).expect("still a recording");
        let differs = wrong.replay().is_err();
        let leaves = round.deaths.iter().flatten().count() < 3;
        assert!(differs || leaves, "on a board of 14 x 12 somebody crosses the edge");
    }
    assert!(Recording::parse("{}").is_err());
}

#[cfg(unix)]
#[test]
fn a_bad_bot_loses_its_rounds_with_a_reason_and_nothing_else() {
    let late = Leash { time: Duration::from_millis(10), first_time: Duration::from_millis(10), show_errors: false };
    let patient = simulation(&["random", "random"]).leash;
    let cases = [
        ("exec:false".to_string(), patient, Death::Crash),
        (shell("read a; exit 3"), patient, Death::Crash),
        (shell("exec >&-; sleep 1000"), patient, Death::Crash),
        (shell("echo hello; sleep 1000"), patient, Death::Unasked),
        (shell("echo 2"), patient, Death::Unasked),
        (shell("while read l; do echo 7; done"), patient, Death::Nonsense),
        (shell("while :; do printf 1111111111111111; done"), patient, Death::Unasked),
        (shell("read a; while :; do printf 1111111111111111; done"), patient, Death::Nonsense),
        ("exec:sleep 1000".to_string(), late, Death::Time),
        (shell("sleep 1000 & sleep 1000"), late, Death::Time),
        (shell("while :; do echo; done"), late, Death::Time),
    ];
    for (bot, leash, reason) in cases {
        let mut simulation = simulation(&[&bot, "random"]);
        simulation.leash = leash;
        for round in play(&simulation, 4, 2) {
            let seat = round.sides.iter().position(|side| *side == 0).expect("it plays");
            assert_eq!(round.deaths[seat], Some((reason, 1)), "{bot}");
            assert_eq!(round.outcome, Outcome::Win(1 - seat), "{bot}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_bot_that_answers_more_often_than_it_is_asked_is_caught() {
    // Both could ride right for a long time.
    let row = |head: char| format!("{head}{}\n", " ".repeat(59));
    let arena = parse_map(&format!("60 3\n{}{}{}", row('1'), row('#'), row('2'))).expect("a map");
    let honest = shell("while read l; do case $l in 62*) echo 2;; esac; done");
    let babbling = shell("while read l; do case $l in 62*) echo 2; echo 2; echo 2;; esac; done");
    let mut simulation = simulation(&[&babbling, &honest]);
    simulation.board = Board::Fixed(arena);
    for round in play(&simulation, 2, 2) {
        let seat = round.sides.iter().position(|side| *side == 0).expect("it plays");
        assert_eq!(round.deaths[seat], Some((Death::Unasked, 2)), "its second answer was no answer to anything");
        assert_eq!(round.outcome, Outcome::Win(1 - seat));
    }
}

#[cfg(unix)]
#[test]
fn an_endless_answer_ends_with_its_round() {
    let simulation = simulation(&[&shell("while :; do echo 2; done"), "wallhugger:2"]);
    let rounds = play(&simulation, 4, 2);
    for round in &rounds {
        let seat = round.sides.iter().position(|side| *side == 0).expect("it plays");
        assert_eq!(round.deaths[seat], Some((Death::Unasked, 1)));
        // A record of it says the same.
        let line = Recording::of(round, &simulation.sides).line().expect("it has a JSON form");
        Recording::parse(&line).expect("what was written").replay().expect("the same end");
    }
    assert_eq!(rounds.len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn who_waits_without_working_is_not_late_however_busy_the_machine_is() {
    let mut simulation =
        simulation(&[&shell("while read l; do case $l in 16*) sleep 0.2; echo 2;; esac; done"), "random"]);
    simulation.leash.time = Duration::from_millis(80);
    let rounds = play(&simulation, 2, 2);
    for round in &rounds {
        let seat = round.sides.iter().position(|side| *side == 0).expect("it plays");
        assert!(round.deaths[seat].is_none_or(|(reason, _)| reason != Death::Time), "{:?}", round.deaths);
    }
    // From one of the two corners it rides straight into the edge.
    assert!(rounds.iter().any(|round| round.length > 1), "it is asked for more than its first move");
}

#[test]
fn our_engine_loses_by_its_time_as_a_program_does() {
    let simulation = simulation(&["engine:1,time=50", "engine:1,nodes=10"]);
    // A clock that says at every look that a second has passed.
    let looks = std::sync::atomic::AtomicU64::new(0);
    let clock: Clock = Arc::new(move || Duration::from_secs(looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed)));
    let round = simulation.play(0, &clock).expect("it can be played");
    assert_eq!(round.deaths, [Some((Death::Time, 1)), None]);
}

#[cfg(unix)]
#[test]
fn the_engine_plays_itself_through_its_protocol_as_it_does_without() {
    let bot = format!("exec:{} bot tron --level 5 --nodes 300", env!("CARGO_BIN_EXE_gridmarch"));
    // Wide enough that two who ride straight at each other do not meet at once.
    let board = Board::Random(RandomArena { width: 20, height: 16, ..RandomArena::default() });
    let simulation = Simulation { board, ..simulation(&[&bot, &bot]) };
    for round in play(&simulation, 4, 2) {
        let fair = |death: &Option<(Death, u32)>| {
            death.is_none_or(|(reason, _)| {
                matches!(reason, Death::Wall | Death::Obstacle | Death::Trail | Death::HeadOn)
            })
        };
        assert!(round.deaths.iter().all(fair), "{:?}", round.deaths);
        assert!(round.length > 15, "{} steps, {:?}", round.length, round.deaths);
        // The same two without processes make the same moves.
        let mut position = gridmarch::games::tron::position::Position::new(&round.arena, 2, Options::default());
        let mut bots = [1, 1].map(|seed| ContestBot::new(PlayerKind::Engine(5).player(seed), Options::default()));
        for step in 0..round.length as usize {
            let digits = [0, 1].map(|seat| {
                let map = gridmarch::games::tron::contest::view(&position, seat);
                bots[seat].answer(&map, &Budget::nodes(300)).expect("a map")
            });
            let orders = [0, 1].map(|seat| round.orders[seat][step]);
            assert_eq!(orders.map(gridmarch::games::tron::contest::answer), digits, "step {step}");
            position.make(&orders);
        }
    }
}

#[test]
fn all_boards_that_are_shipped_can_be_played() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tron", "/");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of boards").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "ron") {
            let level = TronLevel::load(&entry.path()).unwrap_or_else(|error| panic!("{error}"));
            let (width, height) = (level.arena.width(), level.arena.height());
            assert!((20..=100).contains(&width) && (20..=50).contains(&height), "{}", level.name);
            assert!(!level.description.is_empty(), "{}", level.name);
            let mut simulation = simulation(&["wallhugger:2", "random"]);
            simulation.board = Board::Fixed(level.arena);
            // Nobody is dead before he can move: even the weakest rides a few steps.
            assert!(play(&simulation, 2, 1).iter().all(|round| round.length > 3), "{}", level.name);
            names.push(level.name);
        }
    }
    names.sort();
    names.dedup();
    assert!(names.len() >= 8, "{names:?}");
}

#[test]
fn the_command_writes_one_object_a_log_and_recordings() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("results").display().to_string();
    let arguments =
        ["sim", "tron", "--side", "separator:2", "--side", "random", "--rounds", "10", "--json", "--out", &out];
    let output = gridmarch(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "no bar without a terminal");
    let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    for key in ["rounds", "results", "mean_length", "elo", "error", "fingerprint"] {
        assert!(!object[key].is_null(), "{key}");
    }
    for (result, name) in object["results"].as_array().expect("a list").iter().zip(["separator:2", "random"]) {
        assert_eq!(result["name"], name);
        for key in ["wins", "draws", "losses", "mean_move_ms", "p99_move_ms", "max_move_ms", "mean_nodes"] {
            assert!(result[key].is_number(), "{key}");
        }
    }
    let log = std::fs::read_to_string(format!("{out}/log.txt")).expect("the log");
    let wins = |side: usize| object["results"][side]["wins"].as_u64().expect("a number");
    let lines: Vec<&str> = log.lines().map(str::trim).collect();
    assert_eq!(lines[0], "rounds: 10");
    assert_eq!(lines[1], format!("draws: {}", object["draws"]));
    assert_eq!(lines[2..4], ["player 1: separator:2".to_string(), format!("wins: {}", wins(0))]);
    assert_eq!(lines[5..7], ["player 2: random".to_string(), format!("wins: {}", wins(1))]);
    assert!(lines[4].starts_with("average step time: ") && lines[7].starts_with("average step time: "), "{log}");
    let length = object["mean_length"].as_f64().expect("a number");
    assert_eq!(lines[8], format!("average length: {length:.1} steps"));
    let recordings = std::fs::read_to_string(format!("{out}/rounds.jsonl")).expect("the recordings");
    assert_eq!(recordings.lines().count(), 10);
    for line in recordings.lines() {
        Recording::parse(line).expect("a recording").replay().expect("it plays to its end");
    }
    // The same seed gives the same result, another one another.
    let again = |options: &[&str]| {
        let output = gridmarch(&[&arguments[..9], options].concat());
        serde_json::from_slice::<Value>(&output.stdout).expect("one JSON object")["fingerprint"].clone()
    };
    assert_eq!(again(&["--threads", "3"]), object["fingerprint"]);
    assert_ne!(again(&["--seed", "2"]), object["fingerprint"]);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_sentence() {
    let told = |arguments: &[&str], code: i32| {
        let output = gridmarch(&[&["sim", "tron"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(!text.contains("panicked"), "{text}");
        text
    };
    assert!(told(&["--side", "human", "--side", "random"], 2).contains("a simulation plays without people"));
    let text = told(&["--side", "random"], 2);
    assert!(text.contains("two to four sides") && text.contains("Usage"), "{text}");
    assert!(
        told(&["--side", "random", "--side", "exec:./no-such-bot"], 1).contains("./no-such-bot: cannot be started")
    );
    told(&["--side", "random", "--side", "random", "--size", "9x30"], 2);
    told(&["--side", "random", "--side", "random", "--size", "20x20", "--level", "x.ron"], 2);
    assert!(told(&["--side", "random", "--side", "random", "--level", "no-such.ron"], 1).contains("no-such.ron"));
    let canyon = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tron", "/canyon.ron");
    let three = ["--side", "random", "--side", "random", "--side", "random", "--level", canyon];
    assert!(told(&three, 1).contains("there are 2 starts for 3 sides"));
}
