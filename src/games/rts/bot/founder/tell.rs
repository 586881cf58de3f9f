//! What the first program tells at the end of a look, when somebody listens.

use super::Founder;
use crate::games::rts::bot::know::force::{is_soldier, worth_of};
use crate::games::rts::bot::know::sightings::Sighting;
use crate::games::rts::bot::program::Program;
use crate::games::rts::bot::telling::{squad, tell_of_all};
use crate::games::rts::bot::thoughts::{Goal, Role, Thoughts, Waits};
use crate::games::rts::bot::view::{BotOrder, Own, View};

impl Founder {
    /// Tells what it is up to after a look that has led to these orders.
    pub(super) fn tell(&self, view: &View<'_>, orders: &[BotOrder], told: &mut Thoughts) {
        told.at = Some(view.now);
        told.program = Some(Program::Founder);
        // It remembers no units: it knows of those whom it sees.
        let known = view.foes.iter().map(|body| Sighting {
            body: *body,
            tick: if body.is_visible { view.now } else { 0 },
            is_storming: false,
        });
        tell_of_all(told, view, orders, known);
        let soldiers = || view.units.iter().filter(|unit| is_soldier(view.rules.kind(unit.kind)));
        let wave = &self.wave;
        told.rally = self.rally;
        told.plan.workers.0 = view.units.iter().filter(|unit| view.rules.kind(unit.kind).works).count();
        told.goal = match self.target.filter(|_| !wave.is_empty()) {
            Some(target) => Goal::Out { target, since: self.wave_at },
            None => Goal::Home(Waits::Worth { have: worth_of(view, soldiers()), wanted: self.wanted }),
        };
        let squad = |role, is_member: &dyn Fn(&Own) -> bool, target| squad(view, orders, role, is_member, target);
        let main = squad(Role::Main, &|unit| wave.contains(&unit.id), self.target);
        let scout = squad(Role::Scout, &|unit| Some(unit.id) == self.scout, None);
        let is_reserve = |unit: &Own| {
            is_soldier(view.rules.kind(unit.kind)) && !wave.contains(&unit.id) && Some(unit.id) != self.scout
        };
        told.squads = [main, scout, squad(Role::Reserve, &is_reserve, self.rally)].into_iter().flatten().collect();
    }
}
