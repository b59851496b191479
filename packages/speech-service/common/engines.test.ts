import {
  batchCreationSchema,
  type Language,
  STREAM_ENGINES,
  type StreamEngine,
  singleCreationSchema,
  streamCreationSchema,
} from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../http/errors.ts';
import { checkBatch } from '../routes/batches.ts';
import { parseBody } from '../routes/context.ts';
import { checkSingle } from '../routes/single.ts';
import { checkStream } from '../routes/stream.ts';
import { job, VOICE, VOICE_2 } from '../testing/test-service.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import type { FindVoice, KnownVoice } from '../voices/voice-directory.ts';

const OLD_VOICE = 'lectern://voices/en-us/harold-2/manifest.json';
const FRENCH = 'lectern://voices/fr/camille/manifest.json';
const CLONE = 'lectern://voices/cloned/x/manifest.json';
const MINI = 'lectern://voices/elsewhere/mini/manifest.json';

const known = new Map<string, KnownVoice>(LISTED_VOICES.map((voice) => [voice.id, { ...voice, isCloned: false }]));
const [first] = LISTED_VOICES;
if (first === undefined) throw new Error('There are no voices.');
known.set(CLONE, { ...first, id: CLONE, isCloned: true });
known.set(MINI, { ...first, id: MINI, voiceEngine: 'Svc3.0-mini', isCloned: false });
const find: FindVoice = (id) => known.get(id);

/** What is said against a request; nothing where it is good. */
function said(check: () => unknown): string {
  try {
    check();
    return '';
  } catch (error) {
    if (error instanceof ApiError && error.errorId === 'INVALID_PARAMETERS') return error.message;
    throw error;
  }
}

type Asked = Readonly<Record<string, unknown>>;
const ENDPOINTS = {
  batch: (asked: Asked) => said(() => checkBatch(parseBody(batchCreationSchema, { jobs: [asked] }), find, 'loopback')),
  single: (asked: Asked) => said(() => checkSingle(parseBody(singleCreationSchema, asked), find)),
  stream: (asked: Asked) => said(() => checkStream(parseBody(streamCreationSchema, asked), find, LISTED_VOICES)),
};

/** A voice that works with an engine. */
const voiceFor = (engine: StreamEngine): string => (engine.startsWith('Svc2.0') ? OLD_VOICE : VOICE);

describe('which engines an endpoint takes', () => {
  const TAKEN = {
    // "The only engine accepted by the batch endpoint."
    batch: ['SvcDialog'],
    single: ['SvcDialog', 'Svc3.0-mini', 'Svc2.0-turbo', 'Svc2.0'],
    stream: ['SvcDialog', 'Svc3.0-mini', 'Svc2.0-turbo', 'Svc2.0', 'Svc3.0'],
  };
  test.each(['batch', 'single', 'stream'] as const)('%s', (endpoint) => {
    for (const engine of [...STREAM_ENGINES, 'Svc1.0', '']) {
      const complaint = ENDPOINTS[endpoint](job({ voice_engine: engine, voice: voiceFor(engine as StreamEngine) }));
      if (TAKEN[endpoint].includes(engine)) expect(complaint, engine).toBe('');
      else expect(complaint, engine).toContain('voice_engine must be');
    }
  });
});

describe('which voices an engine speaks with', () => {
  const FITTING: Readonly<Record<StreamEngine, readonly string[]>> = {
    SvcDialog: [VOICE, CLONE],
    'Svc3.0-mini': [VOICE, CLONE, MINI],
    'Svc3.0': [VOICE, CLONE, MINI],
    // "Only voices whose `voice_engine` is `Svc2.0` work with it. Every instant clone works with it".
    'Svc2.0-turbo': [OLD_VOICE, CLONE],
    // Programs written for the public service speak instant clones with it.
    'Svc2.0': [OLD_VOICE, CLONE],
  };
  test.each(STREAM_ENGINES)('%s', (engine) => {
    for (const voice of [VOICE, OLD_VOICE, CLONE, MINI]) {
      const expected = FITTING[engine].includes(voice) ? '' : `voice does not work with the engine ${engine}.`;
      expect(ENDPOINTS.stream({ text: 'Hi.', voice, voice_engine: engine }), voice).toBe(expected);
    }
  });

  test('the second voice of a dialog as well as the first', () => {
    const dialog = { voice_2: OLD_VOICE, turn_prefix: 'A:', turn_prefix_2: 'B:' };
    expect(ENDPOINTS.single(job(dialog))).toBe('voice_2 does not work with the engine SvcDialog.');
    expect(ENDPOINTS.batch(job(dialog))).toBe('jobs[0].voice_2 does not work with the engine SvcDialog.');
    expect(ENDPOINTS.batch(job({ ...dialog, voice_2: VOICE_2 }))).toBe('');
  });
});

describe('what an engine speaks', () => {
  test('Svc2.0 is English only', () => {
    const asked = { text: 'Hi.', voice: OLD_VOICE, voice_engine: 'Svc2.0' };
    for (const endpoint of [ENDPOINTS.single, ENDPOINTS.stream]) {
      expect(endpoint({ ...asked, language: 'english' })).toBe('');
      expect(endpoint({ ...asked, language: 'french' })).toBe(
        'language must be "english": the engine Svc2.0 supports no other language.',
      );
      expect(endpoint({ ...asked, language: 'french', voice_engine: 'Svc2.0-turbo' })).toBe('');
    }
    const languages = LISTED_VOICES.filter((voice) => voice.voiceEngine === 'Svc2.0').map((voice) => voice.language);
    expect(languages.length).toBeGreaterThanOrEqual(8);
    expect(new Set(languages)).toEqual(new Set(['English']));
  });

  test.each(STREAM_ENGINES)('dialogs are for SvcDialog: %s', (engine) => {
    const voice = voiceFor(engine);
    const dialog = { voice_2: voice, turn_prefix: 'A:', turn_prefix_2: 'B:' };
    const complaint = ENDPOINTS.stream({ text: 'A: Hi.\nB: Hi.', voice, voice_engine: engine, ...dialog });
    if (engine === 'SvcDialog') return expect(complaint).toBe('');
    for (const field of Object.keys(dialog)) expect(complaint).toContain(`${field} does not work with the engine`);
    return expect(ENDPOINTS.stream({ text: 'A: Hi.', voice, voice_engine: engine, turn_prefix: 'A:' })).toContain(
      'turn_prefix does not work',
    );
  });
});

describe('what is meant where nothing is said', () => {
  const order = (asked: Asked) => checkStream(parseBody(streamCreationSchema, asked), find, LISTED_VOICES).order;
  const languageOf = (asked: Asked): Language | undefined => order({ text: 'Hi.', ...asked }).request.language;

  test('Svc3.0-mini has native 48 kHz sampling; the others have what their voices are spoken at', () => {
    for (const engine of STREAM_ENGINES) {
      const asked = { text: 'Hi.', voice: voiceFor(engine), voice_engine: engine };
      expect(order(asked).sampleRate, engine).toBe(engine.startsWith('Svc3.0') ? 48_000 : undefined);
      expect(order({ ...asked, sample_rate: 16_000 }).sampleRate, engine).toBe(16_000);
    }
  });

  test('English is the default language of Svc3.0-mini; of the others it is the voice’s own', () => {
    expect(languageOf({ voice: FRENCH, voice_engine: 'Svc3.0-mini' })).toBe('english');
    expect(languageOf({ voice: FRENCH, voice_engine: 'Svc3.0-mini', language: 'french' })).toBe('french');
    expect(languageOf({ voice: FRENCH, voice_engine: 'SvcDialog' })).toBeUndefined();
    expect(languageOf({ voice: OLD_VOICE, voice_engine: 'Svc2.0-turbo' })).toBeUndefined();
  });

  test('a voice alone stands for its own engine, and nothing at all for the newest one', () => {
    const engineOf = (voice: string): string => checkSingle({ text: 'Hi.', voice }, find).input.voice_engine;
    expect([VOICE, OLD_VOICE, CLONE, MINI].map(engineOf)).toEqual(['SvcDialog', 'Svc2.0', 'SvcDialog', 'Svc3.0-mini']);
    expect(order({ text: 'Hi.', voice: MINI }).sampleRate).toBe(48_000);
    expect(order({ text: 'Hi.' }).request.turns).toEqual([{ voice: first?.id, text: 'Hi.' }]);
  });

  test('an engine alone speaks with the first voice of the listing that fits it', () => {
    for (const engine of STREAM_ENGINES) {
      const fitting = engine.startsWith('Svc2.0') ? voiceFor(engine) : first.id;
      expect(order({ text: 'Hi.', voice_engine: engine }).request.turns[0]?.voice).toBe(fitting);
    }
    expect(said(() => checkStream({ text: 'Hi.', voice_engine: 'Svc2.0' }, find, [first]))).toBe(
      'voice_engine Svc2.0 has no voices on this service.',
    );
  });

  test('a single job keeps what it was asked for, with its engine and one seed', () => {
    const { input, order: made, characters } = checkSingle({ text: 'Hi. 😀', voice: OLD_VOICE }, find);
    expect(input).toEqual({ text: 'Hi. 😀', voice: OLD_VOICE, voice_engine: 'Svc2.0' });
    expect(characters).toBe(5);
    expect(made.request.seed).toBeGreaterThanOrEqual(0);
    expect(checkSingle({ text: 'Hi.', voice: OLD_VOICE, seed: 7 }, find).order.request.seed).toBe(7);
  });
});

test('each wrong field is named', () => {
  const asked = {
    text: 'x'.repeat(20_001),
    voice: 'nobody',
    voice_engine: 'Svc2.0',
    language: 'thai',
    turn_prefix: 'A',
  };
  expect(ENDPOINTS.single(asked)).toBe(
    'text must be at most 20000 characters long (it has 20001); voice is not a voice of this service; ' +
      'turn_prefix does not work with the engine Svc2.0: dialogs need SvcDialog; ' +
      'language must be "english": the engine Svc2.0 supports no other language.',
  );
});
