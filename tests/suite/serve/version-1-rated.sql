INSERT INTO account (name, kind, owner, admin, settings, created, seen, logins)
VALUES ('Bert', 'person', NULL, 0, '', 1000, 2000, 3), ('BertBot', 'program', 2, 0, '', 1000, 2000, 0);
INSERT INTO name (folded, account) VALUES ('bert', 2), ('bertbot', 3);
INSERT INTO game (kind, title, setup, clock, speed, rated, shuffle, door, delay, creator, state, created, expires, started, ended, reason, plies, to_act)
VALUES ('links', 'Links, 24 × 24', 'size 24', '300+5', 'blitz', 1, 0, 'lobby', 0, 1, 'over', 1000, 2000, 1500, 3000, 'resigned', 0, 0),
('links', 'Links, 24 × 24', 'size 24', '300+5', 'blitz', 1, 0, 'lobby', 0, 1, 'over', 1000, 2000, 1500, 4000, 'resigned', 0, 0);
INSERT INTO seat (game, seat, account, outcome, rating_before, rating_after)
VALUES (2, 0, 1, 'won', 1500.0, 1662.5), (2, 1, 2, 'lost', 1500.0, 1337.5), (3, 0, 1, 'won', 1500.0, 1662.5), (3, 1, 3, 'lost', 1500.0, 1337.5);
