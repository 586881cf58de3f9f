//! Clique: nodes that are all linked to one another.
//!
//! In rounds: from every node C without a group a large clique is grown greedily among those without one (first the
//! candidates are its neighbours; the candidate with the most links to the other candidates is taken and leaves those as
//! candidates that it is linked to, until there are none); then cliques are accepted in the order of their size, if none of
//! their members is taken, and the rest goes into the next round. On a map with eight directions a clique of cells has four
//! members at most.
//!
//! **Orphans.** By this definition alone a node with many leaves around it takes in one a level, so that hierarchies get
//! dozens of levels. Sturtevant and Buro therefore let a node with a single link, if it stays alone, join the group of its
//! neighbour; that is a kind of its own here ([`super::Kind::CliqueOrphans`]).
//!
//! So there is an order of the groups in which no group could take in a node of a later one. An edit keeps that: the groups
//! of changed nodes are dissolved, then, again and again, groups that a free node would fit into, and the rounds go on with
//! what is free. Which cliques come out depends on what was there before; that they are cliques in such an order does not.

use super::graph::{Changed, Dirty, Graph};
use super::node::{NOBODY, Name};
use super::pieces::{loosened, replaced};
use crate::base::Budget;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Whether two nodes are linked.
fn are_linked(graph: &Graph, a: Name, b: Name) -> bool {
    graph.neighbours(a).binary_search(&b).is_ok()
}

/// A large clique around a node among those that have no group, in order.
fn grown(graph: &Graph, node: Name) -> Vec<Name> {
    let is_free = |name: &Name| graph.parent(*name) == NOBODY;
    let mut clique = vec![node];
    let mut candidates: Vec<Name> = graph.neighbours(node).iter().copied().filter(is_free).collect();
    loop {
        let links = |name: Name| candidates.iter().filter(|other| are_linked(graph, name, **other)).count();
        let best = candidates.iter().copied().max_by_key(|name| (links(*name), Reverse(*name)));
        let Some(best) = best else { break };
        clique.push(best);
        candidates.retain(|name| *name != best && are_linked(graph, best, *name));
    }
    clique.sort_unstable();
    clique
}

/// The members of a group without leaves, unless there is nothing but a leaf: all of a clique, or all but its orphans.
fn core<'a>(graph: &Graph, members: &'a [Name], orphans: bool) -> impl Iterator<Item = Name> + use<'a> {
    let is_leaf = |name: &Name| orphans && graph.neighbours(*name).len() == 1;
    let all = members.iter().all(is_leaf);
    members.iter().copied().filter(|name| all || !is_leaf(name)).collect::<Vec<_>>().into_iter()
}

/// Gives every node a group again, with orphans or without; `None` if the budget is spent.
pub(super) fn regroup(
    orphans: bool,
    graph: &mut Graph,
    above: &Graph,
    dirty: &Dirty,
    budget: &Budget,
) -> Option<Changed> {
    let mut before: BTreeSet<Name> = dirty.values().copied().filter(|group| *group != NOBODY).collect();
    let mut free: Vec<Name> = loosened(graph, above, dirty).into_iter().collect();
    free.iter().for_each(|name| graph.set_parent(*name, NOBODY));
    // Groups that a free node fits into.
    let mut next = 0;
    while let Some(name) = free.get(next).copied() {
        next += 1;
        for index in 0..graph.neighbours(name).len() {
            let group = graph.parent(graph.neighbours(name)[index]);
            let fits =
                |group: Name| core(graph, above.children(group), orphans).all(|own| are_linked(graph, name, own));
            if group != NOBODY && fits(group) {
                before.insert(group);
                for member in above.children(group) {
                    graph.set_parent(*member, NOBODY);
                    free.push(*member);
                }
            }
        }
    }
    let mut new = Changed::new();
    let mut looked = 0;
    while !free.is_empty() {
        let mut cliques = Vec::with_capacity(free.len());
        for name in &free {
            looked += 1;
            if budget.is_spent_within(looked, 256) {
                return None;
            }
            cliques.push((*name, grown(graph, *name)));
        }
        cliques.sort_by_key(|(name, clique)| (Reverse(clique.len()), *name));
        for (_, clique) in cliques {
            if clique.iter().all(|member| graph.parent(*member) == NOBODY) {
                clique.iter().for_each(|member| graph.set_parent(*member, clique[0]));
                new.insert(clique[0], clique);
            }
        }
        free.retain(|name| graph.parent(*name) == NOBODY);
    }
    if orphans {
        adopt(graph, above, &mut new, &mut before);
    }
    Some(replaced(above, new, before))
}

/// Lets nodes with one link that have stayed alone join the groups of their neighbours.
fn adopt(graph: &mut Graph, above: &Graph, new: &mut Changed, before: &mut BTreeSet<Name>) {
    let alone = |(_, members): &(&Name, &Vec<Name>)| members.len() == 1;
    let alone: Vec<Name> = new.iter().filter(alone).map(|(seed, _)| *seed).collect();
    for orphan in alone {
        let &[neighbour] = graph.neighbours(orphan) else { continue };
        let group = graph.parent(neighbour);
        new.remove(&orphan);
        let mut members = new.remove(&group).unwrap_or_else(|| above.children(group).to_vec());
        before.insert(group);
        members.push(orphan);
        members.sort_unstable();
        members.iter().for_each(|member| graph.set_parent(*member, members[0]));
        new.insert(members[0], members);
    }
}
