//! What puzzles are called, in this order.

/// Short words that tell nothing of the solution.
pub(super) const NAMES: [&str; 128] = [
    "Acorn", "Alder", "Almond", "Amber", "Anvil", "Apple", "Arrow", "Aspen", "Badger", "Barley", "Basalt", "Beacon",
    "Beaver", "Beech", "Bell", "Birch", "Bison", "Bobbin", "Bramble", "Brook", "Buckle", "Cactus", "Candle", "Canoe",
    "Cedar", "Chalk", "Cherry", "Chisel", "Cinder", "Clover", "Cobalt", "Comet", "Copper", "Coral", "Cork", "Crane",
    "Cricket", "Crow", "Dagger", "Daisy", "Delta", "Dew", "Dove", "Drum", "Dune", "Eagle", "Elder", "Elm", "Ember",
    "Falcon", "Fern", "Ferry", "Fig", "Finch", "Flint", "Flute", "Fox", "Frost", "Garnet", "Ginger", "Glade",
    "Granite", "Hammer", "Harbour", "Hare", "Harp", "Hazel", "Heather", "Heron", "Holly", "Hornet", "Iris", "Island",
    "Ivory", "Ivy", "Jade", "Jasper", "Juniper", "Kestrel", "Kettle", "Kite", "Lantern", "Larch", "Laurel", "Lemon",
    "Lichen", "Lily", "Linden", "Loom", "Lotus", "Lynx", "Magpie", "Maple", "Marble", "Meadow", "Mill", "Mint",
    "Mistral", "Moss", "Nettle", "Oak", "Oasis", "Olive", "Onyx", "Opal", "Otter", "Owl", "Pearl", "Pebble", "Pepper",
    "Pine", "Plum", "Poppy", "Quartz", "Quill", "Raven", "Reed", "Robin", "Ruby", "Saffron", "Sage", "Slate",
    "Sparrow", "Spruce", "Swift", "Thistle", "Tulip", "Willow",
];
