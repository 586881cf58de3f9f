//! Folders with good and bad files.

use gridmarch::arena::{Clock, Contest as _};
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::client::screens::replays::files::{Listed, date, listed};
use gridmarch::games::rts::sim::record::saves::SaveHeader;
use gridmarch::games::tactics::Side;
use gridmarch::games::tactics::battle::Battle;
use gridmarch::games::tactics::client::view::side_name;
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::Rules as TacticsRules;
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::Recording;
use gridmarch::games::tactics::simulation::{Leash, Simulation};
use gridmarch::games::tron::arena::{Arena, Start};
use gridmarch::games::tron::client::view::SEAT_NAMES;
use gridmarch::games::tron::generate::RandomArena;
use gridmarch::games::tron::position::{Options, Order as Ride};
use gridmarch::games::tron::replay::TronReplay;
use gridmarch::games::tron::replay::{Header, RoundRecord};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

#[test]
fn matches_are_listed_newest_first_and_without_those_in_which_nothing_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = TronReplay::line(&Header::new(
        vec!["human".into(), "engine:3".into(), "off".into(), "off".into()],
        1,
        Options::default(),
    ));
    let arena = RandomArena::default().generate(1).expect("a board");
    let round = TronReplay::line(&RoundRecord::new(&arena, &[0, 1]));
    let write = |name: &str, text: &str, age: u64| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        let file = std::fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("a time");
    };
    write("old.tron", &(header.clone() + &round + &round), 500);
    write("left.tron", &header, 300);
    write("new.tron", "nonsense\n", 100);
    write("other.txt", "not a recording", 10);
    let list = listed(&[folder.path().to_path_buf(), folder.path().join("nothing")], &[]);
    let names: Vec<_> = list.iter().map(|entry| entry.path.file_name().expect("a name")).collect();
    assert_eq!(names, ["new.tron", "old.tron"]);
    assert!(list[0].about.as_ref().expect_err("damaged").starts_with("Line 1: expected"), "{:?}", list[0].about);
    let about = list[1].about.as_ref().expect("a good one");
    assert_eq!(about.sides, "Human v Engine · level 3");
    assert_eq!((about.length.as_str(), about.is_open), ("2 rounds, 0 steps", false));
    assert_eq!((about.result.as_str(), list[1].is_kept), ("Undecided", false));
    assert!(listed(&[folder.path().join("nothing")], &[]).is_empty());
}

#[test]
fn battles_of_tactics_that_were_left_can_be_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = Setup::soldiers(TacticsLevel::built_in(), TacticsRules::default(), [1, 1]);
    let mut battle = Battle::new(setup).expect("a battle");
    let write = |battle: &Battle, name: &str| {
        let sides = ["human".to_string(), "engine:4,style=bold".to_string()];
        let recording = Recording::new(0, battle, sides, Default::default(), None);
        recording.write(&folder.path().join(name)).expect("written");
    };
    write(&battle, "empty.tactics");
    battle.act("b4-c4".parse().expect("an action")).expect("legal");
    battle.end_turn().expect("all have acted");
    write(&battle, "left.tactics");
    let list = listed(&[folder.path().to_path_buf()], &[folder.path().to_path_buf()]);
    assert_eq!(list.len(), 1, "nothing happened in the other one");
    assert_eq!((list[0].game, list[0].path.ends_with("left.tactics")), ("Tactics", true));
    let about = list[0].about.as_ref().expect("a good one");
    assert!(about.is_open && about.sides.starts_with("Human v Engine"), "{about:?}");
    assert_eq!((about.length.as_str(), about.result.as_str()), ("1 round", "Undecided"));
    assert!(list[0].is_kept && list[0].name().as_deref() == Some("left"));
}

/// The first line of a saved match, and something that is none after it.
fn save(change: impl FnOnce(&mut SaveHeader)) -> String {
    let mut header = SaveHeader {
        game: "gridmarch".into(),
        version: gridmarch::games::rts::sim::record::saves::VERSION,
        level: "Twin Fords".into(),
        time: 1_700_000_000,
        players: 2,
        ticks: 1300,
        tick_hz: 20,
        sides: "Crown v Tribes".into(),
        winners: None,
        window: String::new(),
    };
    change(&mut header);
    serde_json::to_string(&header).expect("a line") + "\nnothing\n"
}

#[test]
fn saved_matches_tell_who_has_won_and_what_they_are_called() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("auto-2.save", save(|header| header.time = 5)),
        ("Before the storm.save", save(|header| (header.time, header.winners) = (4, Some(vec![1, 3])))),
        ("1700000000-2.save", save(|header| (header.time, header.winners) = (3, Some(Vec::new())))),
        ("Maze.save", save(|header| (header.time, header.players) = (2, 0))),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let list = listed(&[folder.path().to_path_buf()], &[]);
    let told = list.iter().map(|entry| {
        let about = entry.about.as_ref().expect("a good one");
        let name = entry.name();
        (name.unwrap_or_default(), entry.game, about.sides.clone(), about.result.clone(), about.length.clone())
    });
    let told: Vec<_> = told.collect();
    let expected = [
        ("", "Skirmish", "Twin Fords: Crown v Tribes", "Undecided", "1:05, autosave"),
        ("Before the storm", "Skirmish", "Twin Fords: Crown v Tribes", "Red and Yellow won", "1:05"),
        ("", "Skirmish", "Twin Fords: Crown v Tribes", "Nobody won", "1:05"),
        ("Maze", "Sandbox", "Twin Fords", "", "1:05"),
    ];
    let expected = expected.map(|(name, game, sides, result, length)| {
        (name.to_string(), game, sides.to_string(), result.to_string(), length.to_string())
    });
    assert_eq!(told, expected);
    assert!(list.iter().all(|entry| entry.kind.is_save() && entry.is_kept && entry.is_open()));
}

#[cfg(unix)]
#[test]
fn whatever_lies_in_a_folder_there_is_a_list_whose_rows_say_why_they_cannot_be_used() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, bytes: &[u8]| std::fs::write(at(name), bytes).expect("written");
    for time in [u64::MAX, u64::MAX / 2, 1 << 62, 1 << 55] {
        write(&format!("{time} late.save"), save(|header| header.time = time).as_bytes());
    }
    write("long.save", save(|header| header.sides = "side\n".repeat(100_000)).as_bytes());
    // What is quiet: what was cut before its first line was written, and what is no file.
    for name in ["cut.replay", "cut.tron", "cut.tactics", "cut.save"] {
        write(name, b"");
    }
    write("half.replay", b"{\"game\":\"gridmarch\",\"vers");
    write("half.tron", b"{\"game\":\"gridmarch tron\",\"vers");
    for name in ["folder.save", "folder.replay", "folder.tron"] {
        std::fs::create_dir(at(name)).expect("a folder");
    }
    let _socket = std::os::unix::net::UnixListener::bind(at("socket.tactics")).expect("a socket");
    std::os::unix::fs::symlink("/dev/zero", at("zero.replay")).expect("a link");
    // What says why.
    write("cut off.save", b"{\"game\":\"gridmarch\",\"vers");
    write("old.save", save(|header| header.version = 1).as_bytes());
    write("bytes.replay", &[0xff, 0xfe, b'\n', 0, 0]);
    write("bytes.tactics", &[0xff; 200]);
    write("bytes.tron", b"\xff\n");
    std::os::unix::fs::symlink(at("nowhere"), at("gone.save")).expect("a link");
    for (name, length) in [("huge.replay", 1 << 31), ("huge.tron", 1 << 30), ("huge.tactics", 1 << 29)] {
        std::fs::File::create(at(name)).and_then(|file| file.set_len(length)).expect("a file of holes");
    }
    std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe name.save")), save(|_| ()))
        .expect("written");
    let list = listed(&[folder.path().to_path_buf()], &[]);
    let good = list.iter().filter(|entry| entry.about.is_ok());
    let good: Vec<String> = good.map(|entry| entry.name().unwrap_or_default()).collect();
    assert_eq!(good.len(), 6, "{good:?}");
    let now = SystemTime::now();
    assert!(
        list.iter().all(|entry| entry.when <= now + Duration::from_secs(86_400) && !date(entry.when, now).is_empty())
    );
    assert!(list.iter().flat_map(|entry| &entry.about).all(|about| about.sides.chars().count() <= 90 + 1));
    let file = |entry: &Listed| entry.path.file_name().map(|name| name.to_string_lossy().into_owned());
    let bad = list.iter().filter_map(|entry| Some((file(entry)?, entry.about.clone().err()?)));
    let bad: std::collections::BTreeMap<String, String> = bad.collect();
    assert_eq!(bad.len(), 9, "{bad:?}");
    for sentence in bad.values() {
        assert!(!sentence.contains(&folder.path().display().to_string()), "{sentence}");
        assert!(sentence.chars().count() <= 90 + 2 && sentence.ends_with('.'), "{sentence}");
    }
    assert_eq!(
        bad["old.save"],
        format!("Line 1: version 1, this program reads {}.", gridmarch::games::rts::sim::record::saves::VERSION)
    );
    assert_eq!(bad["gone.save"], "No such file or directory.");
    assert_eq!(bad["huge.tron"], "A file of more than 256 MiB.");
}

#[test]
fn recordings_of_tron_and_tactics_tell_who_has_won() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["human", "engine:3", "off", "off"].map(String::from).to_vec();
    let header = TronReplay::line(&Header::new(names, 1, Options::default()));
    // Both ride to the right, the second one out of the board.
    let start = |x, y| Start { cell: Cell::new(x, y), heading: Dir::East };
    let arena = Arena::new(Grid::filled(10, 10, 0), vec![start(3, 5), start(8, 2)]).expect("a board");
    let mut round = RoundRecord::new(&arena, &[0, 1]);
    (0..2).for_each(|_| round.push(&[Ride::Go(Dir::East); 2]));
    std::fs::write(folder.path().join("1.tron"), header + &TronReplay::line(&round)).expect("written");
    let sides = ["engine,nodes=300", "random"].map(|side| side.parse().expect("a side"));
    let setup = Setup::soldiers(TacticsLevel::built_in(), TacticsRules::default(), [2, 2]);
    let battles = Simulation { sides, setup, opening: 0, limit: 400, leash: Leash::default(), seed: 1 };
    let clock: Clock = Arc::new(|| Duration::ZERO);
    let round = battles.play(0, &clock).expect("it can be played");
    let recording = round.recording(&battles.sides).expect("it has a form");
    recording.write(&folder.path().join("2.tactics")).expect("written");
    let winner = side_name(Side::of(recording.winner().expect("the engine beats chance")));
    let list = listed(&[folder.path().to_path_buf()], &[]);
    let told = list.iter().map(|entry| (entry.game, entry.about.clone().expect("a good one").result));
    let told: std::collections::BTreeMap<&str, String> = told.collect();
    assert_eq!(told["Tron"], format!("{} won", SEAT_NAMES[0]));
    assert_eq!(told["Tactics"], format!("{winner} won"));
}
