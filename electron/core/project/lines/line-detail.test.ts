import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { lineDetail } from './line-detail.ts';

const SCENE = `## Act One

ALGERNON: Did you hear?
LANE: He said ALGERNON: twice.

(He goes.)

LANE: Yes.

LANE: (Nods.) No.
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Play.lectern', { language: 'english', sampleRate: 24_000 });
  save(project, SCENE);
  castAll(project);
});
afterEach(() => workshop.clear());

const ids = () => project.lines.states().map(({ id }) => id);
const detail = (at: number) => lineDetail(project.db, project.keys, ids()[at] ?? 0);

describe('the details of a line', () => {
  it('say who speaks with which voice, and who says so', () => {
    project.cast.updateRole('ALGERNON', { turnPrefix: 'Algy:' });
    project.lines.setOverride(ids()[1] ?? 0, { voice: 'another' });
    expect(detail(1)).toMatchObject({
      turns: [
        { role: 'ALGERNON', text: 'Did you hear?' },
        { role: 'LANE', text: 'He said ALGERNON: twice.' },
      ],
      speakers: [
        { role: 'ALGERNON', voice: 'another', voiceOrigin: 'line', turnPrefix: 'Algy:', prefixIsChosen: true },
        { role: 'LANE', voice: 'voice:LANE', voiceOrigin: 'role', turnPrefix: 'LANE:', prefixIsChosen: false },
      ],
    });
  });

  it('say what each parameter is, just as it is sent', () => {
    project.cast.updateRole('LANE', { parameters: { speed: 0.9, quality: 'premium', voice_conditioning_seconds: 8 } });
    project.lines.setOverride(ids()[2] ?? 0, { speed: 1.1, seed: 7 });
    const { parameters, payload } = detail(2);
    expect(parameters).toEqual([
      { name: 'speed', value: 1.1, origin: 'line' },
      { name: 'temperature', value: undefined, origin: 'service' },
      { name: 'language', value: 'english', origin: 'project' },
      { name: 'quality', value: 'premium', origin: 'role' },
      { name: 'seed', value: 7, origin: 'line' },
      { name: 'sample_rate', value: 24_000, origin: 'project' },
      { name: 'voice_conditioning_seconds', value: 8, origin: 'role' },
    ]);
    for (const { name, value } of parameters) expect(payload?.[name]).toBe(value);
    expect(payload).toEqual(project.lines.toRender(ids()[2] ?? 0)?.request);
  });

  it('say which words rules have said by their sounds, with what is said else', () => {
    const rule = { to: '', wholeWord: true, matchCase: false, role: null, language: null };
    project.cast.saveRules([
      { ...rule, from: 'he', ipa: 'hiː' },
      { ...rule, from: 'twice', to: 'two times', ipa: 'twaɪs', role: 'LANE' },
      { ...rule, from: 'hear', ipa: 'hɪə', role: 'LANE' },
      { ...rule, from: 'said', to: 'sed' },
    ]);
    expect(detail(1).sounds).toEqual([
      { words: 'He', ipa: 'hiː', said: 'He', voice: 'voice:LANE' },
      { words: 'twice', ipa: 'twaɪs', said: 'two times', voice: 'voice:LANE' },
    ]);
    expect(detail(2).sounds).toEqual([]);
  });

  it('say why there is no payload', () => {
    project.cast.updateRole('LANE', { voice: null });
    expect(detail(2)).toMatchObject({
      payload: null,
      problem: { kind: 'no-voice', roles: ['LANE'] },
      status: 'blocked',
    });
  });

  it('name the lines before and behind', () => {
    const all = ids();
    expect(all.map((_, at) => detail(at).previousLineId)).toEqual([null, ...all.slice(0, -1)]);
    expect(all.map((_, at) => detail(at).nextLineId)).toEqual([...all.slice(1), null]);
  });

  it('know no line that is not in the script', () => {
    const [first] = ids();
    save(project, '');
    expect(() => lineDetail(project.db, project.keys, first ?? 0)).toThrow(RangeError);
    expect(() => lineDetail(project.db, project.keys, 999)).toThrow(RangeError);
  });
});

describe('why a line is stale', () => {
  beforeEach(() => giveTakes(project));

  it('is not asked where it is fresh', () => {
    expect(detail(2).whyStale).toBeNull();
  });

  it('is its text, as it was sent and as it would be', () => {
    save(project, SCENE.replace('LANE: Yes.', 'LANE: Yes, sir.'));
    expect(detail(2).whyStale).toEqual({
      takeId: project.takes.takesOf(ids()[2] ?? 0)[0]?.id,
      takeNumber: 1,
      text: { before: 'Yes.', after: 'Yes, sir.' },
      voice: false,
      parameters: [],
    });
    giveTakes(project);
    save(project, SCENE.replace('LANE: Yes.', 'LANE: Yes, madam.'));
    expect(detail(2).whyStale).toMatchObject({ takeNumber: 2, text: { before: 'Yes, sir.' } });
  });

  it('is its voice, or what parameters differ', () => {
    project.cast.updateRole('LANE', { voice: 'another', parameters: { speed: 2, temperature: 1 } });
    expect(detail(2).whyStale).toMatchObject({ text: null, voice: true, parameters: ['speed', 'temperature'] });
    expect(detail(1).whyStale).toMatchObject({ text: null, voice: true, parameters: [] });
  });

  it('is a seed that somebody pinned, or took back', () => {
    project.lines.setOverride(ids()[2] ?? 0, { seed: 3 });
    expect(detail(2).whyStale).toMatchObject({ voice: false, parameters: ['seed'] });
    giveTakes(project);
    expect(detail(2).whyStale).toBeNull();
  });
});

describe('turn prefixes inside spoken words', () => {
  const collisions = () =>
    ids().flatMap((lineId, at) =>
      detail(at)
        .warnings.filter(({ kind }) => kind === 'prefix-in-text')
        .map((warning) => ({ lineId, ...warning })),
    );

  it('are warned of', () => {
    expect(collisions()).toMatchObject([{ lineId: ids()[1], prefix: 'ALGERNON:', role: 'LANE' }]);
  });

  it('do not count where one role speaks alone, or where the prefix is another', () => {
    project.cast.updateRole('ALGERNON', { turnPrefix: '<A>' });
    expect(collisions()).toEqual([]);
  });
});
