//! What can still be spent at this look.

use crate::games::rts::rules::Price;

/// The stock, less what is spent at this look and what is set aside for dearer things.
#[derive(Debug, Clone, Copy)]
pub(in crate::games::rts::bot) struct Purse {
    left: Price,
}

impl Purse {
    pub(crate) const fn new(left: Price) -> Self {
        Self { left }
    }

    /// Takes a price out, if there is enough.
    pub(crate) const fn pay(&mut self, price: Price) -> bool {
        match self.left.minus(price) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    /// Sets a price aside: of each resource as much as there is, up to it.
    pub(crate) const fn reserve(&mut self, price: Price) {
        self.left.gold = self.left.gold.saturating_sub(price.gold);
        self.left.wood = self.left.wood.saturating_sub(price.wood);
    }

    pub(crate) const fn left(&self) -> Price {
        self.left
    }
}
