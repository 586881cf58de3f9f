CREATE TABLE version (number BIGINT NOT NULL);
INSERT INTO version (number) VALUES (1);
CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  owner INTEGER REFERENCES account (id),
  admin INTEGER NOT NULL,
  password TEXT,
  email TEXT,
  settings TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  renamed INTEGER,
  logins INTEGER NOT NULL
) STRICT;
CREATE INDEX account_owner ON account (owner);

CREATE TABLE name (
  folded TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account (id)
) STRICT;
CREATE INDEX name_account ON name (account);

CREATE TABLE token (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  account INTEGER NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  address TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  expires INTEGER
) STRICT;
CREATE INDEX token_account ON token (account);

CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  setup TEXT NOT NULL,
  clock TEXT NOT NULL,
  speed TEXT NOT NULL,
  rated INTEGER NOT NULL,
  shuffle INTEGER NOT NULL,
  door TEXT NOT NULL,
  invitation TEXT UNIQUE,
  delay INTEGER NOT NULL,
  creator INTEGER REFERENCES account (id),
  state TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  started INTEGER,
  ended INTEGER,
  reason TEXT,
  plies INTEGER NOT NULL,
  to_act INTEGER NOT NULL,
  deadline INTEGER,
  log TEXT
) STRICT;
CREATE INDEX game_state ON game (state, kind);
CREATE INDEX game_ended ON game (ended);

CREATE TABLE seat (
  game INTEGER NOT NULL REFERENCES game (id),
  seat INTEGER NOT NULL,
  account INTEGER REFERENCES account (id),
  invited INTEGER REFERENCES account (id),
  program TEXT,
  outcome TEXT,
  rating_before REAL,
  rating_after REAL,
  PRIMARY KEY (game, seat)
) STRICT;
CREATE INDEX seat_account ON seat (account, game);
CREATE INDEX seat_invited ON seat (invited, game);

CREATE TABLE act (
  game INTEGER NOT NULL REFERENCES game (id),
  ply INTEGER NOT NULL,
  record TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating (
  account INTEGER NOT NULL REFERENCES account (id),
  kind TEXT NOT NULL,
  speed TEXT NOT NULL,
  pool TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  games INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account, kind, speed, pool)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_list ON rating (kind, speed, pool, rating);

CREATE TABLE relay (
  name TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;

CREATE TABLE lease (
  game INTEGER PRIMARY KEY REFERENCES game (id),
  relay TEXT NOT NULL,
  epoch INTEGER NOT NULL
) STRICT;
