//! Soldiers, towers and upgrades.

use super::{Case, Finding, many, short};
use crate::base::wording::{capitalised, grouped};
use crate::games::rts::rules::UnitKind;

pub(super) fn smaller_army(case: &Case<'_>) -> Option<Finding> {
    let (own, other) = (case.now(), case.other_at(case.turn));
    let less = short(own.army.into(), other.army.into());
    if less < 25 || other.army == 0 {
        return None;
    }
    let time = case.time(case.turn);
    // Who gives up before blows have fallen has lost no fight.
    let moment = if case.is_fought { "when the fight that decided began, at" } else { "when it ended, at" };
    let (had, has) = (many(own.soldiers.into(), "soldier"), u32::from(other.soldiers));
    let worth = (grouped(own.army), grouped(other.army));
    let help = match case.barracks().filter(|_| own.barracks < other.barracks) {
        Some(barracks) if barracks.title.ends_with('s') => format!("more {} would have helped", barracks.title),
        Some(barracks) => format!("one more {} would have helped", barracks.title),
        None => "train without a pause, and meet an army beside your towers".into(),
    };
    Some(Finding {
        weight: less * 7 / 10,
        yours: format!(
            "{} {time}, you had {had} worth {}, {} {has} worth {}: {help}.",
            capitalised(moment),
            worth.0,
            case.enemy,
            worth.1
        ),
        theirs: capitalised(&format!(
            "{} {had} worth {} {moment} {time}, {} {has} worth {}.",
            case.of("had"),
            worth.0,
            case.enemy,
            worth.1
        )),
    })
}

pub(super) fn wrong_kinds(case: &Case<'_>) -> Option<Finding> {
    let (own, other) = (case.now(), case.other_at(case.turn));
    let (mine, theirs) = (case.rules.kind(own.main?), case.rules.kind(other.main?));
    if own.soldiers < 4 || other.soldiers < 4 {
        return None;
    }
    let does = |kind: &UnitKind| Some(case.rules.damage.percent(kind.weapon.as_ref()?.kind, theirs.armour));
    let best = case.soldiers().max_by_key(|kind| (does(kind), std::cmp::Reverse(kind.cost.worth())))?;
    let (now, could) = (does(mine)?, does(best)?);
    // It must be bad, and there must be something much better: few kinds are good against all.
    if now > 85 || could < now + 20 {
        return None;
    }
    let (mine, theirs, best) = (mine.title(), theirs.title(), best.title());
    Some(Finding {
        weight: (could - now).min(60),
        yours: format!(
            "Your main kind, the {mine}, does {now} % of its damage to the {theirs}, the main kind of {}: the {best} does \
             {could} %.",
            case.enemy
        ),
        theirs: capitalised(&format!(
            "{} relied on the {mine}, which does only {now} % of its damage to the {theirs}.",
            case.name
        )),
    })
}

pub(super) fn fewer_upgrades(case: &Case<'_>) -> Option<Finding> {
    let (own, other) = (u32::from(case.now().upgrades), u32::from(case.other_at(case.turn).upgrades));
    let (counted, time) = (many(own, "upgrade"), case.time(case.turn));
    (other >= own + 2).then(|| Finding {
        weight: (10 * (other - own)).min(40),
        yours: format!("At {time} you had {counted}, {} {other}: each one makes all soldiers better.", case.enemy),
        theirs: capitalised(&format!("{} {counted} at {time}, {} {other}.", case.of("had"), case.enemy)),
    })
}

pub(super) fn no_tower(case: &Case<'_>) -> Option<Finding> {
    let samples = case.own.samples;
    let fell = samples.iter().position(|sample| sample.fallen > 0)?;
    let before = samples[fell.saturating_sub(1)];
    let tower = case.building(|kind| kind.weapon.is_some() && kind.trains.is_empty())?;
    let (title, time) = (&tower.title, case.time(fell));
    (before.towers == 0).then(|| Finding {
        weight: if before.army == 0 { 45 } else { 30 },
        yours: format!(
            "No {title} stood where your first building fell, at {time}: one behind your soldiers is worth several."
        ),
        theirs: capitalised(&format!("{} no {title} when the first building fell, at {time}.", case.of("had"))),
    })
}
