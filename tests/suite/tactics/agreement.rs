//! All searchers on random small battles: every mode, every option, all classes.
//!
//! They are judged by a minimax that knows nothing but the definition of a value: it looks at every line, with the same
//! ends, repetitions, known endings and attacks after the horizon, and without window, table, order or memory.

use super::positions::{ALL, random_position};
use gridmarch::base::{Budget, rng};
use gridmarch::games::tactics::Action;
use gridmarch::games::tactics::ending::{Endings, Value};
use gridmarch::games::tactics::engine::{Engine, MAX_LEVEL};
use gridmarch::games::tactics::evaluation::{Evaluation, Style, Weights};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::rules::MAX_SQUAD;
use gridmarch::games::tactics::rules::{Counting, Mode, Rules, Side};
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::square::Square;
use gridmarch::search::{self, Evaluate, Game, Outcome, Settings, WIN, alpha_beta, is_decided, minimax};
use proptest::prelude::*;
use rand::RngExt;
use std::sync::Arc;

/// The definition of a value.
struct Judge<'a> {
    evaluation: &'a Evaluation,
    /// Plies of attacks after the last one.
    quiescence: u32,
    /// What a draw is worth to side A.
    draw: i32,
}

impl Judge<'_> {
    fn new<'a>(game: &Position, evaluation: &'a Evaluation, settings: &Settings) -> Judge<'a> {
        // A draw costs who stands better at the root.
        let draw = -evaluation.value(game).signum() * settings.contempt;
        Judge { evaluation, quiescence: settings.quiescence, draw }
    }

    fn value(&self, game: &mut Position, depth: u32, ply: u32) -> i32 {
        if let Some(settled) = self.settled(game, ply) {
            return settled;
        }
        if depth == 0 { self.quiet(game, self.quiescence, ply) } else { self.best(game, depth, ply, false) }
    }

    fn quiet(&self, game: &mut Position, left: u32, ply: u32) -> i32 {
        if let Some(settled) = self.settled(game, ply) {
            return settled;
        }
        let standing = self.sign(game) * self.evaluation.value(game);
        if left == 0 { standing } else { standing.max(self.best(game, left, ply, true)) }
    }

    /// The best move, of all or of the attacks.
    fn best(&self, game: &mut Position, left: u32, ply: u32, noisy: bool) -> i32 {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|action| !noisy || game.is_noisy(*action));
        moves.into_iter().map(|action| self.after(game, action, left, ply, noisy)).max().unwrap_or(-WIN - 1)
    }

    fn after(&self, game: &mut Position, action: Action, left: u32, ply: u32, noisy: bool) -> i32 {
        let side = game.side();
        Game::make(game, action);
        let value = if noisy { self.quiet(game, left - 1, ply + 1) } else { self.value(game, left - 1, ply + 1) };
        let value = if game.side() == side { value } else { -value };
        Game::unmake(game);
        value
    }

    fn settled(&self, game: &Position, ply: u32) -> Option<i32> {
        let draw = self.sign(game) * self.draw;
        match game.outcome() {
            Some(Outcome::Draw) => Some(draw),
            Some(Outcome::Win(side)) if side == Game::side(game) => Some(WIN - ply as i32),
            Some(Outcome::Win(_)) => Some(ply as i32 - WIN),
            None if ply == 0 => None,
            None if game.repeats() => Some(draw),
            None => self.evaluation.known(game, ply),
        }
    }

    fn sign(&self, game: &Position) -> i32 {
        if Game::side(game) == 0 { 1 } else { -1 }
    }
}

fn rules(number: u16) -> Rules {
    Rules {
        zone_of_control: number & 4 != 0,
        waiting: number & 24 == 24,
        points: 2 + (number / 32 % 3) as u8,
        counting: [Counting::Turn, Counting::Round, Counting::Held][usize::from(number / 128 % 3)],
        ..Rules::of(Mode::ALL[usize::from(number % 4)])
    }
}

/// How deep plain minimax may look: until about this many lines. Beyond four plies, three with waiting, a position can be
/// repeated on one way to it and not on another, which the engine's table cannot tell.
const LINES: u32 = 1500;

fn depth_of(game: &Position) -> u32 {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let most = if game.scene().rules.waiting { 3 } else { 4 };
    (1..=most).take_while(|depth| (moves.len() as u32).saturating_pow(*depth) <= LINES).last().unwrap_or(1)
}

fn evaluation_of(game: &Position, number: u16) -> Evaluation {
    let style = Style::ALL[usize::from(number / 8 % 3)];
    // Exact tables take their time to make.
    let endings = if number.is_multiple_of(16) { Endings::of(game.scene()) } else { Endings::default() };
    Evaluation::new(Weights::of(game.scene().rules.mode, style), Arc::new(endings))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn every_searcher_agrees_with_minimax_on_value_and_best_moves(
        numbers in prop::collection::vec(any::<u8>(), 36), options in any::<u16>(), contempt in 0_i32..20,
        quiescence in 0_u32..4,
    ) {
        let mut game = random_position(&numbers, rules(options), &ALL);
        prop_assume!(game.outcome().is_none());
        let (depth, key) = (depth_of(&game), game.key());
        let evaluation = evaluation_of(&game, options);
        // The source's two searches: no attacks after the horizon, a draw is nothing, nothing is known.
        let plain = Evaluation::new(*evaluation.weights(), Arc::default());
        let simple = minimax::search(&mut game, &plain, depth, &Budget::unlimited(), &mut ());
        let cut = alpha_beta::search(&mut game, &plain, depth, &Budget::unlimited(), &mut ());
        prop_assert_eq!((cut.score, cut.best), (simple.score, simple.best));
        // The engine with everything that keeps the definition of a value.
        let settings = Settings { table_bits: 10, quiescence, max_depth: depth, contempt, deeper_entries: false, ..Settings::default() };
        let judge = Judge::new(&game, &evaluation, &settings);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let values: Vec<_> = moves.iter().map(|action| judge.after(&mut game, *action, depth, 0, false)).collect();
        let thought = search::Engine::new(settings).think(&mut game, &evaluation, &Budget::unlimited());
        // A certain end is not searched any deeper; it is the same at every depth.
        prop_assert!(thought.depth == depth || is_decided(thought.score), "{} of {}", thought.depth, depth);
        prop_assert_eq!(values.iter().max(), Some(&thought.score), "depth {}", depth);
        let found = moves.iter().zip(&values).find(|(action, _)| Some(**action) == thought.best);
        prop_assert_eq!(found.map(|(_, value)| *value), Some(thought.score));
        prop_assert_eq!(game.key(), key);
    }
}

#[test]
fn the_engine_as_it_ships_finds_every_forced_end_that_minimax_finds() {
    let mut rng = rng::stream(1, "forced ends");
    let (mut wins, mut losses) = (0, 0);
    while wins < 300 || losses < 60 {
        let numbers: [u8; 36] = std::array::from_fn(|_| rng.random());
        let mut game = random_position(&numbers, rules(rng.random()), &ALL);
        if game.outcome().is_some() {
            continue;
        }
        let (depth, evaluation) = (depth_of(&game), evaluation_of(&game, 1));
        let values = minimax::values(&mut game, &evaluation, depth);
        let best = values.iter().map(|(_, value)| *value).max().unwrap_or_default();
        if !is_decided(best) {
            continue;
        }
        *(if best > 0 { &mut wins } else { &mut losses }) += 1;
        let thought = search::Engine::new(Settings::default()).think(&mut game, &evaluation, &Budget::nodes(200_000));
        assert_eq!(thought.score, best, "in {depth} plies\n{}", gridmarch::games::tactics::picture::draw(&game));
        // Of several moves that win at once or put a loss off as long, any is right.
        let found = values.iter().find(|(action, _)| Some(*action) == thought.best);
        assert_eq!(found.map(|(_, value)| *value), Some(best), "{:?}", thought.best);
    }
}

/// Two soldiers against one, nobody with more than three points, somewhere on the source's board.
fn two_against_one(scene: &Arc<gridmarch::games::tactics::scene::Scene>, rng: &mut rng::Rng) -> Position {
    let mut free: Vec<Square> = scene.field.open().iter().collect();
    let mut place = |slot| {
        let at = free.swap_remove(rng.random_range(0..free.len()));
        (slot, at, rng.random_range(1..=3))
    };
    let placed = [place(0), place(1), place(MAX_SQUAD)];
    let side = if rng.random_bool(0.5) { Side::A } else { Side::B };
    Position::new(scene.clone(), &placed, side)
}

#[test]
fn a_won_ending_of_two_against_one_is_never_let_go() {
    let setup = Setup::soldiers(TacticsLevel::built_in(), Rules::of(Mode::Classic), [2, 1]);
    let scene = setup.begin().expect("a battle").scene().clone();
    let mut table = Endings::of(&scene);
    table.complete();
    let mut engine = Engine::new(MAX_LEVEL, Style::Steady, 1);
    let mut rng = rng::stream(1, "two against one");
    let (mut played, mut longest) = (0, 0);
    while played < 60 {
        let mut game = two_against_one(&scene, &mut rng);
        let turns = match (table.value(&game), game.side()) {
            (Some(Value::Win(turns)), Side::A) | (Some(Value::Loss(turns)), Side::B) => turns,
            _ => continue,
        };
        played += 1;
        longest = longest.max(turns);
        while game.end().is_none() {
            let begun = game.turns();
            while game.end().is_none() && game.turns() == begun {
                let (action, _) = if game.side() == Side::A || played % 2 == 0 {
                    engine.choose(&game, &Budget::nodes(400))
                } else {
                    (gridmarch::games::tactics::player::random_action(&game, &mut rng), None)
                };
                game.make(action);
            }
            game.settle();
        }
        assert_eq!(game.end().map(|end| end.outcome), Some(Outcome::Win(0)), "after {} turns", game.turns());
        assert!(game.turns() <= turns, "{} turns, {turns} are enough", game.turns());
    }
    assert!(longest >= 15, "the longest took {longest} turns");
}
