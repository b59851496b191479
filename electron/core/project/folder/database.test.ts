import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workshop } from '../testing/test-project.ts';
import type { Database } from './database.ts';

let workshop: Workshop;
let db: Database;

beforeEach(() => {
  workshop = new Workshop();
  db = workshop.create().db;
});
afterEach(() => workshop.clear());

const add = (name: string) => db.prepare(`INSERT INTO roles (name, ord, parameters) VALUES (?, 0, '{}')`).run(name);
const names = () =>
  db
    .prepare<{ readonly name: string }>('SELECT name FROM roles ORDER BY name')
    .all()
    .map(({ name }) => name);
const synchronous = () => db.prepare('PRAGMA synchronous').get()?.['synchronous'];
const FULL = 2;
const NORMAL = 1;

describe('a transaction', () => {
  it('is written whole or not at all', () => {
    expect(() =>
      db.transaction(() => {
        add('A');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(names()).toEqual([]);
    expect(db.transaction(() => add('A').changes)).toBe(1);
    expect(names()).toEqual(['A']);
  });

  it('nests: what fails inside is undone alone where the outer one goes on', () => {
    db.transaction(() => {
      add('A');
      expect(() =>
        db.transaction(() => {
          add('B');
          throw new Error('no');
        }),
      ).toThrow('no');
      db.transaction(() => add('C'));
    });
    expect(names()).toEqual(['A', 'C']);
  });

  it('tells those who remember something when it is rolled back', () => {
    let told = 0;
    db.onRollback(() => {
      told += 1;
    });
    db.transaction(() => add('A'));
    expect(told).toBe(0);
    expect(() => db.transaction(() => add('A'))).toThrow();
    expect(told).toBe(1);
  });

  it('that is to outlast a power cut is flushed, and the next one is as before', () => {
    expect(synchronous()).toBe(NORMAL);
    expect(db.durably(() => synchronous())).toBe(FULL);
    expect(synchronous()).toBe(NORMAL);
    expect(() =>
      db.durably(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(synchronous()).toBe(NORMAL);
  });

  it('can not become durable half way', () => {
    expect(() => db.transaction(() => db.durably(() => add('A')))).toThrow('outermost');
    expect(db.durably(() => db.durably(() => add('A').changes))).toBe(1);
  });

  it('is refused as a whole where the disk is full', () => {
    const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
    db.exec(`PRAGMA max_page_count = ${pages}`);
    const problem = expect.objectContaining({ problem: expect.objectContaining({ kind: 'disk-full' }) });
    expect(() =>
      db.transaction(() => {
        add('A');
        // Even who swallows the error must not get half of the work written.
        expect(() => add('B'.repeat(1_000_000))).toThrow(problem);
        expect(() => add('C'.repeat(1_000_000))).toThrow(problem);
        throw new Error('given up');
      }),
    ).toThrow('given up');
    expect(names()).toEqual([]);
  });
});

it('refuses rows that point nowhere', () => {
  expect(() =>
    db.exec(`INSERT INTO lines (paragraph_id, part, turns, roles, characters) VALUES (77, 0, '[]', '[]', 0)`),
  ).toThrow('FOREIGN KEY');
});
