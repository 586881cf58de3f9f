//! Every mode begins with what it needs and ends as it should.

use super::drawn::{Played, cells, setup, stage};
use gridmarch::base::Dir;
use gridmarch::games::tanks::setup::{Hand, Kept, Mode, OURS, Seat, Setup, SetupProblem, WAVE};
use gridmarch::games::tanks::stage::{Group, Kind, Wave};
use gridmarch::games::tanks::world::{Event, Outcome};

const STAGE: &str = "
    X.........X.
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    A....EE...A.
    .....EE.....";

const DUEL: &str = "
    F.........H.
    ............
    A.........B.
    ............
    EE........EE
    EE........EE
    ............
    ............
    ............
    ............
    ............
    ............";

fn wave(groups: &[(Kind, u8)]) -> Wave {
    Wave { groups: groups.iter().map(|(kind, count)| Group::of(*kind, *count)).collect() }
}

/// Destroys what is in a slot, by the shells of another slot or itself: for tests of what comes after.
fn bomb(played: &mut Played, by: usize) {
    let at = played.tank(by).anchor();
    played.world.lay(gridmarch::games::tanks::rules::Bonus::Bomb, at);
    played.wait(1);
}

#[test]
fn a_campaign_is_won_when_the_last_enemy_of_the_last_wave_is_gone() {
    let mut stage = stage(STAGE);
    stage.waves = vec![wave(&[(Kind::Rover, 6)]), wave(&[(Kind::Dart, 2)])];
    let mut played = Played::on(&stage, setup(Mode::Campaign, 1));
    assert_eq!((played.world.waves(), played.world.slots()), (Some(2), 5));
    played.wait(1);
    assert_eq!((played.world.wave(), played.world.waiting()), (1, 5));
    for _ in 0..20 {
        played.wait(250);
        let present = played.world.tanks().filter(|tank| tank.side == WAVE).count();
        assert!(present <= 4);
        if played.world.outcome().is_none() {
            bomb(&mut played, 0);
        }
    }
    assert_eq!(played.world.outcome(), Some(Outcome::Won(OURS)));
    assert!(played.happened(|event| *event == Event::Wave(2)));
    assert_eq!(played.events.iter().filter(|event| matches!(event, Event::Destroyed { .. })).count(), 8);
    let (tick, print) = (played.world.tick(), played.world.fingerprint());
    played.wait(10);
    assert_eq!((played.world.tick(), played.world.fingerprint()), (tick, print), "what is over stays as it is");
    assert!(played.world.events().is_empty());
}

#[test]
fn a_campaign_is_lost_with_the_base_or_the_last_life() {
    let mut played = Played::new(STAGE, setup(Mode::Campaign, 1));
    played.wait(70);
    played.drive(0, Dir::East, 1);
    played.shoot_and_wait(0);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(WAVE)));

    let mut setup = setup(Mode::Campaign, 2);
    (setup.lives, setup.enemies_fetch) = (1, true);
    let mut played = Played::new(STAGE, setup);
    played.wait(300);
    let enemy = played.world.tanks().find(|tank| tank.side == WAVE).expect("an enemy").slot();
    bomb(&mut played, enemy.into());
    assert_eq!(played.world.outcome(), Some(Outcome::Won(WAVE)));
    assert!(played.world.seats().iter().all(|seat| seat.is_out));
}

#[test]
fn a_defence_counts_no_lives() {
    let mut setup = setup(Mode::Defence, 1);
    (setup.lives, setup.enemies_fetch) = (1, true);
    let mut played = Played::new(STAGE, setup);
    for _ in 0..3 {
        played.wait(400);
        let enemy = played.world.tanks().find(|tank| tank.side == WAVE).expect("an enemy").slot();
        bomb(&mut played, enemy.into());
    }
    assert_eq!((played.world.outcome(), played.world.seats()[0].score.lost), (None, 3));
    played.wait(300);
    bomb(&mut played, 0);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(OURS)));
}

#[test]
fn an_endless_match_goes_on_and_gets_harder() {
    let mut played = Played::new(STAGE, setup(Mode::Endless, 1));
    let mut kinds = Vec::new();
    while played.world.wave() < 8 {
        played.wait(60);
        if played.world.tanks().any(|tank| tank.side == WAVE && tank.is_here()) {
            bomb(&mut played, 0);
        }
        assert!(played.world.tick() < 200_000);
    }
    for event in &played.events {
        match event {
            Event::Wave(_) => kinds.push(Vec::new()),
            Event::Destroyed { kind, side: WAVE, .. } => kinds.last_mut().expect("a wave").push(*kind),
            _ => {}
        }
    }
    assert!(kinds[..7].iter().all(|wave| wave.len() == 20));
    let strength = |wave: &Vec<_>| wave.iter().map(|kind| *kind as u32).sum::<u32>();
    assert!(kinds[..7].windows(2).all(|pair| strength(&pair[0]) <= strength(&pair[1])), "{kinds:?}");
    assert!(played.world.outcome().is_none());
}

#[test]
fn the_last_tank_wins() {
    let mut setup = setup(Mode::LastTank, 2);
    setup.lives = 2;
    let mut played = Played::settled_with(DUEL, setup);
    bomb(&mut played, 0);
    assert_eq!((played.world.outcome(), played.world.seats()[1].lives), (None, 1));
    played.wait(400);
    bomb(&mut played, 0);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(0)));
    assert!(played.happened(|event| *event == Event::Out { seat: 1 }));
}

#[test]
fn the_flag_is_taken_dropped_and_brought_home() {
    let mut setup = setup(Mode::CaptureFlag, 2);
    setup.goal = Some(1);
    let mut played = Played::settled_with(DUEL, setup);
    assert_eq!(played.world.flags().len(), 2);
    // Slot 1 leaves; slot 0 goes along the top to the flag of the others.
    played.drive(1, Dir::South, 1);
    played.drive(0, Dir::North, 30);
    assert!(played.world.flags()[0].carrier.is_none(), "nobody takes the own one from its home");
    played.drive(0, Dir::East, 90);
    let flag = played.world.flags()[1];
    assert_eq!((flag.carrier, played.tank(0).flag), (Some(played.tank(0).id), Some(1)));
    bomb(&mut played, 1);
    let flag = played.world.flags()[1];
    assert!(flag.carrier.is_none() && flag.at != flag.home, "{flag:?}");
    assert!(played.happened(|event| matches!(event, Event::FlagDropped { side: 1, .. })));
    // The others send it home.
    played.drive(1, Dir::North, 30);
    played.drive(1, Dir::West, 20);
    assert_eq!(played.world.flags()[1].at, flag.home);
    played.drive(1, Dir::East, 20);
    played.drive(1, Dir::South, 80);
    played.wait(200);
    played.drive(0, Dir::North, 30);
    played.drive(0, Dir::East, 100);
    assert_eq!(played.tank(0).flag, Some(1));
    played.drive(0, Dir::West, 100);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(0)));
    assert_eq!(played.world.seats()[0].score.captures, 1);
}

#[test]
fn two_bases_and_the_time() {
    let mut played = Played::settled_with(DUEL, setup(Mode::TwoBases, 2));
    played.drive(0, Dir::South, 1);
    played.shoot_and_wait(0);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(1)), "the own one counts too");

    let mut setup = setup(Mode::TwoBases, 2);
    setup.minutes = Some(1);
    let mut played = Played::settled_with(DUEL, setup.clone());
    assert_eq!(played.world.time_left(), Some(3300));
    played.wait(4000);
    assert_eq!((played.world.tick(), played.world.outcome()), (3600, Some(Outcome::Draw)));
    let mut played = Played::settled_with(DUEL, setup);
    played.drive(0, Dir::East, 1);
    played.shoot_and_wait(0);
    played.wait(4000);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(0)), "with equal bases, who hit more");
}

#[test]
fn free_for_all_is_won_by_hits_and_takes_sixty_four() {
    let mut setup = setup(Mode::FreeForAll, 2);
    setup.goal = Some(1);
    let mut played = Played::settled_with(DUEL, setup);
    played.drive(0, Dir::East, 1);
    played.shoot_and_wait(0);
    assert_eq!(played.world.outcome(), Some(Outcome::Won(0)));

    let picture =
        "X".to_owned() + &".".repeat(39) + "\nA" + &".".repeat(39) + &("\n".to_owned() + &".".repeat(40)).repeat(38);
    let seats = vec![Seat::new(Hand::Human, 0); 64];
    let many = Setup { mode: Mode::FreeForAll, seats, ..Setup::default() };
    let mut played = Played::new(&picture, many);
    played.wait(100);
    assert_eq!(played.world.tanks().count(), 64);
}

#[test]
fn setups_that_cannot_be_played_are_refused_in_words() {
    let plain = stage(STAGE);
    let problem = |setup: &Setup| setup.fits(&plain).expect_err("it cannot be played");
    assert_eq!(problem(&setup(Mode::TwoBases, 2)), SetupProblem::NoBase(1));
    assert_eq!(problem(&setup(Mode::CaptureFlag, 2)), SetupProblem::NoFlag(0));
    assert_eq!(problem(&setup(Mode::LastTank, 2)), SetupProblem::NoStart(1));
    assert_eq!(problem(&setup(Mode::LastTank, 1)), SetupProblem::OneSide);
    assert_eq!(problem(&Setup { seats: Vec::new(), ..Setup::default() }), SetupProblem::Seats(0));
    assert_eq!(problem(&Setup { seats: vec![Seat::new(Hand::Off, 0)], ..Setup::default() }), SetupProblem::Nobody);
    assert_eq!(problem(&Setup { at_a_time: Some(65), ..Setup::default() }), SetupProblem::AtATime(65));
    assert_eq!(problem(&Setup { lives: 0, ..Setup::default() }), SetupProblem::Lives(0));
    let mut broad = Setup::default();
    broad.seats[0].size = 5;
    assert_eq!(problem(&broad).to_string(), "seat 1: a tank is 1 to 4 cells wide, not 5");
    assert_eq!(stage(&STAGE.replace('X', ".")).gates.len(), 0);
    assert_eq!(Setup::default().fits(&stage(&STAGE.replace('X', "."))), Err(SetupProblem::NoGate));
    assert_eq!(
        Setup { mode: Mode::Defence, ..Setup::default() }.fits(&stage(&STAGE.replace('E', "."))),
        Err(SetupProblem::NoBase(0))
    );
}

#[test]
fn stars_lives_and_points_go_to_the_next_stage() {
    let mut setup = setup(Mode::Campaign, 2);
    setup.seats[0].kept = Kept { stars: 2, lives: Some(5), points: 19_900 };
    setup.seats[1].kept.lives = Some(0);
    let mut played = Played::new(STAGE, setup);
    played.wait(100);
    assert_eq!((played.tank(0).stars, played.world.seats()[0].lives), (2, 5));
    assert!(played.world.in_slot(1).is_none() && played.world.seats()[1].is_out, "who is out stays out");
    played.world.lay(gridmarch::games::tanks::rules::Bonus::Star, played.tank(0).anchor());
    played.wait(1);
    assert_eq!(played.world.kept(0), Kept { stars: 3, lives: Some(6), points: 20_400 }, "20000 points give a life");
    assert_eq!(played.world.kept(1).lives, Some(0));
}

#[test]
fn calls_to_allies_are_known() {
    use gridmarch::games::tanks::order::Call;
    let mut played = Played::new(STAGE, setup(Mode::Campaign, 2));
    played.wait(5);
    let before = played.world.fingerprint();
    played.world.call(1, Some(Call::Defend));
    assert_eq!(played.world.seats()[1].call, Some((Call::Defend, 5)));
    assert_ne!(played.world.fingerprint(), before);
    played.world.call(1, None);
    played.world.call(99, None);
    assert_eq!((played.world.seats()[1].call, played.world.fingerprint()), (None, before));
    assert_eq!(played.at(1), (cells(10), cells(10)));
}
