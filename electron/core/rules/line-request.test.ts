import { type InputParameters, inputParametersSchema } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import type { PronunciationRule, Role } from '../../../shared/model/cast.ts';
import type { Turn } from '../../../shared/model/script.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { buildLineRequest, canonicalRequest, type LineRequestInput } from './line-request.ts';

const role = (name: string, more: Partial<Role> = {}): [string, Role] => [
  name,
  { name, voice: `voice of ${name}`, parameters: {}, turnPrefix: null, ...more },
];
const lane: Turn = { role: 'LANE', text: 'Yes, sir. (Goes.)' };
const jack: Turn = { role: 'JACK', text: 'Oh!' };
const rule: PronunciationRule = {
  from: 'sir',
  to: 'sire',
  wholeWord: true,
  matchCase: true,
  role: null,
  language: null,
};

function build(turns: Turn[], more: Partial<LineRequestInput> = {}) {
  const roles = new Map([role('LANE'), role('JACK'), role('NARRATOR')]);
  return buildLineRequest({
    kind: 'speech',
    turns,
    override: null,
    roles,
    settings: DEFAULT_PROJECT_SETTINGS,
    rules: [],
    ...more,
  });
}

/** The request of a line that can be asked for. */
function requestOf(...input: Parameters<typeof build>) {
  const line = build(...input);
  if (!line.ok) throw new Error(line.problem.kind);
  expect(inputParametersSchema.parse(line.request)).toEqual(line.request);
  return line.request;
}

describe('a line of one role', () => {
  it('is sent as its words, without prefix, absent parameters left out', () => {
    expect(build([lane])).toStrictEqual({
      ok: true,
      request: { voice_engine: 'SvcDialog', text: 'Yes, sir.', voice: 'voice of LANE', output_format: 'wav' },
      characters: 9,
      spoken: [{ role: 'LANE', characters: 9 }],
      seedPinned: false,
      warnings: [],
    });
  });

  it('is sent without invisible characters, which no pronunciation rule stumbles over', () => {
    const turn = { role: 'LANE', text: '\ufeffYes, s\u00adi\u2060r.\u200b' };
    expect(build([turn], { rules: [rule] })).toMatchObject({
      request: { text: 'Yes, sire.' },
      characters: 10,
      spoken: [{ role: 'LANE', characters: 10 }],
    });
    expect(build([{ role: 'LANE', text: '\u200b\u2060' }])).toMatchObject({ problem: { kind: 'nothing-to-speak' } });
    // What a rule puts in is sent without them too.
    expect(requestOf([lane], { rules: [{ ...rule, to: 'si\u00adre' }] }).text).toBe('Yes, sire.');
  });

  it('joins its turns by a row break', () => {
    expect(requestOf([lane, { role: 'LANE', text: '(Nods.)' }, { role: 'LANE', text: 'No.' }]).text).toBe(
      'Yes, sir.\nNo.',
    );
  });

  it('without a mark is spoken by NARRATOR, brackets and all', () => {
    expect(requestOf([{ role: null, text: 'He (Lane) goes.' }])).toMatchObject({
      text: 'He (Lane) goes.',
      voice: 'voice of NARRATOR',
    });
  });

  it('takes parameters from the line, else the role, else the project', () => {
    const settings = {
      ...DEFAULT_PROJECT_SETTINGS,
      language: 'french' as const,
      quality: 'high' as const,
      sampleRate: 24_000,
    };
    const roles = new Map([role('LANE', { parameters: { speed: 2, temperature: 1, language: 'german' } })]);
    const override = { speed: 3, voice: 'other', voice_conditioning_seconds: 4 };
    expect(requestOf([lane], { settings, roles, override })).toMatchObject({
      voice: 'other',
      speed: 3,
      temperature: 1,
      language: 'german',
      quality: 'high',
      sample_rate: 24_000,
      voice_conditioning_seconds: 4,
    });
  });

  it('does what the direction before its words asks for, where the project says so', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, actOnDirections: true };
    const told = (text: string, more: Partial<LineRequestInput> = {}) => {
      const { text: spoken, speed, style } = requestOf([{ role: 'LANE', text }], { settings, ...more });
      return { spoken, speed, style };
    };
    const own = 'lectern://voices/en-gb/alistair/manifest.json';
    const roles = new Map([role('LANE', { voice: own, parameters: { speed: 1.2 } }), role('JACK')]);
    expect(told('(Languidly.) Yes.')).toEqual({ spoken: 'Yes.', speed: 0.85 });
    expect(told('(whispering) (quickly) Yes.', { roles })).toEqual({
      spoken: 'Yes.',
      speed: 1.38,
      style: 'whispering',
    });
    // Only the local service is asked for a style.
    expect(told('(whispering) Yes.')).toEqual({ spoken: 'Yes.' });
    expect(told('Yes. (slowly) No.')).toEqual({ spoken: 'Yes. No.' });
    expect(told('(slowly) Yes.', { settings: DEFAULT_PROJECT_SETTINGS })).toEqual({ spoken: 'Yes.' });
    const dialog = requestOf([{ role: 'LANE', text: '(slowly) Yes.' }, jack], { settings });
    expect(dialog.speed).toBeUndefined();
  });

  it('asks for no style, and no emphasis, of a voice that can do neither: its takes stay fresh', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, actOnDirections: true };
    for (const voice of [
      'lectern://voices/en-us/clara/manifest.json',
      'lectern://voices/packs/anna/anna/manifest.json',
    ]) {
      const roles = new Map([role('LANE', { voice })]);
      const sent = (text: string) => requestOf([{ role: 'LANE', text }], { settings, roles });
      expect(sent('(whispering) I *never* did.')).toEqual(sent('I never did.'));
    }
  });

  it('marks words for a voice that speaks them so, and sends them plain to all others', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, actOnDirections: true };
    const own = 'lectern://voices/en-gb/alistair/manifest.json';
    const text = '_Never_ (shouting *loud*) say [spell: BBC] & co.';
    const said = (more: Partial<LineRequestInput>) => {
      const built = build([{ role: 'LANE', text }], { settings, ...more });
      return built.ok && { text: built.request.text, markup: built.request.markup, characters: built.characters };
    };
    expect(said({ roles: new Map([role('LANE', { voice: own })]) })).toEqual({
      text: '<emphasis>Never</emphasis> say <say-as interpret-as="characters">BBC</say-as> &amp; co.',
      markup: 'ssml',
      characters: 'Never say BBC & co.'.length,
    });
    expect(said({})).toEqual({ text: 'Never say B B C & co.', characters: 'Never say B B C & co.'.length });
    const asWords = { text: '_Never_ say [spell: BBC] & co.' };
    expect(said({ settings: DEFAULT_PROJECT_SETTINGS })).toMatchObject(asWords);
  });

  it('has marked words shaped by rules, and those that are spelt out by none', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, actOnDirections: true };
    const rules = [rule, { ...rule, from: 'BBC', to: 'corporation' }, { ...rule, from: 'B', to: 'bee' }];
    const turn = { role: 'LANE', text: 'Yes, *sir*, the BBC: [spell: BBC].' };
    expect(requestOf([turn], { settings, rules }).text).toBe('Yes, sire, the corporation: B B C.');
  });

  it('is something to speak where all of it is spelt out', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, actOnDirections: true };
    expect(requestOf([{ role: 'LANE', text: '[spell: BBC]' }], { settings }).text).toBe('B B C');
  });

  it('pins a seed that the line or the role has, zero too', () => {
    expect(build([lane], { override: { seed: 0 } })).toMatchObject({ seedPinned: true, request: { seed: 0 } });
  });

  it('is shaped by pronunciation rules for its role and language', () => {
    expect(requestOf([lane], { rules: [rule] }).text).toBe('Yes, sire.');
    expect(requestOf([lane], { rules: [{ ...rule, role: 'JACK' }] }).text).toBe('Yes, sir.');
    const german = { rules: [{ ...rule, language: 'german' as const }] };
    expect(requestOf([lane], german).text).toBe('Yes, sir.');
    expect(requestOf([lane], { ...german, override: { language: 'german' } }).text).toBe('Yes, sire.');
  });
});

describe('a rule with sounds', () => {
  const turn = { role: 'LANE', text: 'Yes, sir & madam.' };
  const sounds = { ...rule, ipa: 'sɜː' };
  const sentBy = (voice: string, rules: PronunciationRule[]) => {
    const { text, markup } = requestOf([turn], { rules, roles: new Map([role('LANE', { voice })]) });
    return [text, markup];
  };
  const espeak = 'lectern://voices/en-gb/alistair/manifest.json';

  it('is sent as sounds to a voice that takes them, with what others would say', () => {
    const element = (words: string) => `Yes, <phoneme alphabet="ipa" ph="sɜː">${words}</phoneme> &amp; madam.`;
    expect(sentBy(espeak, [sounds])).toEqual([element('sire'), 'ssml']);
    expect(sentBy(espeak, [{ ...sounds, to: '' }])).toEqual([element('sir'), 'ssml']);
    // What it put there is no word to later rules.
    expect(sentBy(espeak, [sounds, { ...rule, from: 'sire', to: 'squire' }])).toEqual([element('sire'), 'ssml']);
  });

  it.each(['voice-lane', 'lectern://voices/en-us/clara/manifest.json', 'lectern://voices/packs/a/b/manifest.json'])(
    'is sent as its plain words to %s, or changes nothing',
    (voice) => {
      expect(sentBy(voice, [sounds])).toEqual(['Yes, sire & madam.', undefined]);
      expect(sentBy(voice, [{ ...sounds, to: '' }])).toEqual(['Yes, sir & madam.', undefined]);
    },
  );
});

describe('a dialog line', () => {
  it('keeps the marks of the one whose voice takes them, and writes all of it as text with markup is', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, actOnDirections: true };
    const roles = new Map([
      role('LANE', { voice: 'lectern://voices/en-gb/alistair/manifest.json', turnPrefix: 'L&L:' }),
      role('JACK', { voice: 'lectern://voices/en-us/clara/manifest.json' }),
    ]);
    const turns = [
      { role: 'LANE', text: 'I *am*.' },
      { role: 'JACK', text: '*You* & I.' },
    ];
    const request = requestOf(turns, { settings, roles });
    expect(request.text).toBe('L&amp;L: I <emphasis>am</emphasis>.\nJACK: You &amp; I.');
    expect(request).toMatchObject({ turn_prefix: 'L&L:', turn_prefix_2: 'JACK:', markup: 'ssml' });
  });

  it('is sent with two voices and a prefix before each turn', () => {
    const roles = new Map([
      role('LANE'),
      role('JACK', { turnPrefix: 'J>', parameters: { voice_conditioning_seconds: 3 } }),
    ]);
    const line = build([jack, lane, jack], { roles });
    expect(line).toMatchObject({ ok: true, characters: 29, warnings: [] });
    expect(requestOf([jack, lane, jack], { roles })).toStrictEqual({
      voice_engine: 'SvcDialog',
      text: 'J> Oh!\nLANE: Yes, sir.\nJ> Oh!',
      voice: 'voice of JACK',
      voice_2: 'voice of LANE',
      turn_prefix: 'J>',
      turn_prefix_2: 'LANE:',
      output_format: 'wav',
      voice_conditioning_seconds: 3,
    });
  });

  it('is of one role where the other has nothing to speak', () => {
    expect(requestOf([{ role: 'JACK', text: '(Nods.)' }, lane])).toMatchObject({
      text: 'Yes, sir.',
      voice: 'voice of LANE',
    });
  });

  it('takes what exists only once from the first role, with a warning where the second differs', () => {
    const roles = new Map([
      role('LANE', { parameters: { speed: 2, seed: 1 } }),
      role('JACK', { parameters: { speed: 1, seed: 1 } }),
    ]);
    const line = build([lane, jack], { roles });
    expect(line).toMatchObject({
      request: { speed: 2, seed: 1 },
      seedPinned: true,
      warnings: [{ kind: 'roles-differ', roles: ['LANE', 'JACK'], parameters: ['speed'] }],
    });
    expect(build([lane, jack], { roles, override: { speed: 1.5 } })).toMatchObject({
      request: { speed: 1.5 },
      warnings: [],
    });
  });

  it('warns of prefixes that can be mistaken', () => {
    const roles = new Map([role('LANE', { turnPrefix: 'A:' }), role('JACK', { turnPrefix: 'AA:' })]);
    expect(build([lane, { role: 'JACK', text: 'AA: oh' }], { roles })).toMatchObject({
      warnings: [
        { kind: 'prefix-in-text', prefix: 'A:', role: 'JACK' },
        { kind: 'prefix-in-text', prefix: 'AA:', role: 'JACK' },
        { kind: 'prefixes-overlap', prefixes: ['A:', 'AA:'] },
      ],
    });
  });

  it('keeps each turn in one row, whatever a rule puts in', () => {
    expect(requestOf([lane, jack], { rules: [{ ...rule, to: 'a\r\nJACK: b' }] }).text).toBe(
      'LANE: Yes, a JACK: b.\nJACK: Oh!',
    );
  });
});

describe('a line that can’t be asked for', () => {
  it.each([
    [
      'names the roles without a voice',
      build([lane, jack], { roles: new Map([role('LANE')]) }),
      { kind: 'no-voice', roles: ['JACK'] },
    ],
    ['has nothing to speak', build([{ role: 'LANE', text: '(Goes.)' }]), { kind: 'nothing-to-speak' }],
    [
      'has nothing left to speak',
      build([{ role: 'LANE', text: 'sir' }], { rules: [{ ...rule, to: '' }] }),
      { kind: 'nothing-to-speak' },
    ],
    [
      'has three roles',
      build([lane, jack, { role: null, text: 'x' }]),
      { kind: 'three-roles', roles: ['LANE', 'JACK', 'NARRATOR'] },
    ],
    [
      'is too long as sent',
      build([{ role: null, text: 'x'.repeat(2001) }]),
      { kind: 'too-long', characters: 2001, limit: 2000 },
    ],
  ])('%s', (_, line, problem) => {
    expect(line).toEqual({ ok: false, problem });
  });

  it('can be, where the line has a voice of its own', () => {
    expect(requestOf([lane], { roles: new Map(), override: { voice: 'mine' } }).voice).toBe('mine');
  });
});

const request: InputParameters = { voice_engine: 'SvcDialog', text: 'Yes, sir.', voice: 'v1', speed: 1.5, seed: 7 };

describe('canonicalRequest', () => {
  it('is one text, whose form never changes within a version', () => {
    expect(canonicalRequest(request, true)).toBe(
      '[1,{"seed":7,"speed":1.5,"text":"Yes, sir.","voice":"v1","voice_engine":"SvcDialog"}]',
    );
  });

  it('does not know the order of fields, absent ones, or what tracks a job', () => {
    const { text, ...others } = request;
    const tracked = {
      ...others,
      quality: undefined,
      language: null,
      custom_id: 'a',
      webhook_url: 'https://x.example',
      text,
    };
    // As a service may echo it: null for absent, and with fields of the job.
    expect(canonicalRequest(tracked as unknown as InputParameters, true)).toBe(canonicalRequest(request, true));
  });

  it('knows a seed only where it was pinned', () => {
    expect(canonicalRequest(request, false)).toBe(canonicalRequest({ ...request, seed: 8 }, false));
    expect(canonicalRequest(request, true)).not.toBe(canonicalRequest({ ...request, seed: 8 }, true));
    expect(canonicalRequest({ ...request, seed: 0 }, true)).not.toBe(canonicalRequest(request, false));
  });

  it('tells apart what sounds different', () => {
    const others = [{ text: 'Yes, sir' }, { voice: 'v2' }, { speed: 1 }, { voice_2: 'v1' }, { temperature: 0 }];
    const forms = [request, ...others.map((other) => ({ ...request, ...other }))].map((one) =>
      canonicalRequest(one, true),
    );
    expect(new Set(forms).size).toBe(forms.length);
  });
});

describe('a heading', () => {
  const heading = (text: string) => ({ role: null, text });
  const settings = { ...DEFAULT_PROJECT_SETTINGS, narrateHeadings: true, language: 'english' as const };
  const spoken = (text: string, more: Partial<LineRequestInput> = {}) =>
    requestOf([heading(text)], { kind: 'heading', settings, ...more }).text;

  it('is sent as a narrator reads it, in the speaker’s language, if the project asks for that', () => {
    expect(spoken('CHAPTER IV.')).toBe('Chapter four');
    expect(spoken('IV', { override: { language: 'german' } })).toBe('Kapitel vier');
    expect(spoken('IV', { kind: 'title' })).toBe('IV');
    expect(spoken('IV', { kind: 'speech' })).toBe('IV');
    expect(spoken('CHAPTER IV.', { settings: DEFAULT_PROJECT_SETTINGS })).toBe('CHAPTER IV.');
  });

  it('is sent as entered while its text stays the same', () => {
    const override = { readAs: { written: 'IV', spoken: 'The Fourth' } };
    expect(spoken('IV', { override, settings: DEFAULT_PROJECT_SETTINGS })).toBe('The Fourth');
    expect(spoken('V', { override })).toBe('Chapter five');
  });

  it('follows the pronunciation rules', () => {
    expect(spoken('IV', { rules: [{ ...rule, from: 'four', to: 'fore' }] })).toBe('Chapter fore');
  });
});
