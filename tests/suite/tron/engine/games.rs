//! The engine as a player: positions with one right answer, games against weaker players, repeatability.

use gridmarch::arena::{Player, PlayerKind as _};
use gridmarch::base::{Budget, Dir};
use gridmarch::games::tron::contest::parse_map;
use gridmarch::games::tron::engine::{Engine, MAX_LEVEL, can_meet};
use gridmarch::games::tron::generate::{RandomArena, Starts};
use gridmarch::games::tron::player::PlayerKind;
use gridmarch::games::tron::position::{Options, Order, Outcome, Position};

fn answer(map: &str, level: u8) -> Order {
    let position = Position::new(&parse_map(map).expect("a map"), 2, Options::default());
    Engine::new(level, 1).choose(&position, 0, &Budget::nodes(5_000)).step
}

#[test]
fn the_larger_room_is_taken_when_the_sides_are_separated() {
    let map = "9 5\n#########\n#   1   #\n#######  \n#######  \n2########\n";
    for level in 4..=MAX_LEVEL {
        // Errors of the middle levels are rare; the seed has none here.
        assert_eq!(answer(map, level), Order::Go(Dir::East), "level {level}");
    }
}

fn play(kinds: &[PlayerKind], seed: u64, options: Options, nodes: u64) -> Position {
    play_watched(kinds, seed, options, nodes, |_, _| {})
}

/// The same, and everybody is shown each position with its orders.
fn play_watched(
    kinds: &[PlayerKind],
    seed: u64,
    options: Options,
    nodes: u64,
    mut watch: impl FnMut(&Position, &[Order]),
) -> Position {
    let wish = RandomArena { width: 16, height: 12, obstacles: 4, starts: Starts::Mirrored, seats: kinds.len() };
    let mut position = Position::new(&wish.generate(seed).expect("in range"), kinds.len(), options);
    let mut players: Vec<_> =
        kinds.iter().enumerate().map(|(seat, kind)| kind.player(seed * 9 + seat as u64)).collect();
    while position.outcome().is_none() {
        let orders: Vec<Order> = (0..kinds.len())
            .map(|seat| match position.riders()[seat].out {
                None => players[seat].choose(&position, seat, &Budget::nodes(nodes)).step,
                Some(_) => Order::Go(Dir::North),
            })
            .collect();
        watch(&position, &orders);
        position.make(&orders);
    }
    position
}

#[test]
fn games_with_all_options_and_up_to_four_players_end_and_repeat() {
    let kinds = [PlayerKind::Engine(5), PlayerKind::Engine(10), PlayerKind::Separator(4), PlayerKind::Random];
    for (seed, options) in [
        Options::default(),
        Options { vanish: true, ..Options::default() },
        Options { wrap: true, ..Options::default() },
        Options { vanish: true, wrap: true, boost: true },
    ]
    .into_iter()
    .enumerate()
    {
        for seats in 2..=4 {
            let first = play(&kinds[..seats], seed as u64, options, 300);
            let again = play(&kinds[..seats], seed as u64, options, 300);
            assert_eq!((first.key(), first.steps()), (again.key(), again.steps()));
            assert!(first.steps() > 3);
        }
    }
}

#[test]
fn the_engine_beats_the_presets() {
    for other in [PlayerKind::RandomSource, PlayerKind::Wallhugger(4), PlayerKind::Separator(4)] {
        let won = (0..10)
            .filter(|seed| {
                play(&[PlayerKind::Engine(10), other], *seed, Options::default(), 1_000).outcome()
                    == Some(Outcome::Win(0))
            })
            .count();
        assert!(won >= 8, "{won} of 10 against {other}");
    }
}

#[test]
fn with_four_players_the_engine_wins_more_than_its_share() {
    let other = PlayerKind::Separator(4);
    let won = (0..20)
        .filter(|seed| {
            let seat = (*seed % 4) as usize;
            let mut kinds = [other; 4];
            kinds[seat] = PlayerKind::Engine(10);
            play(&kinds, *seed, Options::default(), 500).outcome() == Some(Outcome::Win(seat))
        })
        .count();
    assert!(won >= 7, "{won} of 20, a fair share is 5");
}

#[test]
fn the_engine_wins_clearly_by_every_rule() {
    let rules = [
        Options { wrap: true, ..Options::default() },
        Options { boost: true, ..Options::default() },
        Options { vanish: true, wrap: true, boost: true },
    ];
    for (options, other) in
        rules.into_iter().flat_map(|rule| [(rule, PlayerKind::Random), (rule, PlayerKind::Separator(8))])
    {
        let points: u32 = (0..24)
            .map(|seed| {
                let seat = (seed % 2) as usize;
                let mut kinds = [other; 2];
                kinds[seat] = PlayerKind::Engine(10);
                match play(&kinds, seed, options, 600).outcome() {
                    Some(Outcome::Win(winner)) if winner == seat => 2,
                    Some(Outcome::Draw) => 1,
                    _ => 0,
                }
            })
            .sum();
        assert!(points >= 36, "{points} of 48 points against {other} by {options:?}");
    }
}

#[test]
fn boosts_are_used_now_and_then_and_never_alone_in_a_region() {
    let options = Options { boost: true, ..Options::default() };
    let (mut boosts, mut orders_made) = (0, 0);
    for seed in 0..12 {
        play_watched(&[PlayerKind::Engine(10), PlayerKind::Separator(4)], seed, options, 600, |position, orders| {
            orders_made += 1;
            if matches!(orders[0], Order::Boost(_)) {
                boosts += 1;
                assert!(position.can_boost(0));
                assert!(can_meet(position), "alone in a region there is no use for a boost");
            }
        });
    }
    assert!(boosts > 0 && boosts * 6 < orders_made, "{boosts} of {orders_made}");
}
