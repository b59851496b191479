import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { Workshop } from '../testing/test-project.ts';
import { giveTake, measuredAs, type TakeChange, writeTenLines } from '../testing/test-takes.ts';
import { suspiciousTakes } from './suspicious-takes.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  writeTenLines(project);
});
afterEach(() => workshop.clear());

const SILENT: TakeChange = { measured: { speechLevelDb: null, startLevelDb: null, endLevelDb: null } };
const giveAll = (changes: Readonly<Record<number, TakeChange>> = {}) =>
  Array.from({ length: 10 }, (_, index) => giveTake(project, index + 1, changes[index + 1]));
const found = (options: { readonly allowStale?: boolean } = {}) =>
  suspiciousTakes(project.db, project.lines.states(), options);
const kinds = () => found().suspicious.map(({ label, suspicions }) => [label, ...suspicions.map(({ kind }) => kind)]);

describe('the takes of an export', () => {
  it('are suspicious for what Review flags, whatever it is', () => {
    giveAll({
      1: SILENT,
      2: { tempo: 8 },
      4: { tempo: 0.1 },
      7: { measured: { clippedSamples: 4_000 } },
      8: { measured: { balanceDb: 60 } },
      9: { announced: 1.02 },
    });
    expect(kinds()).toEqual([
      ['1.1', 'silent'],
      ['1.2', 'slow'],
      ['1.4', 'fast'],
      ['2.2', 'clipping'],
      ['2.3', 'one-sided'],
      ['2.4', 'duration'],
    ]);
    expect(found().suspicious[3]).toMatchObject({
      number: 7,
      roles: ['ALGERNON'],
      approved: false,
      suspicions: [{ kind: 'clipping', samples: 4_000 }],
    });
  });

  it('are those that lines have today: neither rejected ones nor others of the line', () => {
    const [first] = giveAll({ 1: SILENT });
    project.decisions.setVerdict(first?.takeId ?? 0, 'rejected');
    expect(kinds()).toEqual([]);
    giveTake(project, 1);
    expect(kinds()).toEqual([]);
  });

  it('are accepted once they are approved, and still named', () => {
    const [first] = giveAll({ 1: SILENT, 3: SILENT });
    project.decisions.setVerdict(first?.takeId ?? 0, 'approved');
    expect(found().suspicious.map(({ label, approved }) => [label, approved])).toEqual([
      ['1.1', true],
      ['1.3', false],
    ]);
  });

  it('of other words or settings count where they are exported', () => {
    giveAll({ 2: SILENT });
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'another' })));
    expect(found().suspicious).toEqual([]);
    expect(found({ allowStale: true }).suspicious).toMatchObject([{ label: '1.2' }]);
  });

  it('are counted where nothing is known of their sound', () => {
    const [first] = giveAll({ 1: { measured: null }, 2: { measured: null } });
    expect(found()).toEqual({ suspicious: [], unmeasured: 2 });
    project.takes.putAnalysis(first?.audioHash ?? '', measuredAs({ clippedSamples: 50 }));
    expect(found()).toMatchObject({ suspicious: [{ label: '1.1' }], unmeasured: 1 });
  });
});
