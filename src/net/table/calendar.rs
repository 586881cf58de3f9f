//! Which time counts in a match by correspondence: not the vacation of who is to move, nor weekends where they are off.
//!
//! Times are in milliseconds since the beginning of 1970, days are those of UTC.

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// A stretch of time: from, and before.
pub type Stretch = (u64, u64);

/// The end of time, if need be: moments come from a clock and from a store, which may both be wrong.
const fn days(days: u64) -> u64 {
    days.saturating_mul(DAY)
}

/// What does not count for one player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar<'c> {
    pub(super) weekends_off: bool,
    pub(super) vacations: &'c [Stretch],
}

impl Calendar<'_> {
    /// The end of the time off in which a moment lies.
    fn off_until(&self, moment: u64) -> Option<u64> {
        // 1 January 1970 was a Thursday: two days before a Saturday.
        let weekday = (moment / DAY + 5) % 7;
        let weekend = (self.weekends_off && weekday < 2).then(|| days(moment / DAY + 2 - weekday));
        let vacation = self.vacations.iter().find(|(from, until)| (*from..*until).contains(&moment));
        weekend.max(vacation.map(|(_, until)| *until)).filter(|end| *end > moment)
    }

    /// The first time off after a moment that is not.
    fn off_from(&self, moment: u64) -> Option<u64> {
        let weekday = (moment / DAY + 5) % 7;
        let weekend = self.weekends_off.then(|| days(moment / DAY + 7 - weekday));
        let vacations = self.vacations.iter().filter(|(from, until)| *from > moment && from < until);
        vacations.map(|(from, _)| *from).chain(weekend).min()
    }

    /// The stretches that count from a moment on, in order.
    fn stretches(self, mut moment: u64) -> impl Iterator<Item = Stretch> {
        std::iter::from_fn(move || {
            while let Some(end) = self.off_until(moment) {
                moment = end;
            }
            let stretch = (moment, self.off_from(moment).unwrap_or(u64::MAX));
            moment = stretch.1;
            (stretch.0 < u64::MAX).then_some(stretch)
        })
    }

    /// How much time counts between two moments.
    pub(super) fn counted(self, from: u64, until: u64) -> u64 {
        let before = self.stretches(from).take_while(|(from, _)| *from < until);
        before.map(|(from, end)| end.min(until) - from).sum()
    }

    /// When so much time has counted from a moment on.
    pub(super) fn end_of(self, from: u64, mut time: u64) -> u64 {
        for (from, end) in self.stretches(from) {
            if time <= end - from {
                return from.saturating_add(time);
            }
            time -= end - from;
        }
        u64::MAX
    }
}
