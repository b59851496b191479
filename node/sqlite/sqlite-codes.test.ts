import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { busyError, isBusy, isCorrupt, isFull, isReadOnly, RESULT_CODES, sqliteCode } from './sqlite-codes.ts';

let dir: string;
let path: string;
const open: DatabaseSync[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-sqlite-'));
  path = join(dir, 'some.db');
});
afterEach(() => {
  for (const database of open.splice(0)) database.close();
  rmSync(dir, { recursive: true, force: true });
});

const connect = (options: { readOnly?: boolean } = {}): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: 0, ...options });
  open.push(database);
  return database;
};

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

it('knows a file that another connection has locked', () => {
  connect().exec('BEGIN EXCLUSIVE');
  const error = thrownBy(() => connect().exec('BEGIN EXCLUSIVE'));
  expect([isBusy(error), isFull(error), sqliteCode(error)]).toEqual([true, false, RESULT_CODES.busy]);
  expect(isBusy(busyError('It is held.'))).toBe(true);
});

it('knows a drive that is full', () => {
  const database = connect();
  database.exec('PRAGMA max_page_count = 3; CREATE TABLE t (x)');
  expect(isFull(thrownBy(() => database.exec('INSERT INTO t VALUES (zeroblob(100000))')))).toBe(true);
  expect(isFull(Object.assign(new Error('disk I/O error'), { errcode: 4874 }))).toBe(true);
});

it('knows a file that can only be read, and one that can’t be opened', () => {
  connect().exec('CREATE TABLE t (x)');
  expect(isReadOnly(thrownBy(() => connect({ readOnly: true }).exec('INSERT INTO t VALUES (1)')))).toBe(true);
  path = join(dir, 'no', 'such.db');
  expect(isReadOnly(thrownBy(() => connect()))).toBe(true);
});

it('knows a file that is no database', () => {
  writeFileSync(path, 'no database at all, and long enough to be read as one'.repeat(20));
  expect(isCorrupt(thrownBy(() => connect().exec('SELECT 1 FROM sqlite_schema')))).toBe(true);
});

it('takes no other error for one of SQLite’s', () => {
  for (const error of [new Error('no'), 'no', null, Object.assign(new Error('no'), { errcode: '5' })]) {
    expect([sqliteCode(error), isBusy(error), isFull(error)]).toEqual([undefined, false, false]);
  }
});
