//! The tree that is looked at: rows, selection, filters.

use crate::search::tree::outline::{Filter, Outline, Perspective, Sorting};
use crate::search::tree::{Node, Recording, Tree};
use bevy::prelude::*;

/// A move, as its place in the list of different ones.
pub(super) type Word = u32;

/// What is known of a search beside its tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Told {
    pub(super) game: &'static str,
    pub(super) thinker: String,
    /// The position as programs are told of it.
    pub(super) position: String,
    pub(super) turn: u32,
    pub(super) side: usize,
}

/// How far from the best moves may be that are shown.
const NEAR: [Option<i32>; 6] = [None, Some(0), Some(10), Some(25), Some(50), Some(100)];

/// The window of the tree.
#[derive(Resource, Debug, Default)]
pub struct Browser {
    pub looked: Option<Looked>,
    /// Whether a search is under way that was asked for here.
    pub(super) is_thinking: bool,
    /// Whether a program has searched since.
    pub(super) is_old: bool,
    /// Whether there is a search of the programs of both sides, and of the hint.
    pub(super) sources: [bool; 3],
    /// Rows that there is room for.
    pub(super) room: usize,
}

/// A tree that is looked at.
#[derive(Debug, Clone)]
pub struct Looked {
    pub(super) told: Told,
    /// The moves in words.
    pub(super) words: Vec<String>,
    pub(super) recording: Recording<Word>,
    /// Which of its trees.
    shown: usize,
    outline: Outline,
    filter: Filter,
    /// What was typed.
    sought: String,
    line: Vec<bool>,
    twins: Vec<Option<u32>>,
    selected: u32,
    /// The first row that is seen.
    top: usize,
    /// Changes with the tree.
    pub(super) number: u32,
}

impl Looked {
    pub(super) fn new(told: Told, words: Vec<String>, recording: Recording<Word>, number: u32) -> Self {
        let outline = Outline::new(&recording.trees[0], Perspective::Side(recording.trees[0].root().side));
        let mut looked = Self {
            told,
            words,
            recording,
            shown: 0,
            outline,
            filter: Filter::default(),
            sought: String::new(),
            line: Vec::new(),
            twins: Vec::new(),
            selected: 0,
            top: 0,
            number,
        };
        looked.show(looked.recording.played());
        looked
    }

    /// Shows another tree of the same search.
    fn show(&mut self, shown: usize) {
        self.shown = shown;
        let tree = &self.recording.trees[shown];
        let order = self.outline.order();
        self.outline = Outline::new(tree, self.outline.perspective());
        self.outline.set_order(tree, order);
        self.line = vec![false; tree.nodes().len()];
        self.line[0] = true;
        tree.expected(0).into_iter().for_each(|node| self.line[node as usize] = true);
        self.twins = tree.twins();
        (self.selected, self.top) = (0, 0);
        self.number = self.number.wrapping_add(1);
        self.apply_filter();
    }

    pub fn tree(&self) -> &Tree<Word> {
        &self.recording.trees[self.shown]
    }

    /// Whether it is the search in which the budget ended.
    pub(super) fn is_stopped(&self) -> bool {
        self.tree().root().value(0).is_none()
    }

    pub(super) fn next_tree(&mut self) {
        self.show((self.shown + 1) % self.recording.trees.len());
    }

    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    pub(super) const fn filter(&self) -> &Filter {
        &self.filter
    }

    pub const fn selected(&self) -> u32 {
        self.selected
    }

    pub fn node(&self, node: u32) -> &Node<Word> {
        self.tree().node(node)
    }

    pub(super) const fn top(&self) -> usize {
        self.top
    }

    pub(super) fn is_line(&self, node: u32) -> bool {
        self.line[node as usize]
    }

    pub(super) fn twin(&self, node: u32) -> Option<u32> {
        self.twins[node as usize]
    }

    pub(super) fn word(&self, node: u32) -> &str {
        self.node(node).step.map_or("", |step| &self.words[step as usize])
    }

    /// Selects a node, opens what is above it and brings it into view.
    pub fn select(&mut self, node: u32, room: usize) {
        self.selected = node;
        self.outline.reveal(&self.recording.trees[self.shown], node);
        if let Some(row) = self.outline.row_of(node) {
            self.top = self.top.clamp((row + 1).saturating_sub(room.max(1)), row);
        }
    }

    /// Goes so many rows down.
    pub(super) fn go(&mut self, by: isize, room: usize) {
        let rows = self.outline.rows();
        let row = self.outline.row_of(self.selected).unwrap_or(self.top);
        let row = row.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        let node = rows[row];
        self.select(node, room);
    }

    /// Brings another row to the top.
    pub(super) fn scroll_to(&mut self, top: usize, room: usize) {
        self.top = top.min(self.outline.rows().len().saturating_sub(room));
    }

    pub(super) fn scroll(&mut self, by: isize, room: usize) {
        self.scroll_to(self.top.saturating_add_signed(by), room);
    }

    pub(super) fn set_open(&mut self, node: u32, is_open: bool) {
        let tree = &self.recording.trees[self.shown];
        if is_open {
            self.outline.expand(tree, node);
        } else {
            self.outline.collapse(tree, node);
            // What is selected stays in view.
            if (node..node + tree.node(node).kept).contains(&self.selected) {
                self.selected = node;
            }
        }
    }

    pub(super) fn turn(&mut self, node: u32) {
        self.set_open(node, !self.outline.is_open(node));
    }

    /// Closes the node, or goes to the one above it.
    pub(super) fn left(&mut self, room: usize) {
        let node = self.selected;
        if self.outline.is_open(node) && self.outline.has_children(self.tree(), node) && node != 0 {
            self.set_open(node, false);
        } else {
            self.select(self.node(node).parent, room);
        }
    }

    /// Opens the node, or goes to the first one below it.
    pub(super) fn right(&mut self, room: usize) {
        let node = self.selected;
        if !self.outline.is_open(node) {
            self.set_open(node, true);
        } else if let Some(first) = self.outline.children(self.tree(), node).first().copied() {
            self.select(first, room);
        }
    }

    /// Opens the expected line to its end, or what is expected after the node if it is not on the line.
    pub(super) fn follow(&mut self, room: usize) {
        let from = if self.is_line(self.selected) { 0 } else { self.selected };
        let end = self.tree().expected(from).last().copied();
        self.select(end.unwrap_or(self.selected), room);
    }

    pub(super) fn expand_all(&mut self) {
        self.outline.expand_all(&self.recording.trees[self.shown], self.selected);
    }

    pub(super) fn collapse_all(&mut self, room: usize) {
        self.outline.collapse_all(&self.recording.trees[self.shown], 0);
        self.select(0, room);
    }

    pub(super) fn turn_order(&mut self, room: usize) {
        let order = if self.outline.order() == Sorting::Value { Sorting::Search } else { Sorting::Value };
        self.outline.set_order(&self.recording.trees[self.shown], order);
        self.select(self.selected, room);
    }

    pub(super) fn turn_perspective(&mut self) {
        let perspective = match self.outline.perspective() {
            Perspective::Side(_) => Perspective::Mover,
            Perspective::Mover => Perspective::Side(self.tree().root().side),
        };
        self.outline.set_perspective(perspective);
        self.apply_filter();
    }

    /// Changes the filter.
    pub(super) fn set(&mut self, change: impl FnOnce(&mut Filter), room: usize) {
        change(&mut self.filter);
        self.apply_filter();
        self.select(self.selected, room);
    }

    pub(super) fn next_near(&mut self, room: usize) {
        let place = NEAR.iter().position(|near| *near == self.filter.near).unwrap_or(0);
        self.set(|filter| filter.near = NEAR[(place + 1) % NEAR.len()], room);
    }

    pub(super) fn sought(&self) -> &str {
        &self.sought
    }

    /// Looks for what was typed: parts of moves, and values as `>20`, `<-5` or `10..30`.
    pub(super) fn seek(&mut self, typed: &str, room: usize) {
        self.sought = typed.into();
        let (mut values, mut text) = ((None, None), String::new());
        for part in typed.split_whitespace() {
            if let Some(least) = part.strip_prefix('>').and_then(|least| least.parse().ok()) {
                values.0 = Some(least);
            } else if let Some(most) = part.strip_prefix('<').and_then(|most| most.parse().ok()) {
                values.1 = Some(most);
            } else if let Some((least, most)) = part.split_once("..")
                && let (Ok(least), Ok(most)) = (least.parse(), most.parse())
            {
                values = (Some(least), Some(most));
            } else if !part.starts_with(['<', '>']) {
                text = part.to_lowercase();
            }
        }
        self.set(
            |filter| {
                filter.values = values;
                filter.text = text;
            },
            room,
        );
    }

    fn apply_filter(&mut self) {
        let has: Vec<bool> = self.words.iter().map(|word| word.to_lowercase().contains(&self.filter.text)).collect();
        let tree = &self.recording.trees[self.shown];
        self.outline.filter(tree, &self.filter, |word| has[word as usize]);
        if self.outline.row_of(self.selected).is_none() {
            self.selected = 0;
        }
        self.top = self.top.min(self.outline.rows().len().saturating_sub(1));
    }
}
