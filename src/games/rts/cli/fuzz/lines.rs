//! Lines of the protocol of programs from outside: what our program is told, and what the game is answered.

use super::{programs, small_level};
use crate::cli::bench::fuzz::inputs::{Form, Real, lines};
use crate::cli::bench::fuzz::{Answer, said};
use crate::games::rts::bot::protocol::{self, Hearer, Teller};
use crate::games::rts::bot::{Mind, Program, View};
use crate::games::rts::cli::bot::play;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::orders::Order;
use crate::games::rts::sim::skirmish::outside::{Outsider, Outsiders, Reaction};
use crate::nav::step::Tick;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};

/// The lines of a match, as the game says them.
pub(super) const LOOKS: Form = Form { name: "rts-questions", extension: "jsonl", parts: lines, enter: looks };
/// Answers, one to each look.
pub(super) const ANSWERS: Form = Form { name: "rts-answers", extension: "jsonl", parts: lines, enter: answers };

/// Orders of every sort that our program does not give.
const OTHERS: &str = r#"{"do":[["walk",[1,2,3],20,3,"queue","formation"],["patrol",[1,2],9,9],["guard",4,5],["hold",3],
["hold_there",2,"queue"],["return",[1,2]],["repair",[1,2,3],1],["stance",[1,2],"passive"],["forget",1,0],["forget_last",2],
["cancel",1,0],["rally",1,9,9,"queue"],["forget_rally",1],["pause",1,true],["repeat",1,true],["attack",[4,5,6],7],["stop",[8]],
["research",1,"masonry"],["advance",1,"keep"],["attack_move",[11,12,13],30,20,"formation"]],"note":"all"}"#;

/// What passes between the game and our program on the small map.
pub(super) fn real() -> Result<Vec<Real>, String> {
    let (told, heard) = channel();
    let mut game = table(Box::new(Scribe { ends: None, told }))?;
    game.run(120);
    drop(game);
    let (looks, answers): (Vec<String>, Vec<String>) = heard.iter().unzip();
    let others = OTHERS.replace('\n', "");
    // The first answer gives a name.
    let answers = [&answers[1..], &[others, "{}".into()]].concat();
    Ok(vec![Real::of(&LOOKS, &(looks.join("\n") + "\n")), Real::of(&ANSWERS, &(answers.join("\n") + "\n"))])
}

/// A match on the small map; the first side is played from outside.
fn table(outsider: Box<dyn Outsider>) -> Result<Match, String> {
    let rules = Rules::built_in();
    let level = small_level(&rules);
    let mut skirmish = programs(&level, &rules)?;
    skirmish.players[0].program = Program::Outside;
    let mut game = Match::prepared(level, rules, 9, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(Outsiders::of([(0, outsider)]));
    });
    game.use_one_thread();
    Ok(game)
}

/// Our program, with the lines that it would exchange.
struct Scribe {
    ends: Option<(Teller, Hearer, Mind)>,
    told: Sender<(String, String)>,
}

impl Outsider for Scribe {
    fn look(&mut self, view: &View<'_>, stand_in: &Mind) -> Reaction {
        if self.ends.is_none()
            && let Some(drawn) = stand_in.drawn()
        {
            let (teller, hello) = Teller::hello(view, 50, drawn);
            if let Ok(hearer) = Hearer::hello(&hello) {
                self.ends = Some((teller, hearer, Mind::with(3, None, drawn)));
            }
            let _ = self.told.send((hello, protocol::welcome("gridmarch")));
        }
        let Some((teller, hearer, mind)) = &mut self.ends else { return Reaction::default() };
        let line = teller.look(view, &[]);
        let Ok(Some(orders)) = hearer.look(&line, |view| mind.think(view)) else { return Reaction::default() };
        let orders: Vec<Order> = orders.into_iter().map(Order::from).collect();
        let _ = self.told.send((line, protocol::Answer::line(view.now, &orders, view.rules)));
        Reaction { orders, ..Reaction::default() }
    }

    fn end(&mut self, _: &'static str, _: Tick) {}
}

/// Gives the answers of a file one after the other, whatever is asked.
struct Parrot {
    answers: Vec<String>,
    told: Sender<String>,
}

impl Outsider for Parrot {
    fn look(&mut self, view: &View<'_>, _: &Mind) -> Reaction {
        if self.answers.is_empty() {
            return Reaction::default();
        }
        let line = self.answers.remove(0);
        // The tick that it names is that of another match.
        let tick = serde_json::from_str::<serde_json::Value>(&line).ok().and_then(|line| line["tick"].as_u64());
        let tick = tick.and_then(|tick| Tick::try_from(tick).ok()).unwrap_or(view.now);
        let answer = protocol::Answer::read(&line, tick, view.rules);
        let (orders, wrong) =
            answer.map_or_else(|problem| (Vec::new(), vec![problem]), |read| (read.orders, read.wrong));
        wrong.into_iter().for_each(|wrong| drop(self.told.send(wrong)));
        Reaction { orders, ..Reaction::default() }
    }

    fn end(&mut self, _: &'static str, _: Tick) {}
}

fn looks(path: &Path) -> Answer {
    let bytes = std::fs::read(path).map_err(said)?;
    play(3, None, &mut &bytes[..], &mut std::io::sink())
}

fn answers(path: &Path) -> Answer {
    let bytes = std::fs::read(path).map_err(said)?;
    let answers = String::from_utf8_lossy(&bytes).lines().map(String::from).collect();
    let (told, heard) = channel();
    table(Box::new(Parrot { answers, told }))?.run(super::TICKS);
    heard.try_recv().map_or(Ok(()), Err)
}
