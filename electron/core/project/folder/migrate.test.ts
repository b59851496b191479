import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp, latestBackup } from './backup.ts';
import { type Migration, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { projectPaths } from './project-paths.ts';

const FIRST: Migration = { version: 1, sql: 'CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT) STRICT' };
const SECOND: Migration = {
  version: 2,
  sql: `ALTER TABLE lines ADD COLUMN role TEXT; UPDATE lines SET role = 'NARRATOR'`,
};
const FAILING: Migration = { version: 3, sql: 'DELETE FROM lines; INSERT INTO nowhere VALUES (1)' };

let folder: string;
let db: DatabaseSync;
const paths = () => projectPaths(folder);
const bring = (migrations: readonly Migration[], now = 0) =>
  migrate(db, migrations, folder, (version) => backUp(db, paths(), version, now));
const rowsOf = (database: DatabaseSync) => database.prepare('SELECT * FROM lines').all();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-migrate-'));
  db = new DatabaseSync(join(folder, 'project.db'));
  bring([FIRST]);
  db.exec(`INSERT INTO lines VALUES (1, 'To be')`);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('bringing a file to a newer format', () => {
  it('makes no backup of a file that is new', () => {
    expect(existsSync(paths().backups)).toBe(false);
  });

  it('keeps what is in it, and the file as it was beside it', () => {
    bring([FIRST, SECOND]);
    expect(rowsOf(db)).toEqual([{ id: 1, text: 'To be', role: 'NARRATOR' }]);
    const backup = new DatabaseSync(latestBackup(paths()) ?? '', { readOnly: true });
    expect(rowsOf(backup)).toEqual([{ id: 1, text: 'To be' }]);
    expect(backup.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    backup.close();
  });

  it('does nothing a second time', () => {
    bring([FIRST, SECOND]);
    rmSync(paths().backups, { recursive: true });
    bring([FIRST, SECOND]);
    expect(existsSync(paths().backups)).toBe(false);
  });

  it('leaves the file as it was where a step fails, with the backup made', () => {
    const before = readFileSync(join(folder, 'project.db'));
    expect(() => bring([FIRST, SECOND, FAILING])).toThrow('nowhere');
    expect(rowsOf(db)).toEqual([{ id: 1, text: 'To be' }]);
    expect(readFileSync(join(folder, 'project.db')).equals(before)).toBe(true);
    const backup = new DatabaseSync(latestBackup(paths()) ?? '', { readOnly: true });
    expect(rowsOf(backup)).toEqual([{ id: 1, text: 'To be' }]);
    backup.close();
  });

  it('refuses a step that leaves rows that point nowhere', () => {
    const orphans: Migration = {
      version: 2,
      sql: 'CREATE TABLE takes (line_id INTEGER REFERENCES lines (id)) STRICT; INSERT INTO takes VALUES (9)',
    };
    expect(() => bring([FIRST, orphans])).toThrow('point nowhere');
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  });

  it('keeps the latest five backups', () => {
    for (let day = 0; day < 7; day += 1) backUp(db, paths(), 1, day * 86_400_000);
    const latest = latestBackup(paths());
    expect(latest).toContain('1970-01-07');
    expect(existsSync(String(latest).replace('1970-01-07', '1970-01-03'))).toBe(true);
    expect(existsSync(String(latest).replace('1970-01-07', '1970-01-02'))).toBe(false);
  });
});

describe('the formats of a project', () => {
  it('are numbered without a hole', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });
});
