//! What a skirmish begins with: what is refused, and what is told of it.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::skirmish::{Control, Player, SkirmishSetup, VictoryRule};
use gridmarch::nav::terrain::Terrain;

fn setup() -> (Level, Rules, SkirmishSetup) {
    let player = |side: u8| Player {
        faction: FactionId(side % 2),
        team: side,
        control: Control::Bot,
        program: gridmarch::games::rts::bot::Program::Founder,
        start: Cell::new(i16::from(side) * 20, 0),
        colour: side,
        handicap: Handicap::NONE,
    };
    let rules = Rules::built_in();
    let setup = SkirmishSetup {
        players: vec![player(0), player(1)],
        mines: vec![(Cell::new(10, 10), 500)],
        stock: rules.economy.start,
        fog: true,
        explored: false,
        victory: VictoryRule::default(),
    };
    (Level::of_ground(Grid::filled(40, 30, Terrain::Grass)), rules, setup)
}

#[test]
fn a_setup_that_the_level_or_the_rules_do_not_allow_is_refused_with_its_field() {
    let (level, rules, good) = setup();
    assert_eq!(good.check(&level, &rules), Ok(()));
    let told = |change: &dyn Fn(&mut SkirmishSetup)| {
        let mut setup = good.clone();
        change(&mut setup);
        setup.check(&level, &rules).expect_err("wrong")
    };
    assert_eq!(told(&|skirmish| skirmish.players[1].faction.0 = 9), "`players[1].faction`: expected 0 to 1, got 9");
    assert_eq!(told(&|skirmish| skirmish.players[0].team = 250), "`players[0].team`: expected 0 to 7, got 250");
    assert_eq!(told(&|skirmish| skirmish.players[0].colour = 250), "`players[0].colour`: expected 0 to 7, got 250");
    for count in [0, 1, 9, 300] {
        let said = told(&|skirmish| skirmish.players = vec![good.players[0].clone(); count]);
        assert_eq!(said, format!("`players`: a skirmish has 2 to 8 sides, this one has {count}"));
    }
    assert!(told(&|skirmish| skirmish.players[1].team = 0).contains("one team"));
    assert!(told(&|skirmish| skirmish.stock.wood = u32::MAX).starts_with("`stock.wood`: expected 0 to 1000000"));
    for far in [Cell::new(i16::MAX, i16::MAX), Cell::new(i16::MIN, 0), Cell::new(38, 0)] {
        let said = told(&|skirmish| skirmish.players[1].start = far);
        assert!(said.starts_with("`players[1].start`: a start at ") && said.contains("leaves the map"), "{said}");
        let said = told(&|skirmish| skirmish.mines[0].0 = far);
        assert!(said.starts_with("`mines[0]`: a mine at ") && said.contains("leaves the map"), "{said}");
    }
    assert!(told(&|skirmish| skirmish.mines[0].1 = 0).starts_with("`mines[0]`: a mine with 0 gold"));
    let said = told(&|skirmish| skirmish.mines = vec![(Cell::new(10, 10), 500); 100_000]);
    assert!(said.starts_with("`mines[1]`: a mine at ") && said.contains("has taken"), "{said}");
    assert!(told(&|skirmish| skirmish.players[1].start = Cell::new(1, 1)).contains("has taken"));
}

#[test]
fn opponents_are_told_by_their_factions_and_friends_together() {
    let (_, rules, good) = setup();
    let opponents = |players: &[(u8, u8)]| {
        let player = |(faction, team): &(u8, u8)| Player {
            faction: FactionId(*faction),
            team: *team,
            control: Control::Bot,
            program: gridmarch::games::rts::bot::Program::Founder,
            start: Cell::new(0, 0),
            colour: 0,
            handicap: Handicap::NONE,
        };
        SkirmishSetup { players: players.iter().map(player).collect(), ..good.clone() }.opponents(&rules)
    };
    assert_eq!(opponents(&[(0, 0), (1, 1)]), "Crown v Tribes");
    assert_eq!(opponents(&[(0, 2), (0, 1), (1, 2)]), "Crown and Tribes v Crown");
    assert_eq!(opponents(&[(200, 0)]), "?");
    let mut setup = good;
    setup.players[1].handicap = Handicap::try_from(80).expect("a handicap");
    assert_eq!(setup.opponents(&rules), "Crown v Tribes 80 %");
}
