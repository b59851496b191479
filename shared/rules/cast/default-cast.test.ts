import { readFileSync } from 'node:fs';
import type { LenientVoice } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../../electron/core/rules/roles.ts';
import type { Role } from '../../model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../model/settings.ts';
import { parseScript } from '../script-text.ts';
import { castRoles } from './default-cast.ts';

const role = (name: string, voice: string | null = null): Role => ({ name, voice, parameters: {}, turnPrefix: null });
const voice = (id: string, gender: string, language = 'English', voice_engine?: string): LenientVoice => ({
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
    const script = '(Quill, the butler, enters.)';
    const cast = castRoles([role('JACK'), role('QUILL')], four, 'english', () => script);
    expect(cast.map((r) => r.voice)).toEqual(['m1', 'm2']);
    expect(castRoles([role('JACK'), role('QUILL')], four, 'english').map((r) => r.voice)).toEqual(['m1', 'f1']);
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

it('the butler of the sample has a man’s voice, as its master has', () => {
  const text = readFileSync(new URL('../../../assets/samples/earnest-scene.txt', import.meta.url), 'utf8');
  const voices: LenientVoice[] = ['male', 'female', 'male', 'female', 'male'].map((gender, at) => ({
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

/** How *The Importance of Being Earnest* presents its cast, and who talks to whom in it. */
const EARNEST = `(John Worthing, J.P. Algernon Moncrieff. Rev. Canon Chasuble, D.D. Merriman, butler. Lane, manservant.)

# Act I

ALGERNON: Did you hear?

LANE: No, sir.

JACK: Oh, pleasure!

LADY BRACKNELL: Good afternoon.

GWENDOLEN: I am always smart!

# Act II

MISS PRISM: Cecily!

CECILY: But I don’t like German.

CHASUBLE: And how are we this morning?

MERRIMAN: Mr. Ernest Worthing has driven over.

JACK: Dead!
`;
const CAST = ['ALGERNON', 'LANE', 'JACK', 'LADY BRACKNELL', 'GWENDOLEN'].concat([
  'MISS PRISM',
  'CECILY',
  'CHASUBLE',
  'MERRIMAN',
]);
const MEN = ['ALGERNON', 'LANE', 'JACK', 'CHASUBLE', 'MERRIMAN'];

const manyVoices = (count: number): LenientVoice[] =>
  Array.from({ length: count }, (_, at) => voice(`${at % 2 === 0 ? 'f' : 'm'}${at}`, at % 2 === 0 ? 'female' : 'male'));
const castOf = (names: readonly string[], voices: readonly LenientVoice[], script: string) =>
  new Map(
    castRoles(
      names.map((name) => role(name)),
      voices,
      'english',
      () => script,
    ).map((each) => [each.name, each.voice]),
  );

describe('the manuscript’s variant of English', () => {
  const accented = (id: string, gender: string, language_code: string, accent: string): LenientVoice => ({
    ...voice(id, gender),
    language_code,
    accent,
  });
  const voices = [
    accented('us-f', 'female', 'en-US', 'American'),
    accented('us-m', 'male', 'en-US', 'American'),
    accented('sc-m', 'male', 'en-GB', 'Scottish'),
    accented('gb-m', 'male', 'en-GB', 'British'),
    accented('gb-f', 'female', 'en-GB', 'British (Received Pronunciation)'),
    accented('us-m2', 'male', 'en-US', 'American'),
  ];
  const british = 'The colour of her grey dress was the neighbours’ favourite. They realised it afterwards.\n\n';
  const american = 'The color of her gray dress was the neighbors’ favorite. They realized it afterward.\n\n';
  const voicesFor = (names: readonly string[], script: string, stated: string | null = null) =>
    castRoles(
      names.map((name) => role(name)),
      voices,
      'english',
      () => script,
      stated,
    ).map((each) => each.voice);

  it('decides the accent of all roles: from the metadata, otherwise from the spelling', () => {
    expect(voicesFor(['NARRATOR', 'ANN'], '', 'en-GB')).toEqual(['gb-m', 'gb-f']);
    expect(voicesFor(['NARRATOR', 'ANN'], british)).toEqual(['gb-m', 'gb-f']);
    expect(voicesFor(['NARRATOR', 'ANN'], american)).toEqual(['us-m', 'us-f']);
    expect(voicesFor(['NARRATOR', 'ANN'], american, 'en-GB')).toEqual(['gb-m', 'gb-f']);
    expect(voicesFor(['NARRATOR', 'ANN'], british, 'en')).toEqual(['gb-m', 'gb-f']);
    expect(voicesFor(['NARRATOR', 'ANN'], '')).toEqual(['us-m', 'us-f']);
  });

  it('gives a role the accent that the text states for it', () => {
    const script = `${british}(Ruaridh, a Scotsman. Hank, an American.)\n\nRUARIDH: Aye.\n\nHANK: Yes.\n`;
    expect(voicesFor(['NARRATOR', 'RUARIDH', 'HANK'], script)).toEqual(['gb-f', 'sc-m', 'us-m']);
  });
});

describe('the narrator', () => {
  const listed = [voice('f1', 'female'), voice('m1', 'male'), voice('m2', 'male'), voice('f2', 'female')];
  const narrator = (voices: readonly LenientVoice[], ...others: readonly string[]) =>
    castOf(['NARRATOR', ...others], voices, '').get('NARRATOR');

  it('has the first voice of the listing where there is no other role', () => {
    expect(narrator(listed)).toBe('f1');
    expect(narrator(listed.slice(1))).toBe('m1');
  });

  it('has a woman’s voice where all others are men, and leaves it to the women where there are any', () => {
    expect(narrator(listed, 'LORD GORING', 'MR. BROWN')).toBe('f1');
    expect(narrator(listed, 'LORD GORING', 'LADY BRACKNELL')).toBe('m1');
    expect(castOf(['NARRATOR', 'LADY BRACKNELL'], listed, '').get('LADY BRACKNELL')).toBe('f1');
  });
});

it('voices that are listed first are cast first, in scripts with more roles than those as well', () => {
  const cast = castOf(['NARRATOR', ...CAST], manyVoices(14), EARNEST);
  expect(new Set(cast.values()).size).toBe(10);
  expect([...cast.values()].every((id) => Number(id?.slice(1)) < 14)).toBe(true);
  for (const id of ['f0', 'm1', 'f2', 'm3']) expect([...cast.values()]).toContain(id);
});

describe('the cast of a play', () => {
  it('has men’s voices for men and women’s for women, each a voice of its own', () => {
    const cast = castOf(CAST, manyVoices(12), EARNEST);
    for (const [name, id] of cast) expect([name, id?.charAt(0)]).toEqual([name, MEN.includes(name) ? 'm' : 'f']);
    expect(new Set(cast.values()).size).toBe(CAST.length);
  });

  it('shares voices of its own gender among those who never talk, where they run out', () => {
    const cast = castOf(CAST, manyVoices(8), EARNEST);
    for (const [name, id] of cast) expect([name, id?.charAt(0)]).toEqual([name, MEN.includes(name) ? 'm' : 'f']);
    expect(cast.get('LANE')).not.toBe(cast.get('ALGERNON'));
    expect(cast.get('CHASUBLE')).not.toBe(cast.get('MERRIMAN'));
    expect(cast.get('MISS PRISM')).not.toBe(cast.get('CECILY'));
  });

  it('leaves the narrator a voice that none of the roles has', () => {
    const cast = castOf([...CAST, 'NARRATOR'], manyVoices(8), EARNEST);
    expect([...cast.values()].filter((id) => id === cast.get('NARRATOR'))).toHaveLength(1);
  });

  it('has voices of the age that a name or the script tells', () => {
    const voices = ['young', 'adult', 'older'].flatMap((age) =>
      ['female', 'male'].map((gender) => ({ id: `${gender} ${age}`, gender, age, language: 'English' })),
    );
    const script = '(Ruth, 71, keeps the lock. Tom, a young clerk.)\n\nRUTH: Yes.\n\nTOM: No.\n';
    expect(Object.fromEntries(castOf(['OLD BEN', 'GIRL', 'RUTH', 'TOM'], voices, script))).toEqual({
      'OLD BEN': 'male older',
      GIRL: 'female young',
      RUTH: 'female older',
      TOM: 'male young',
    });
  });
});
