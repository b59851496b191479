import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LimitsBusyError, LimitsStore } from './limits-store.ts';
import { byHand, granted, TemporaryLimits } from './testing/temporary-limits.ts';

const LIMIT = byHand({ requests: 10, characters: 1_000 });
const IN_FLIGHT = { inFlightForMs: 30_000 };
const WINDOW = 60_001;

let limits: TemporaryLimits;
beforeEach(() => {
  limits = new TemporaryLimits();
});
afterEach(() => limits.dispose());

describe('the limits file', () => {
  it('remembers over a restart what counts', () => {
    granted(limits.budget(LIMIT).tryReserve('batch', { characters: 900 }, IN_FLIGHT)).settle();
    const restarted = limits.budget(LIMIT);
    expect(restarted.room('batch').characters).toBe(100);
    expect(restarted.tryReserve('batch', { characters: 101 }, IN_FLIGHT)).toMatchObject({ ok: false, kind: 'wait' });
  });

  it('counts accounts and scopes apart', () => {
    const store = limits.open();
    granted(limits.budget(LIMIT, store).tryReserve('batch', { characters: 900 }, IN_FLIGHT));
    for (const account of [
      { origin: 'https://service.test', userId: 'bob' },
      { origin: 'https://other.test', userId: 'ada' },
    ]) {
      expect(limits.budget(LIMIT, store, account).room('batch').characters).toBe(1_000);
    }
    expect(limits.budget(LIMIT, store).room('stream').characters).toBe(35_000);
  });

  it('stays small: what counts no longer is deleted', async () => {
    const store = limits.open();
    const budget = limits.budget(byHand({ requests: 100 }), store);
    for (let minute = 0; minute < 20; minute += 1) {
      for (let i = 0; i < 100; i += 1) granted(budget.tryReserve('batch', { characters: 5 }, IN_FLIGHT)).settle();
      await limits.clock.advance(WINDOW);
    }
    budget.tryReserve('batch', { characters: 5 }, IN_FLIGHT);
    store.close();
    const db = new DatabaseSync(limits.path);
    expect(db.prepare('SELECT count(*) AS rows FROM reservation').get()).toEqual({ rows: 1 });
    db.close();
    expect(statSync(limits.path).size).toBeLessThan(100_000);
  });

  it('makes the folder it lies in', () => {
    const path = join(limits.folder, 'new', 'data', 'limits.db');
    new LimitsStore(path, { clock: limits.clock }).close();
    expect(statSync(path).isFile()).toBe(true);
  });

  it("waits for another process's transaction, but not for ever", () => {
    const store = limits.open();
    const other = new DatabaseSync(limits.path);
    other.exec('BEGIN IMMEDIATE');
    expect(() => store.change(() => {})).toThrow(LimitsBusyError);
    const budget = limits.budget(LIMIT, store);
    const result = budget.tryReserve('batch', { characters: 1 }, IN_FLIGHT);
    expect(result).toEqual({ ok: false, kind: 'wait', retryAt: limits.clock.now() + 100 });
    other.exec('ROLLBACK');
    other.close();
    expect(budget.tryReserve('batch', { characters: 1 }, IN_FLIGHT).ok).toBe(true);
  });

  it('passes on what its user throws, and keeps nothing of that transaction', () => {
    const store = limits.open();
    const fail = () =>
      store.change((ledger) => {
        ledger.setUnknownUntil(limits.clock.now() + 1_000);
        throw new RangeError('mine');
      });
    expect(fail).toThrow(RangeError);
    expect(store.read((ledger) => ledger.unknownUntil())).toBe(0);
  });
});

describe('a limits file that can not be used', () => {
  /** After the trouble: nothing leaves for one window, then all goes on as ever. */
  async function expectOneWindowOfWaiting(store = limits.open()): Promise<void> {
    const budget = limits.budget(LIMIT, store);
    const until = limits.clock.now() + WINDOW;
    expect(budget.state('batch')).toMatchObject({ waitingUntil: until, waitingFor: 'unknown-window' });
    expect(budget.tryReserve('batch', { characters: 1 }, IN_FLIGHT)).toMatchObject({ ok: false, retryAt: until });
    await limits.clock.advance(WINDOW);
    expect(budget.state('batch')).toMatchObject({ waitingUntil: null, waitingFor: null });
    expect(budget.tryReserve('batch', { characters: 1_000 }, IN_FLIGHT).ok).toBe(true);
  }

  it('is set aside when it is no database, and reported', async () => {
    writeFileSync(limits.path, 'not a database, but long enough to be taken for one at first sight'.repeat(100));
    const store = limits.open();
    expect(limits.problems).toMatchObject([{ kind: 'damaged-set-aside', path: limits.path }]);
    expect(statSync(limits.problems[0]?.setAsideAs ?? '').size).toBeGreaterThan(1_000);
    await expectOneWindowOfWaiting(store);
  });

  it('is set aside when it holds other tables', async () => {
    const db = new DatabaseSync(limits.path);
    db.exec('CREATE TABLE reservation (something TEXT); PRAGMA user_version = 1');
    db.close();
    const store = limits.open();
    expect(limits.problems).toMatchObject([{ kind: 'damaged-set-aside' }]);
    await expectOneWindowOfWaiting(store);
  });

  it('is set aside when the damage shows only in use', async () => {
    const store = limits.open();
    const saboteur = new DatabaseSync(limits.path);
    saboteur.exec('DROP TABLE reservation');
    saboteur.close();
    const budget = limits.budget(LIMIT, store);
    expect(budget.tryReserve('batch', { characters: 1 }, IN_FLIGHT)).toMatchObject({ ok: false, kind: 'wait' });
    expect(limits.problems).toMatchObject([{ kind: 'damaged-set-aside' }]);
    await expectOneWindowOfWaiting(store);
  });

  it('is followed by all who had it open: they count together again', async () => {
    const [one, two] = [limits.open(), limits.open()];
    renameSync(limits.path, `${limits.path}.gone`);
    await expectOneWindowOfWaiting(one);
    expect(limits.budget(LIMIT, two).room('batch').characters).toBe(0);
  });

  it('is created again when it is deleted in use', async () => {
    const store = limits.open();
    granted(limits.budget(LIMIT, store).tryReserve('batch', { characters: 900 }, IN_FLIGHT));
    for (const ending of ['', '-wal', '-shm']) rmSync(limits.path + ending, { force: true });
    await expectOneWindowOfWaiting(store);
    expect(statSync(limits.path).isFile()).toBe(true);
  });

  it('is left alone when a newer Lectern wrote it', async () => {
    const db = new DatabaseSync(limits.path);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const store = limits.open();
    expect(limits.problems).toMatchObject([{ kind: 'newer-version' }]);
    await expectOneWindowOfWaiting(store);
    const after = new DatabaseSync(limits.path);
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    after.close();
  });

  it('is replaced by memory when there can be none', async () => {
    mkdirSync(limits.path);
    const store = limits.open();
    expect(limits.problems).toMatchObject([{ kind: 'unusable' }]);
    await expectOneWindowOfWaiting(store);
  });
});
