// A write-ahead log that is not as a kill left it: nothing that was sent is sent again before the producer was asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProject } from '../project/project-folder.ts';
import { systemRandom } from '../system.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { DAMAGES, damaged, HARMLESS, type Kill, killsOfRun, reopen } from './testing/damaged-logs.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-damage-'));
const project = join(folder, 'book.lectern');
let kills: readonly Kill[];
let kill: Kill;
let other: Kill;

beforeAll(async () => {
  kills = await killsOfRun(150);
  const last = kills.at(-1);
  const foreign = (await killsOfRun(50)).at(-1);
  if (!last || !foreign) throw new Error('nothing was sent');
  kill = last;
  other = foreign;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const half = () => 0.5;
const PORTS = { mode: 'read', clock: new FakeClock(), random: systemRandom } as const;

/** What a damaged project asks before anything is sent. */
const ASKED = /^(log-missing|log-damaged|damaged)$/;

describe('a project with', () => {
  // A log that was not restarted since holds all that an older database lacks.
  const damages = Object.entries(DAMAGES).filter(([name]) => name !== 'an older database');
  it.each(damages)('%s asks before it sends', (_, damage) => {
    const files = damaged(damage, { kill, earlier: kills.slice(0, 2), other, chance: half });
    const { asked, sentTwice } = reopen(project, files, kill);
    expect(sentTwice).toEqual([]);
    expect(asked).toMatch(ASKED);
  });

  it.each(Object.entries(HARMLESS))('%s asks nothing', (_, change) => {
    const files = damaged(change, { kill, earlier: [], other, chance: half });
    expect(reopen(project, files, kill)).toEqual({ asked: null, sentTwice: [] });
  });
});

it('a kill at any moment of a run is asked nothing about', () => {
  expect(kills.length).toBeGreaterThan(5);
  for (const each of kills) expect(reopen(project, each.files, each)).toEqual({ asked: null, sentTwice: [] });
});

it('goes on once the producer accepts it, and asks nothing after another kill', () => {
  const files = damaged(DAMAGES['cut to half'] ?? (() => {}), { kill, earlier: [], other, chance: half });
  expect(reopen(project, files, kill).asked).toBe('log-damaged');
  expect(reopen(project, files, kill, { acceptMissingLog: true })).toMatchObject({
    asked: null,
    sentTwice: expect.arrayContaining([]),
  });
  expect(openProject(project, PORTS).logDamage).toBe(null);
});

it('a power cut may take what was not flushed, and nothing is asked', () => {
  const record = JSON.parse(String(kill.files.get('log.json')));
  expect(record.latest.frames).toBeGreaterThan(record.log.frames);
  const files = new Map(kill.files);
  const log = files.get('project.db-wal') ?? Buffer.alloc(0);
  files.set('project.db-wal', log.subarray(0, 32 + record.log.frames * (24 + 4096)));
  expect(reopen(project, files, kill).asked).toBe('log-damaged');
  const beforeTheMachineStarted = new Date(0);
  expect(reopen(project, files, kill, { recordWrittenAt: beforeTheMachineStarted })).toEqual({
    asked: null,
    sentTwice: [],
  });
});
