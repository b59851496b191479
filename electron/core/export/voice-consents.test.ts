import { CLONED_VOICE_PREFIX } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConsentRecord, ConsentState, VoiceIdentity } from '../../../shared/model/consent.ts';
import type { Project } from '../project/project.ts';
import { CONNECTION, giveTakes, save, Workshop } from '../project/testing/test-project.ts';
import { ALL_TAKES, ConsentError, checkConsents, checkNotWithdrawn, voiceConsents } from './voice-consents.ts';

const NOON = new Date(2026, 10, 29, 12).getTime();
const CLONE = `${CLONED_VOICE_PREFIX}abc/manifest.json`;
const ADA: VoiceIdentity = { ...CONNECTION, voice: CLONE };

const record = (change: Partial<ConsentRecord> = {}): ConsentRecord => ({
  id: 'c1',
  person: 'Ada Lovelace',
  purpose: 'Notes',
  givenOn: '2026-01-02',
  validUntil: null,
  voice: CLONE,
  voiceName: 'Ada',
  statement: 'Ada agreed.',
  recordedAt: 0,
  sample: null,
  evidence: null,
  connection: { ...CONNECTION, name: 'A' },
  voicesBefore: [],
  deletedAt: null,
  withdrawal: null,
  ...change,
});
const WITHDRAWN = record({ withdrawal: { on: '2026-11-01', note: null, recordedAt: 1 } });

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'ADA: Hello.\n\nBEA: Hello, Ada.\n\nADA: Bye.\nBEA: Bye.\n');
  project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: role.name === 'ADA' ? CLONE : 'bea' })));
});
afterEach(() => workshop.clear());

const knowing = (...records: ConsentRecord[]) => ({ records, clones: [], now: NOON });
const states = (...records: ConsentRecord[]) =>
  voiceConsents(project, ALL_TAKES, knowing(...records)).map(({ name, state }) => [name, state]);
const decide = (about: Exclude<ConsentState, 'valid'>) =>
  project.updateSettings({
    consentDecisions: [{ ...ADA, name: 'Ada', about, reason: 'In a contract', decidedBy: 'Bo', decidedAt: 1 }],
  });
const exportLines =
  (...records: ConsentRecord[]) =>
  () =>
    checkConsents(project, { target: 'm4b', scope: ALL_TAKES }, knowing(...records));

describe('cloned voices in the takes', () => {
  it('are listed with the lines that they speak, even alongside another voice', () => {
    expect(voiceConsents(project, ALL_TAKES, knowing())).toEqual([]);
    giveTakes(project);
    const ids = project.lines.states().map(({ id }) => id);
    expect(voiceConsents(project, ALL_TAKES, knowing())).toEqual([
      { ...ADA, name: CLONE, state: 'missing', decision: null, roles: ['ADA', 'BEA'], lineIds: [ids[0], ids[2]] },
    ]);
    expect(states(record())).toEqual([['Ada', 'valid']]);
    expect(states(record({ validUntil: '2026-11-28' }))).toEqual([['Ada', 'expired']]);
    expect(states(WITHDRAWN)).toEqual([['Ada', 'withdrawn']]);
    expect(states(record({ connection: { ...CONNECTION, userId: 'other', name: 'A' } }))).toEqual([[CLONE, 'missing']]);
  });

  it('include a service’s clones if it lists them, or if a consent is recorded', () => {
    giveTakes(project);
    const bea = { ...CONNECTION, voice: 'bea', name: 'Bea' };
    const found = voiceConsents(project, ALL_TAKES, { records: [record()], clones: [bea], now: NOON });
    expect(found.map(({ name, state }) => [name, state])).toEqual([
      ['Ada', 'valid'],
      ['Bea', 'missing'],
    ]);
    expect(states(record(), record({ voice: 'bea', voiceName: 'Bea' }))).toEqual([
      ['Ada', 'valid'],
      ['Bea', 'valid'],
    ]);
  });
});

describe('an export', () => {
  beforeEach(() => giveTakes(project));

  it('is refused without a valid consent, unless it contains no speech', () => {
    expect(exportLines()).toThrow(ConsentError);
    expect(exportLines(record({ validUntil: '2026-11-28' }))).toThrow(ConsentError);
    expect(exportLines(WITHDRAWN)).toThrow(ConsentError);
    expect(exportLines(record())).not.toThrow();
    expect(() => checkConsents(project, { target: 'srt', scope: ALL_TAKES }, knowing())).not.toThrow();
  });

  it('is permitted by a decision, until the state of the consent changes', () => {
    decide('missing');
    expect(exportLines()).not.toThrow();
    expect(voiceConsents(project, ALL_TAKES, knowing())).toMatchObject([{ decision: { decidedBy: 'Bo' } }]);
    expect(exportLines(WITHDRAWN)).toThrow(ConsentError);
    decide('withdrawn');
    expect(exportLines(WITHDRAWN)).not.toThrow();
  });

  it('is permitted once the lines are rendered with another voice', () => {
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'bea' })));
    giveTakes(project);
    expect(exportLines(WITHDRAWN)).not.toThrow();
  });
});

it('a voice isn’t used for new takes once its consent is withdrawn, even after a decision to export', () => {
  const lineIds = project.lines.states().map(({ id }) => id);
  const render =
    (records: ConsentRecord[], ids = lineIds) =>
    () =>
      checkNotWithdrawn(project, { ...CONNECTION, lineIds: ids }, { records, now: NOON });
  expect(render([])).not.toThrow();
  expect(render([record({ validUntil: '2026-01-03' })])).not.toThrow();
  decide('withdrawn');
  expect(render([WITHDRAWN])).toThrow(ConsentError);
  // Fresh lines are rendered again for other takes.
  giveTakes(project);
  expect(render([WITHDRAWN])).toThrow(ConsentError);
  expect(render([WITHDRAWN], lineIds.slice(1, 2))).not.toThrow();
  expect(render([WITHDRAWN, record()])).not.toThrow();
  expect(() =>
    checkNotWithdrawn(project, { ...CONNECTION, userId: 'other', lineIds }, { records: [WITHDRAWN], now: NOON }),
  ).not.toThrow();
});
