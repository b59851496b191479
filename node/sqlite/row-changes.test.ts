import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { invertChanges, recordRowChanges } from './row-changes.ts';

function sample(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE roles (name TEXT PRIMARY KEY, voice TEXT, speed REAL) STRICT, WITHOUT ROWID;
    CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT, derived TEXT) STRICT;
    CREATE TABLE sounds (id INTEGER PRIMARY KEY, note TEXT, sound BLOB) STRICT;
    CREATE TABLE other (id INTEGER PRIMARY KEY, a TEXT) STRICT;
    INSERT INTO roles VALUES ('ANNA', 'one', 1.5), ('BEN', NULL, 1);
    INSERT INTO lines VALUES (1, 'Yes — ja, 是', 'a'), (2, 'No', 'b');`);
  return db;
}

const TABLES = {
  roles: { rows: true, columns: ['voice', 'speed'] },
  lines: { rows: true, columns: ['text'] },
  sounds: { rows: false, columns: ['note'] },
};

it('records inserted, updated and deleted rows with their former values', () => {
  const db = sample();
  const { changes } = recordRowChanges(db, TABLES, () =>
    db.exec(`BEGIN; UPDATE roles SET voice = 'two' WHERE name = 'ANNA'; DELETE FROM roles WHERE name = 'BEN';
      INSERT INTO lines VALUES (-3, '${'x'.repeat(300)}', 'c'); COMMIT`),
  );
  expect(changes).toHaveLength(3);
  expect(changes).toEqual(
    expect.arrayContaining([
      { table: 'roles', key: { name: 'ANNA' }, before: { voice: 'one' }, after: { voice: 'two' } },
      { table: 'roles', key: { name: 'BEN' }, before: { voice: null, speed: 1 }, after: null },
      { table: 'lines', key: { id: -3 }, before: null, after: { text: 'x'.repeat(300), derived: 'c' } },
    ]),
  );
  expect(invertChanges(changes)).toContainEqual({
    table: 'roles',
    key: { name: 'ANNA' },
    before: { voice: 'two' },
    after: { voice: 'one' },
  });
});

it('ignores other tables, derived columns, and changes that were rolled back or reverted', () => {
  const db = sample();
  const { changes, result } = recordRowChanges(db, TABLES, () => {
    db.exec(
      `INSERT INTO other VALUES (1, 'b'); INSERT INTO sounds VALUES (1, 'c', x'00ff'); UPDATE lines SET derived = 'z'`,
    );
    db.exec(`BEGIN; UPDATE lines SET text = 'gone'; ROLLBACK`);
    db.exec(`UPDATE roles SET voice = 'two'; UPDATE roles SET voice = 'one' WHERE name = 'ANNA';
      UPDATE roles SET voice = NULL WHERE name = 'BEN'`);
    return 7;
  });
  expect(result).toBe(7);
  expect(changes).toEqual([]);
});

it('keeps text with any characters, and numbers with fractions', () => {
  const db = sample();
  const { changes } = recordRowChanges(db, TABLES, () =>
    db.exec(
      `UPDATE lines SET text = 'é\u{1f600}' || char(10) WHERE id = 1; UPDATE roles SET speed = 0.1 WHERE name = 'ANNA'`,
    ),
  );
  expect(changes).toContainEqual({
    table: 'lines',
    key: { id: 1 },
    before: { text: 'Yes — ja, 是' },
    after: { text: 'é\u{1f600}\n' },
  });
  expect(changes).toContainEqual({
    table: 'roles',
    key: { name: 'ANNA' },
    before: { speed: 1.5 },
    after: { speed: 0.1 },
  });
});
