//! What programs say to persons: a greeting, a last word, and at the lowest level that the first visit comes.

use super::ticks_for;
use crate::games::rts::bot::army::middle_of;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::{Bot, Campaign};
use crate::games::rts::bot::settings::Question;
use crate::games::rts::bot::view::{BotOrder, Own};
use crate::games::rts::signals::Audience;
use crate::nav::step::Tick;

/// Ticks before its arrival, as it is reckoned, at which a visit is announced: half a minute. On open ground it comes sooner.
const VISIT: Tick = 600;
/// Ticks after which nobody greets any more.
const GREETS: Tick = 400;

const NUMBERS: [&str; 13] =
    ["None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

impl Bot {
    /// Says what is due, if somebody is there who can read.
    pub(super) fn speak(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        if !look.view.sides.iter().any(|side| side.is_person) {
            return;
        }
        if !std::mem::replace(&mut self.team.greeted, true)
            && look.view.now < GREETS
            && let Some(person) = self.character()
        {
            orders.push(BotOrder::Say(Audience::All, person.hello.clone()));
        }
        if self.level().announces
            && !self.team.announced
            && let Some(soldiers) = self.visits_soon(look)
        {
            self.team.announced = true;
            let count = NUMBERS.get(soldiers);
            let count = count.map_or_else(|| soldiers.to_string(), |word| (*word).into());
            orders.push(BotOrder::Say(
                Audience::All,
                format!("{count} of my soldiers will be with you in half a minute."),
            ));
        }
    }

    /// How many will be there soon, for the first time.
    fn visits_soon(&self, look: &Look<'_, '_>) -> Option<usize> {
        let view = look.view;
        let Question::Waves { first_s, units, .. } = self.level().question else { return None };
        let (who, to, begins): (Vec<&Own>, _, Tick) = match self.army.campaign {
            Campaign::Home if self.army.attacks == 0 => {
                let ready: Vec<&Own> = look.soldiers().filter(|unit| self.is_spare(unit)).collect();
                if ready.len() < usize::from(units) {
                    return None;
                }
                let begins = (first_s * 20).saturating_sub(view.now);
                (ready.into_iter().take(units.into()).collect(), look.front, begins)
            }
            Campaign::Out { target, .. } if self.army.attacks == 1 => {
                (look.soldiers().filter(|unit| self.army.main.contains(&unit.id)).collect(), target, 0)
            }
            _ => return None,
        };
        let pace = who.iter().map(|unit| view.rules.kind(unit.kind).ticks_per_cell).max()?;
        let way = ticks_for(middle_of(who.iter().copied())?, to, pace);
        (begins + way <= VISIT).then_some(who.len())
    }

    /// The last word, once.
    pub(in crate::games::rts::bot) fn part(&mut self, has_won: bool) -> Option<String> {
        let character = self.character()?;
        // Whoever has said nothing at the beginning has nobody to read it.
        if !self.team.greeted || std::mem::replace(&mut self.team.parted, true) {
            return None;
        }
        Some(if has_won { character.wins.clone() } else { character.loses.clone() })
    }
}
