//! What a client may order, how much, and in which order it is carried out.

use super::desk::{Desk, batches, closed, go, orders, to};
use super::net::frame::{Bye, Motion, Refusal, ToClient, ToServer};
use super::net::log::MAX_BATCH;
use super::net::room::{Conn, MAX_A_TICK};
use super::net::{Hand, RoomOrder};
use super::toy::Order;
use super::world::settings;

const ONE: Conn = Conn(0);
const TWO: Conn = Conn(1);

fn refusals(conn: Conn, out: &super::desk::Outs) -> Vec<(u32, Refusal)> {
    let refused = to(conn, out).into_iter().filter_map(|frame| match frame {
        ToClient::Refused { cseq, why } => Some((cseq, why)),
        _ => None,
    });
    refused.collect()
}

#[test]
fn an_order_is_of_the_seat_whose_connection_sent_it_and_comes_with_the_next_batch() {
    let mut desk = Desk::running(settings(2));
    assert_eq!(desk.give(TWO, 1, vec![go(3)]), []);
    let made = batches(&desk.wait(50));
    assert_eq!((made.len(), orders(&made)), (1, vec![(1, 1)]));
    assert_eq!(made[0].entries[0].order, go(3));
}

#[test]
fn every_tick_has_a_batch_even_without_orders() {
    let mut desk = Desk::running(settings(2));
    let out = desk.wait_with(&[ONE, TWO], 10_000);
    let made = batches(&out);
    assert_eq!(made.len(), 200);
    assert!(made.windows(2).all(|pair| pair[1].tick == pair[0].tick + 1));
}

#[test]
fn a_batch_is_in_the_log_before_anybody_has_it() {
    use super::net::room::Out;
    let mut desk = Desk::running(settings(2));
    let out = desk.wait(500);
    let mut written = 0;
    for out in &out {
        match out {
            Out::Append(_) => written += 1,
            Out::Send { frame: ToClient::Batch(_), .. } => {
                written -= 1;
                assert_eq!(written, 0);
            }
            _ => {}
        }
    }
}

#[test]
fn orders_of_the_server_are_refused_and_the_third_closes_the_connection() {
    let mut desk = Desk::running(settings(2));
    for cseq in 1..=2 {
        let out = desk.give(ONE, cseq, vec![Order::hand(Hand::Program)]);
        assert_eq!(refusals(ONE, &out), [(cseq, Refusal::Forbidden)]);
        assert_eq!(closed(&out), []);
    }
    let out = desk.give(ONE, 3, vec![Order::hand(Hand::Program)]);
    assert_eq!(closed(&out), [(ONE, Bye::Protocol)]);
    assert_eq!(Bye::Protocol.code(), 1002);
    assert_eq!(orders(&batches(&desk.wait(100))), []);
}

#[test]
fn units_that_are_too_many_or_do_not_rise_are_refused() {
    let mut desk = Desk::running(settings(2));
    let many = Order::Move { units: (0..2049).collect(), to: (0, 0) };
    let twice = Order::Move { units: vec![4, 4], to: (0, 0) };
    let out = desk.give(ONE, 1, vec![many, twice, go(1)]);
    assert_eq!(refusals(ONE, &out), [(1, Refusal::Malformed), (2, Refusal::Malformed)]);
    assert_eq!(orders(&batches(&desk.wait(50))), [(0, 3)]);
}

#[test]
fn an_order_that_comes_twice_is_carried_out_once() {
    let mut desk = Desk::running(settings(2));
    let other = desk.connect(0, 1, None).0;
    for conn in [ONE, other, ONE] {
        assert_eq!(desk.give(conn, 1, vec![go(1), go(2)]), []);
    }
    let first = orders(&batches(&desk.wait(50)));
    assert_eq!(desk.give(other, 1, vec![go(1), go(2)]), []);
    let second = orders(&batches(&desk.wait(50)));
    assert_eq!((first, second), (vec![(0, 1), (0, 2)], vec![]));
}

#[test]
fn a_number_that_goes_backwards_does_nothing() {
    let mut desk = Desk::running(settings(2));
    desk.give(ONE, 1, (0..5).map(go).collect());
    assert_eq!(desk.give(ONE, 3, vec![go(9)]), []);
    assert_eq!(desk.give(ONE, 0, vec![go(9)]), []);
    let made = batches(&desk.wait(50));
    assert!(made[0].entries.iter().all(|entry| entry.order != go(9)));
}

#[test]
fn an_order_behind_a_gap_waits_until_the_gap_is_filled() {
    let mut desk = Desk::running(settings(2));
    assert_eq!(refusals(ONE, &desk.give(ONE, 3, vec![go(3)])), [(3, Refusal::Gap(1))]);
    assert_eq!(refusals(ONE, &desk.give(ONE, u32::MAX, vec![go(3), go(4)])), [(u32::MAX, Refusal::Gap(1))]);
    assert_eq!(desk.give(ONE, 1, vec![go(1), go(2), go(3)]), []);
    assert_eq!(orders(&batches(&desk.wait(50))), [(0, 1), (0, 2), (0, 3)]);
}

#[test]
fn orders_that_are_settled_for_the_client_are_skipped() {
    let mut desk = Desk::running(settings(2));
    assert_eq!(desk.say(ONE, ToServer::Orders { cseq: 40, skip: true, orders: vec![go(1)] }), []);
    assert_eq!(desk.say(ONE, ToServer::Orders { cseq: 7, skip: true, orders: vec![go(1)] }), [], "never backwards");
    assert_eq!(desk.say(ONE, ToServer::Orders { cseq: 41, skip: true, orders: vec![go(1)] }), []);
    assert_eq!(orders(&batches(&desk.wait(50))), [(0, 40), (0, 41)]);
}

#[test]
fn who_orders_without_end_is_refused_then_closed_and_the_others_are_served() {
    let mut desk = Desk::running(settings(2));
    let (mut cseq, mut refused, mut entered, mut bye) = (1, 0, Vec::new(), None);
    // 10,000 orders in a second, fifty a message.
    for _ in 0..200 {
        if bye.is_none() {
            let out = desk.give(ONE, cseq, vec![go(1); 50]);
            refused += refusals(ONE, &out).iter().filter(|(_, why)| *why == Refusal::TooMany).count();
            bye = closed(&out).first().copied();
            cseq += 50;
        }
        if desk.now < 100 {
            desk.give(TWO, 1, vec![go(2)]);
        }
        entered.extend(batches(&desk.wait(5)));
    }
    assert_eq!(bye, Some((ONE, Bye::Flood)));
    assert_eq!(Bye::Flood.code(), 1008);
    let orders = orders(&entered);
    assert!(refused > 2900, "{refused}");
    assert!((64..=80).contains(&orders.iter().filter(|(seat, _)| *seat == 0).count()), "{orders:?}");
    assert!(orders.contains(&(1, 1)));
}

#[test]
fn sixteen_orders_a_second_are_never_refused() {
    let mut desk = Desk::running(settings(2));
    let mut entered = 0;
    for second in 0..30 {
        let out = desk.give(ONE, second * 16 + 1, vec![go(1); 16]);
        assert_eq!(refusals(ONE, &out), []);
        entered += orders(&batches(&desk.wait_with(&[ONE, TWO], 1000))).len();
    }
    assert_eq!(entered, 480);
}

#[test]
fn a_seat_has_sixteen_orders_in_a_batch_and_the_rest_in_the_next() {
    let mut desk = Desk::running(settings(2));
    desk.give(ONE, 1, vec![go(1); 40]);
    desk.give(TWO, 1, vec![go(1); 2]);
    let made = batches(&desk.wait(150));
    let counts = made.iter().map(|batch| batch.entries.iter().filter(|entry| entry.seat == 0).count());
    assert_eq!(counts.collect::<Vec<_>>(), [MAX_A_TICK, MAX_A_TICK, 8]);
    assert_eq!(orders(&made[..1]).iter().filter(|(seat, _)| *seat == 1).count(), 2, "the other is not held up");
}

#[test]
fn a_batch_has_at_most_64_orders_and_16_kib_and_all_seats_have_their_turn() {
    let mut desk = Desk::running(settings(8));
    let long = Order::Move { units: (0..1000).collect(), to: (0, 0) };
    for seat in 0..8 {
        desk.give(Conn(seat), 1, vec![go(1); 30]);
        desk.give(Conn(seat), 31, vec![long.clone(); 3]);
    }
    let made = batches(&desk.wait(1000));
    assert_eq!(orders(&made).len(), 8 * 33, "nothing is lost");
    for batch in &made {
        let bytes = postcard::to_allocvec(&(batch.tick, &batch.entries)).expect("a batch").len();
        assert!(batch.entries.len() <= 64 && bytes <= MAX_BATCH, "{} orders, {bytes} bytes", batch.entries.len());
    }
    for seat in 0..8 {
        assert_eq!(made[0].entries.iter().filter(|entry| entry.seat == seat).count(), 8, "in turn");
        let of_seat = orders(&made).into_iter().filter(|(of, _)| *of == seat).map(|(_, cseq)| cseq);
        assert_eq!(of_seat.collect::<Vec<_>>(), (1..=33).collect::<Vec<_>>(), "in their order");
    }
    let first: Vec<u8> = made.iter().filter_map(|batch| Some(batch.entries.first()?.seat)).collect();
    assert!(first.windows(2).take(3).all(|pair| pair[0] != pair[1]), "another one begins each time: {first:?}");
}

#[test]
fn a_side_that_has_lost_gives_no_orders() {
    let mut desk = Desk::running(settings(2));
    desk.room.beaten(0);
    assert_eq!(refusals(ONE, &desk.give(ONE, 1, vec![go(1)])), [(1, Refusal::Beaten)]);
}

#[test]
fn nobody_orders_before_the_match_begins() {
    let mut desk = Desk::new(settings(2));
    let conn = desk.connect(0, 0, None).0;
    assert_eq!(refusals(conn, &desk.give(conn, 1, vec![go(1)])), [(1, Refusal::NotRunning)]);
}

#[test]
fn spectators_order_nothing_and_vote_on_nothing() {
    let mut desk = Desk::running(settings(2));
    let watcher = desk.watch().0;
    assert_eq!(refusals(watcher, &desk.give(watcher, 1, vec![go(1)])), [(1, Refusal::NoSeat)]);
    let out = desk.say(watcher, ToServer::Vote { motion: Motion::Pause, yes: true });
    assert_eq!(refusals(watcher, &out), [(0, Refusal::NoSeat)]);
    assert_eq!(orders(&batches(&desk.wait(100))), []);
}

#[test]
fn orders_of_a_pause_come_in_the_first_batch_after_it() {
    let mut desk = Desk::running(settings(2));
    desk.say(ONE, ToServer::Vote { motion: Motion::Pause, yes: true });
    assert_eq!(desk.give(TWO, 1, vec![go(1)]), []);
    assert_eq!(batches(&desk.wait(1000)), []);
    desk.say(TWO, ToServer::Vote { motion: Motion::Resume, yes: true });
    assert_eq!(batches(&desk.wait(2900)), []);
    assert_eq!(orders(&batches(&desk.wait(101))[..1]), [(1, 1)]);
}

#[test]
fn what_a_person_ordered_is_dropped_when_a_program_takes_over() {
    let mut desk = Desk::running(settings(3));
    desk.give(ONE, 1, vec![go(1)]);
    let out = desk.say(ONE, ToServer::Leave);
    assert_eq!(closed(&out), [(ONE, Bye::Left)]);
    let made = batches(&desk.wait(50));
    assert_eq!(made[0].entries.iter().map(|entry| &entry.order).collect::<Vec<_>>(), [&Order::Hand(Hand::Program)]);
    assert_eq!((made[0].entries[0].seat, made[0].entries[0].cseq), (0, 0));
}
