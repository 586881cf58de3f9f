ALTER TABLE game ADD COLUMN version BIGINT;
ALTER TABLE game ADD COLUMN description TEXT;
CREATE INDEX game_log ON game (log);

ALTER TABLE seat ADD COLUMN pool TEXT;

UPDATE seat SET pool = CASE WHEN EXISTS (SELECT 1 FROM seat o JOIN account a ON a.id = o.account
  WHERE o.game = seat.game AND a.kind = 'program') THEN 'programs' ELSE 'persons' END
WHERE rating_after IS NOT NULL;

CREATE TABLE news (
  number BIGINT NOT NULL
);
INSERT INTO news (number) SELECT COALESCE(MAX(id), 0) FROM notice;
