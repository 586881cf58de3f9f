//! What lay idle, was missing or came late at home.

use super::{Case, Finding, many, percent, samples_in, seconds, short, word};
use crate::base::wording::{capitalised, grouped};
use crate::games::rts::figures::Sample;

/// Gold or wood that is more than one needs at hand.
const IDLE_FROM: u32 = 500;
/// Gold without which nobody could have trained anything.
const PRICE: u32 = 80;

/// The stretch in which most lay unspent, of a minute at least: where it begins and ends, and how much it was on average.
fn stretch(case: &Case<'_>, amount: impl Fn(&Sample) -> u32) -> Option<(usize, usize, u32)> {
    let (samples, minute) = (case.before(), samples_in(case.rules, 60));
    let mut best = None;
    let mut begin = 0;
    for end in 0..=samples.len() {
        if samples.get(end).is_some_and(|sample| amount(sample) >= IDLE_FROM) {
            continue;
        }
        let sum: u64 = samples[begin..end].iter().map(|sample| u64::from(amount(sample))).sum();
        if end - begin > minute && best.is_none_or(|(_, _, most)| sum > most) {
            best = Some((begin, end - 1, sum));
        }
        begin = end + 1;
    }
    best.map(|(begin, end, sum)| (begin, end, (sum / (end - begin + 1) as u64) as u32))
}

/// The more, measured by all that was earned, and the longer, up to three minutes.
fn idle_weight(case: &Case<'_>, (begin, end, mean): (usize, usize, u32)) -> u32 {
    let earned = case.own.samples[end].gathered.saturating_add(case.own.samples[0].stock.worth());
    let long = samples_in(case.rules, 180);
    (2 * percent(mean.into(), earned.into())).min(100) * (end - begin).min(long) as u32 / long as u32
}

/// A number that is read at a glance: in tens.
fn about(number: u32) -> String {
    grouped(number / 10 * 10)
}

pub(super) fn idle_gold(case: &Case<'_>) -> Option<Finding> {
    let found @ (begin, end, mean) = stretch(case, |sample| sample.stock.gold)?;
    let (from, to) = (case.time(begin), case.time(end));
    let fact = format!("{} gold lay unspent from {from} to {to}", about(mean));
    let full = case.own.samples[begin..=end].iter().filter(|sample| is_full(case, sample)).count();
    let weight = idle_weight(case, found);
    let theirs = capitalised(&format!("{} left {} gold unspent from {from} to {to}.", case.name, about(mean)));
    // A house would have been what was missing, and that has a sentence of its own.
    if 2 * full > end - begin {
        return Some(Finding { weight: weight / 2, yours: format!("{fact}, because the houses were full."), theirs });
    }
    let barracks = case.barracks()?;
    let ticks = u64::from(seconds(case.rules, end - begin)) * u64::from(case.rules.tick_hz);
    let training = |name: &String| {
        let kind = case.rules.kind_named(name).map(|kind| case.rules.kind(kind))?;
        Some(u64::from(kind.cost.gold) * u64::from(kind.batch) * ticks / u64::from(kind.train_ticks.max(1)))
    };
    // What another one would have used: its own price, and soldiers until the end of that time.
    let uses = u64::from(barracks.cost.gold) + barracks.trains.iter().filter_map(training).max().unwrap_or(0);
    let more = u64::from(mean).div_ceil(uses.max(1)).clamp(1, 4) as u32;
    let plural = if more == 1 || barracks.title.ends_with('s') { "" } else { "s" };
    let yours = format!("{fact}: {} more {}{plural} would have used it.", word(more), barracks.title);
    Some(Finding { weight, yours, theirs })
}

pub(super) fn idle_wood(case: &Case<'_>) -> Option<Finding> {
    let found @ (begin, end, mean) = stretch(case, |sample| sample.stock.wood)?;
    let (from, to) = (case.time(begin), case.time(end));
    Some(Finding {
        weight: idle_weight(case, found) * 2 / 3,
        yours: format!(
            "{} wood lay unspent from {from} to {to}: half of the woodcutters would have done more in the mine.",
            about(mean)
        ),
        theirs: capitalised(&format!("{} left {} wood unspent from {from} to {to}.", case.name, about(mean))),
    })
}

pub(super) fn lost_workers(case: &Case<'_>) -> Option<Finding> {
    let (samples, minute) = (case.before(), samples_in(case.rules, 60));
    let lost = case.now().workers_lost;
    let peak = samples.iter().map(|sample| u32::from(sample.workers)).max()?;
    if lost < 4 || lost < peak.div_ceil(4) {
        return None;
    }
    let within =
        |end: usize| samples[end].workers_lost.saturating_sub(samples[end.saturating_sub(minute)].workers_lost);
    let worst = (0..samples.len()).rev().max_by_key(|end| within(*end))?;
    let (most, begin) = (within(worst), worst.saturating_sub(minute));
    let most = if most == lost { "all".into() } else { most.to_string() };
    let when = format!("{most} of them from {} to {}", case.time(begin), case.time(worst));
    let fell = many(lost, "worker");
    Some(Finding {
        weight: (percent(lost.into(), u64::from(peak) + u64::from(lost)) * 3 / 2).min(90),
        yours: format!(
            "{fell} fell before your army did, {when}: soldiers or a tower beside them would have kept most."
        ),
        theirs: capitalised(&format!("{} {fell}, {when}.", case.of("lost"))),
    })
}

pub(super) fn idle_workers(case: &Case<'_>) -> Option<Finding> {
    // Everybody begins with workers that wait for their first order.
    let samples = case.before().get(2..).filter(|samples| samples.len() >= samples_in(case.rules, 60))?;
    let sum = |of: fn(&Sample) -> u16| samples.iter().map(|sample| u64::from(of(sample))).sum::<u64>();
    let (idle, all, looks) = (sum(|sample| sample.idle), sum(|sample| sample.workers), samples.len() as u64);
    let share = percent(idle, all);
    if idle < 2 * looks || share < 12 {
        return None;
    }
    let (idle, all) = ((idle + looks / 2) / looks, (all + looks / 2) / looks);
    Some(Finding {
        weight: (2 * share).min(80),
        yours: format!(
            "On average {idle} of your {all} workers had nothing to do: the button at the top that counts them finds them."
        ),
        theirs: capitalised(&format!("{} {idle} of {all} workers without anything to do, on average.", case.of("had"))),
    })
}

pub(super) fn few_workers(case: &Case<'_>) -> Option<Finding> {
    let at = case.turn.min(samples_in(case.rules, 300));
    let (own, other) = (u32::from(case.own.samples[at].workers), u32::from(case.other_at(at).workers));
    if at < samples_in(case.rules, 90) || own * 10 > other * 7 {
        return None;
    }
    let time = case.time(at);
    Some(Finding {
        weight: short(own.into(), other.into()) * 4 / 5,
        yours: format!(
            "At {time} you had {}, {} {other}: let the hall train them without a pause.",
            many(own, "worker"),
            case.enemy
        ),
        theirs: capitalised(&format!(
            "{} only {} at {time}, {} {other}.",
            case.of("had"),
            many(own, "worker"),
            case.enemy
        )),
    })
}

/// Whether nobody could be trained for want of room, though there was gold.
fn is_full(case: &Case<'_>, sample: &Sample) -> bool {
    sample.supply >= sample.supply_given
        && sample.supply_given < case.rules.economy.supply_limit
        && sample.stock.gold >= PRICE
}

pub(super) fn full_houses(case: &Case<'_>) -> Option<Finding> {
    let samples = case.before();
    let first = samples.iter().position(|sample| is_full(case, sample))?;
    let full = seconds(case.rules, samples.iter().filter(|sample| is_full(case, sample)).count());
    if full < 40 {
        return None;
    }
    let house = case.building(|kind| kind.supply > 0 && kind.trains.is_empty())?;
    let (told, from) = (format!("{}:{:02}", full / 60, full % 60), case.time(first));
    Some(Finding {
        weight: (percent(full.into(), seconds(case.rules, samples.len()).into()) * 3 / 2).min(80),
        yours: format!(
            "There was no room for more for {told} in all, first at {from}: build the next {} while four places are free.",
            house.title
        ),
        theirs: capitalised(&format!("{} no room for more for {told} in all, first at {from}.", case.of("had"))),
    })
}

pub(super) fn fewer_bases(case: &Case<'_>) -> Option<Finding> {
    let samples = case.before();
    let is_behind = |at: &usize| samples[*at].bases < case.other_at(*at).bases;
    let since = (0..samples.len()).rev().take_while(is_behind).last()?;
    // One that has just been finished has given nothing yet, and a side without any is out of it anyhow.
    if case.turn - since < samples_in(case.rules, 120) || case.now().bases == 0 {
        return None;
    }
    let (own, other, from) = (u32::from(case.now().bases), u32::from(case.other_at(case.turn).bases), case.time(since));
    Some(Finding {
        weight: (20 * (other - own)).min(50),
        yours: format!(
            "From {from} on {} had more bases, {} against your {} in the end: a hall beside another mine pays for itself.",
            case.enemy,
            word(other),
            word(own)
        ),
        theirs: capitalised(&format!(
            "{} fewer bases from {from} on, {} against {}.",
            case.of("had"),
            word(own),
            word(other)
        )),
    })
}

pub(super) fn late_barracks(case: &Case<'_>) -> Option<Finding> {
    let barracks = case.barracks()?;
    let first = |samples: &[Sample]| samples.iter().position(|sample| sample.barracks > 0);
    let other = first(case.other.samples).map(|at| (seconds(case.rules, at), case.time(at)));
    let ever = first(case.before());
    let Some(at) = ever else {
        let (now, title) = (seconds(case.rules, case.turn), &barracks.title);
        return (now >= 180).then(|| Finding {
            weight: 90,
            yours: format!("By {} you had no {title}: without soldiers nothing else counts.", case.time(case.turn)),
            theirs: capitalised(&format!("{} no {title} by {}.", case.of("had"), case.time(case.turn))),
        });
    };
    let (own, title, time) = (seconds(case.rules, at), &barracks.title, case.time(at));
    let (theirs, their_time) = other?;
    (own >= 150 && own >= theirs + 60).then(|| Finding {
        weight: ((own - theirs) / 3).min(60),
        yours: format!(
            "Your first {title} stood at {time}, {} had one at {their_time}: begin it within the first minute.",
            case.enemy
        ),
        theirs: capitalised(&format!(
            "{} no {title} before {time}, {} one at {their_time}.",
            case.of("had"),
            case.enemy
        )),
    })
}

pub(super) fn lower_income(case: &Case<'_>) -> Option<Finding> {
    let (own, other) = (case.now().gathered, case.other_at(case.turn).gathered);
    let worse = short(own.into(), other.into());
    let (time, own, other) = (case.time(case.turn), about(own), about(other));
    (worse >= 20).then(|| Finding {
        weight: worse / 3,
        yours: format!(
            "By {time} your workers had brought home {own}, those of {} {other}: more workers, sooner, decide the rest.",
            case.enemy
        ),
        theirs: format!("By {time} the workers of {} had brought home {own}, those of {} {other}.", case.name, case.enemy),
    })
}
