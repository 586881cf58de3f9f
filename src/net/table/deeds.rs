//! What players do at a table: acts, offers, resignations, claims; and what becomes of it.

use super::clocks::Turn;
use super::entry::{Cause, Denial, Event, Offer};
use super::frame::{FromTable, Subject, Wish};
use super::{Conn, Out, Pending, Table};
use crate::net::frame::Speaker;
use crate::net::party::Line;

/// Milliseconds after which somebody is gone, so that the other may claim the win.
const GONE_MS: u64 = 60_000;

impl Table {
    /// An act of a seat. The same act again has the same answer.
    pub(super) fn on_act(&mut self, seat: usize, who: Conn, ply: u32, text: String) {
        if ply < self.play.ply() {
            return self.answer_again(seat, who, ply, &text);
        }
        self.watch_flag();
        let used = self.used();
        let credit = self.credit(seat).min(used);
        let event = Event::Act { ply, seat: seat as u8, text, used, credit };
        if let Err(why) = self.happen(Some((seat, Subject::Act(ply))), event) {
            self.refuse(vec![who], Subject::Act(ply), why);
        }
    }

    /// An act whose number is taken: it is the same, or another one.
    fn answer_again(&mut self, seat: usize, who: Conn, number: u32, text: &str) {
        let found = self.entries.iter().find(|entry| match &entry.event {
            Event::Act { ply, .. } | Event::TakenBack { ply, .. } => *ply == number,
            _ => false,
        });
        let Some(entry) = found else { return };
        let same =
            matches!(&entry.event, Event::Act { seat: by, text: said, .. } if usize::from(*by) == seat && said == text);
        if !same {
            return self.refuse(vec![who], Subject::Act(number), Denial::Taken);
        }
        // What is not kept yet is answered when it is.
        if (entry.number as usize) < self.entries().len() {
            let frame = FromTable::Happened(vec![entry.clone()]);
            self.party.send(vec![who], frame);
        }
    }

    pub(super) fn on_wish(&mut self, seat: usize, who: Conn, wish: Wish) {
        self.watch_flag();
        if let Err(why) = self.grant(seat, wish) {
            self.refuse(vec![who], Subject::Wish(wish), why);
        }
    }

    fn grant(&mut self, seat: usize, wish: Wish) -> Result<(), Denial> {
        let by = seat as u8;
        let event = match wish {
            // It has come twice.
            Wish::Offer(offer) if self.play.offer() == Some((offer, by)) => return Ok(()),
            Wish::Offer(offer) if self.play.offer() != Some((offer, 1 - by)) => Event::Offered { seat: by, offer },
            Wish::Offer(offer) | Wish::Agree(offer) => self.agreement(by, offer)?,
            Wish::Decline(offer) => Event::Declined { seat: by, offer },
            Wish::Resign => Event::Over(Cause::Resigned(by)),
            Wish::Abort => Event::Over(Cause::Aborted(by)),
            Wish::Claim => self.claim(seat)?,
        };
        self.happen(Some((seat, Subject::Wish(wish))), event)
    }

    /// What comes of the offer of the other.
    fn agreement(&self, by: u8, offer: Offer) -> Result<Event, Denial> {
        if self.play.offer() != Some((offer, 1 - by)) {
            return Err(Denial::NothingOffered);
        }
        Ok(match offer {
            Offer::Draw => Event::Over(Cause::Agreed),
            Offer::TakeBack => Event::TakenBack { ply: self.play.ply(), seat: 1 - by },
            Offer::Rematch => Event::Rematch,
        })
    }

    /// The win, because the other is gone.
    fn claim(&self, seat: usize) -> Result<Event, Denial> {
        let lost = self.party.chairs[1 - seat].lost;
        let gone = lost.is_some_and(|since| since + GONE_MS <= self.watch.pace);
        if !self.settings.time.is_live() || self.waiting.is_some() || self.play.turns() < 2 || !gone {
            return Err(if self.play.end().is_some() { Denial::Over } else { Denial::NotGone });
        }
        Ok(Event::Over(Cause::Left(1 - seat as u8)))
    }

    /// Something happens, if it can, and is to be kept. `asked`: by whom, and what they are told if that fails.
    pub(super) fn happen(&mut self, asked: Option<(usize, Subject)>, mut event: Event) -> Result<(), Denial> {
        let mut after = self.play.clone();
        after.happen(self.watch.wall, &event)?;
        let turn = Turn::standing(self.used());
        match &mut event {
            Event::Act { seat, credit, .. } => {
                // Only a turn that is over has brought its credit into account.
                let ended = |play: &super::Play| play.times()[usize::from(*seat)].len();
                if ended(&after) == ended(&self.play) {
                    *credit = 0;
                }
                self.turn = Turn::standing(after.used());
            }
            Event::TakenBack { .. } | Event::Over(_) => self.turn = Turn::standing(after.used()),
            Event::Offered { .. } | Event::Declined { .. } | Event::Rematch => {}
        }
        let entry = after.entry(self.watch.wall, event);
        let before = std::mem::replace(&mut self.play, after);
        self.pending.push_back(Pending { before, turn, asked });
        self.entries.push(entry.clone());
        self.party.out.push(Out::Commit(entry));
        Ok(())
    }

    /// What a player says is for the players.
    pub(super) fn on_chat(&mut self, seat: usize, who: Conn, line: Line) {
        if matches!(line, Line::Text(_)) && !self.settings.free_chat {
            return self.refuse(vec![who], Subject::Chat, Denial::PhrasesOnly);
        }
        let from = Speaker::Seat(seat as u8);
        self.say(who, from, line, self.party.all_lanes());
    }

    pub(super) fn say(&mut self, who: Conn, from: Speaker, line: Line, to: Vec<Conn>) {
        if let Some(line) = line.shown()
            && self.party.may_say(self.watch.pace, who)
        {
            self.party.send(to, FromTable::Chat { from, line });
        }
    }
}
