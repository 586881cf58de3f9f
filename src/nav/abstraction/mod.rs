//! Map abstractions: hierarchies of ever smaller graphs over a map.
//!
//! Level 0 is the graph of the cells. An abstraction puts every node of a level into a group; each group is one node of the
//! level above, its *parent*. Two parents are linked exactly if some of their children are. That goes on until a level has
//! no edge left: then one node stands for each connected piece of the map, and two cells can reach one another exactly if
//! they have the same node at the top.
//!
//! How groups are made is the [`Kind`], one file each, after N. R. Sturtevant and M. Buro, "Partial Pathfinding Using Map
//! Abstraction and Refinement" (AAAI 2005) and N. R. Sturtevant and R. Jansen, "An Analysis of Map-Based Abstraction and
//! Refinement" (SARA 2007). Each group is connected in itself, which is what makes it possible to refine an abstract way
//! level by level ([`refine`]) without ever getting stuck.
//!
//! A hierarchy follows edits of the map ([`Hierarchy::edit`]): level by level only groups that a change reaches are made
//! anew. Where the definition names an order (all kinds but cliques) the result is the very one that a fresh build gives;
//! cliques depend on rounds over the whole map, so that mended ones may be others, of the same definition.
//!
//! **Names.** A node is named by one of its cells, the *seed* of its group, as a row-major number; so a node that an edit
//! does not touch keeps its name, and equal hierarchies are equal values.

pub mod clique;
pub mod graph;
pub mod greedy;
pub mod hierarchy;
pub mod kind;
pub mod line;
pub mod node;
pub mod node_limit;
pub mod order;
pub mod pieces;
pub mod price;
pub mod quadtree;
pub mod radius;
pub mod rectangles;
pub mod refine;
pub mod sector;
pub mod star;
mod store;

pub use graph::Graph;
pub use hierarchy::{Edited, Hierarchy};
pub use kind::Kind;
pub use node::{Name, Node};
pub use order::Order;
