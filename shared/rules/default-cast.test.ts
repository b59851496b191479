import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import type { VoiceReading } from '../service/voices.ts';
import { castRoles, genderHints, genderOfName } from './default-cast.ts';
import { rolesOf } from './roles.ts';
import { parseScript } from './script-text.ts';

const role = (name: string, voice: string | null = null): Role => ({ name, voice, parameters: {}, turnPrefix: null });
const voice = (id: string, gender: string, language = 'English', voice_engine?: string): VoiceReading => ({
  id,
  gender,
  language,
  voice_engine,
});

describe('castRoles', () => {
  const four = [voice('m1', 'male'), voice('f1', 'female'), voice('m2', 'male'), voice('f2', 'female')];

  it('gives each role a voice of its own, women and men by turns', () => {
    const cast = castRoles([role('ONE'), role('TWO'), role('THREE')], four, 'english');
    expect(cast.map((r) => r.voice)).toEqual(['m1', 'f1', 'm2']);
  });

  it('follows a title', () => {
    const cast = castRoles([role('LADY BRACKNELL'), role('MISS PRISM'), role('LORD GORING')], four, 'english');
    expect(cast.map((r) => r.voice)).toEqual(['f1', 'f2', 'm1']);
  });

  it('follows a given name where there is no title, and nothing where names disagree', () => {
    const cast = castRoles(
      [role('CECILY'), role('GWENDOLEN FAIRFAX'), role('JACK'), role('LADY GEORGE')],
      four,
      'english',
    );
    expect(cast.map((r) => r.voice)).toEqual(['f1', 'f2', 'm1', 'm2']);
    expect(castRoles([role('JACK AND CECILY')], four, 'english')[0]?.voice).toBe('m1');
  });

  it('follows what the script says of a role whose name does not tell', () => {
    const script = '(Merriman, the butler, enters.)';
    const cast = castRoles([role('JACK'), role('MERRIMAN')], four, 'english', () => script);
    expect(cast.map((r) => r.voice)).toEqual(['m1', 'm2']);
    expect(castRoles([role('JACK'), role('MERRIMAN')], four, 'english').map((r) => r.voice)).toEqual(['m1', 'f1']);
  });

  it('leaves who is cast as they are and does not use their voice for another', () => {
    const cast = castRoles([role('A', 'm1'), role('B'), role('C')], four, null);
    expect(cast[0]?.voice).toBe('m1');
    expect(new Set(cast.map((r) => r.voice)).size).toBe(3);
  });

  it('takes only voices of the batch engine, and of the language where there are any', () => {
    const voices = [voice('x', 'male', 'English', 'Svc2.0'), voice('d', 'male', 'German', 'SvcDialog'), ...four];
    expect(castRoles([role('A')], voices, 'german')[0]?.voice).toBe('d');
    expect(castRoles([role('A')], voices, 'thai')[0]?.voice).toBe('d');
    expect(castRoles([role('A')], voices, 'english')[0]?.voice).toBe('m1');
  });

  it('never takes a clone: it is somebody’s own voice, and a producer’s to cast', () => {
    const clone = { ...voice('mine', 'male'), is_cloned: true };
    expect(
      castRoles([role('ONE'), role('TWO')], [clone, voice('f1', 'female')], 'english').map((r) => r.voice),
    ).toEqual(['f1', 'f1']);
    expect(castRoles([role('ONE')], [clone], 'english')[0]?.voice).toBeNull();
    expect(castRoles([role('ONE', 'mine')], [clone], 'english')[0]?.voice).toBe('mine');
  });

  it('uses every voice once before any twice, and never an unknown one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (roleCount, voiceCount) => {
        const roles = Array.from({ length: roleCount }, (_, i) => role(`R${i}`));
        const voices = Array.from({ length: voiceCount }, (_, i) => voice(`v${i}`, i % 3 ? 'male' : 'female'));
        const uses = Map.groupBy(castRoles(roles, voices, null), (r) => r.voice);
        const counts = [...uses.values()].map((group) => group.length);
        expect(uses.size).toBe(Math.min(roleCount, voiceCount));
        expect(Math.max(...counts)).toBe(Math.ceil(roleCount / voiceCount));
      }),
    );
  });
});

describe('a name', () => {
  it.each([
    ['LADY BRACKNELL', 'female'],
    ['Mrs. Alving', 'female'],
    ['MISS PRISM', 'female'],
    ['SECOND MAID', 'female'],
    ['LORD GORING', 'male'],
    ['SIR ROBERT', 'male'],
    ['MR. WORTHING', 'male'],
    ['THE BUTLER', 'male'],
    ['LANE', 'male'],
    ['CECILY', 'female'],
    ['Tom', 'male'],
    ['CHASUBLE', null],
    ['JACK AND CECILY', null],
  ])('%s tells %s', (name, gender) => {
    expect(genderOfName(name)).toBe(gender);
  });
});

describe('a script', () => {
  const hints = (script: string, ...names: string[]) => Object.fromEntries(genderHints(script, names));

  it('tells by a title before the name, and an office behind it', () => {
    const script = '(Merriman, butler to Mr. Worthing.)\n\nJACK: My charming Miss Fairfax! And Mrs. Cardew.';
    expect(hints(script, 'MERRIMAN', 'FAIRFAX', 'CARDEW', 'WORTHING')).toEqual({
      MERRIMAN: 'male',
      FAIRFAX: 'female',
      CARDEW: 'female',
      WORTHING: 'male',
    });
    expect(hints('(Merriman bows to Lady Bracknell.)', 'MERRIMAN')).toEqual({});
  });

  it('tells by pronouns in sentences about that role alone', () => {
    const script =
      'Quill took her hat, and she left. Vane saw his chance; Vane told Quill that he knew. Vane shook his head.';
    expect(hints(script, 'Quill', 'Vane')).toEqual({ Quill: 'female', Vane: 'male' });
    expect(hints('Quill took her hat.', 'Quill')).toEqual({});
  });

  it('says nothing where it says opposites, or somebody speaks of others', () => {
    expect(hints('Mr. Quill and Mrs. Quill.', 'Quill')).toEqual({});
    expect(hints('VANE: Quill, she loves her hat and her dog.', 'QUILL')).toEqual({});
    expect(hints('', 'QUILL')).toEqual({});
  });
});

it('the butler of the sample has a man’s voice, as its master has', () => {
  const text = readFileSync(new URL('../../assets/samples/earnest-scene.txt', import.meta.url), 'utf8');
  const voices: VoiceReading[] = ['male', 'female', 'male', 'female', 'male'].map((gender, at) => ({
    id: `${gender} ${at}`,
    gender,
    language: 'English',
  }));
  const roles = rolesOf(parseScript(text, DEFAULT_PROJECT_SETTINGS), DEFAULT_PROJECT_SETTINGS).map(({ name }) => ({
    name,
    voice: null,
    parameters: {},
    turnPrefix: null,
  }));
  const cast = castRoles(roles, voices, 'english', () => text);
  const voiceOf = new Map(cast.map(({ name, voice }) => [name, voice]));
  expect(voiceOf.get('ALGERNON')).toMatch(/^male/);
  expect(voiceOf.get('LANE')).toMatch(/^male/);
  expect(voiceOf.get('LANE')).not.toBe(voiceOf.get('ALGERNON'));
});
