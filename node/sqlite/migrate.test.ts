import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSchemaDifferences, type Migration, migrate, NewerFormatError } from './migrate.ts';

const FIRST: Migration = { version: 1, sql: 'CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT) STRICT' };
const SECOND: Migration = {
  version: 2,
  sql: `ALTER TABLE lines ADD COLUMN role TEXT; UPDATE lines SET role = 'NARRATOR'`,
};
const FAILING: Migration = { version: 3, sql: 'DELETE FROM lines; INSERT INTO nowhere VALUES (1)' };

let folder: string;
let path: string;
let backup: string;
let db: DatabaseSync;
const bring = (migrations: readonly Migration[]) =>
  migrate(db, migrations, { applicationId: 7, backUpFirst: () => db.prepare('VACUUM INTO ?').run(backup) });
const rowsOf = (database: DatabaseSync) => database.prepare('SELECT * FROM lines').all();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-migrate-'));
  path = join(folder, 'some.db');
  backup = join(folder, 'backup.db');
  db = new DatabaseSync(path);
  bring([FIRST]);
  db.exec(`INSERT INTO lines VALUES (1, 'To be')`);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function expectBackup(): void {
  const sqlite = new DatabaseSync(backup, { readOnly: true });
  expect(rowsOf(sqlite)).toEqual([{ id: 1, text: 'To be' }]);
  expect(sqlite.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  sqlite.close();
}

describe('bringing a file to a newer format', () => {
  it('makes no backup of a file that is new', () => {
    expect(existsSync(backup)).toBe(false);
  });

  it('keeps what is in it, and the file as it was beside it', () => {
    bring([FIRST, SECOND]);
    expect(rowsOf(db)).toEqual([{ id: 1, text: 'To be', role: 'NARRATOR' }]);
    expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: 7 });
    expectBackup();
  });

  it('does nothing a second time', () => {
    bring([FIRST, SECOND]);
    rmSync(backup);
    bring([FIRST, SECOND]);
    expect(existsSync(backup)).toBe(false);
  });

  it('leaves the file as it was where a step fails, with the backup made', () => {
    const before = readFileSync(path);
    expect(() => bring([FIRST, SECOND, FAILING])).toThrow('nowhere');
    expect(rowsOf(db)).toEqual([{ id: 1, text: 'To be' }]);
    expect(readFileSync(path).equals(before)).toBe(true);
    expectBackup();
  });

  it('refuses a step that leaves rows that point nowhere', () => {
    const orphans: Migration = {
      version: 2,
      sql: 'CREATE TABLE takes (line_id INTEGER REFERENCES lines (id)) STRICT; INSERT INTO takes VALUES (9)',
    };
    expect(() => bring([FIRST, orphans])).toThrow('point nowhere');
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  });

  it('takes no step that another process took while this one waited for its turn', () => {
    const other = new DatabaseSync(path);
    const backUpFirst = () => migrate(other, [FIRST, SECOND]);
    migrate(db, [FIRST, SECOND], { backUpFirst });
    expect(rowsOf(db)).toEqual([{ id: 1, text: 'To be', role: 'NARRATOR' }]);
    other.close();
  });

  it('refuses a file of a format that it doesn’t know, and leaves it as it is', () => {
    bring([FIRST, SECOND]);
    const before = readFileSync(path);
    expect(() => bring([FIRST])).toThrow(NewerFormatError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('the tables of a file', () => {
  const differences = () => findSchemaDifferences(db, [FIRST, SECOND], 1);

  it('are those that the steps up to its format make', () => {
    db.exec('ANALYZE');
    expect(differences()).toEqual([]);
  });

  it('can be another program’s, made differently, or missing', () => {
    db.exec('CREATE VIEW spy AS SELECT 1; ALTER TABLE lines ADD COLUMN more TEXT');
    expect(differences()).toEqual([
      { kind: 'changed', type: 'table', name: 'lines' },
      { kind: 'foreign', type: 'view', name: 'spy' },
    ]);
    db.exec('DROP VIEW spy; DROP TABLE lines');
    expect(differences()).toEqual([{ kind: 'missing', type: 'table', name: 'lines' }]);
  });
});
