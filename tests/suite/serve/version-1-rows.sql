INSERT INTO account (name, kind, admin, password, settings, created, seen, logins)
VALUES ('Anna', 'person', 0, '$argon2id$v=19$m=8192,t=2,p=1$GF/Fw5hjvBdiaeuCZEV2SQ$xUc43P1ncD7m6n34Eh6G5paF1TrhG0S8GuWGcO4X4a0', '', 1000, 2000, 3);
INSERT INTO name (folded, account) VALUES ('anna', 1);
INSERT INTO game (kind, title, setup, clock, speed, rated, shuffle, door, delay, creator, state, created, expires, started, plies, to_act)
VALUES ('links', 'Links, 24 × 24', 'size 24', '300+5', 'blitz', 0, 0, 'lobby', 0, 1, 'running', 1000, 2000, 1500, 1, 2);
INSERT INTO seat (game, seat, account, program) VALUES (1, 0, 1, NULL), (1, 1, NULL, 'medium');
INSERT INTO act (game, ply, record, at) VALUES (1, 0, 'f6', 1600);
