import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/test-service.ts';
import { LISTED_VOICES } from '../../voices/catalogue.ts';
import { configurationSchema } from './configuration-schema.ts';
import { mapVoices } from './configured-engines.ts';
import { readConfiguration, SpeechConfigurationError } from './read-configuration.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'speech.json');
});
afterEach(() => folder.remove());

const VOICE = { voice: 'af_heart', name: 'Heart', languageCode: 'en-US', gender: 'female' };
const KOKORO = { name: 'kokoro', kind: 'openai', url: 'http://127.0.0.1:8880', model: 'kokoro', voices: [VOICE] };
const PIPER = {
  name: 'piper',
  kind: 'piper',
  model: 'voices/de.onnx',
  voices: [{ id: 'thorsten', name: 'Thorsten', language: 'german' }],
};

function read(value: unknown): ReturnType<typeof readConfiguration> {
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return readConfiguration(path, true);
}

/** What is wrong, without the words around it. */
function complaint(value: unknown): string {
  try {
    read(value);
  } catch (error) {
    if (!(error instanceof SpeechConfigurationError)) throw error;
    const { message } = error;
    expect(message.startsWith(`The speech configuration ${path} `)).toBe(true);
    expect(message).not.toContain('\n');
    return message.slice(`The speech configuration ${path} `.length);
  }
  throw new Error('Nothing was found wrong.');
}

const wrong = (what: string): string => `is invalid: ${what}. Correct it, or move the file away to start without it.`;
const engine = (different: Readonly<Record<string, unknown>>) => ({ engines: [{ ...KOKORO, ...different }] });
const voice = (different: Readonly<Record<string, unknown>>) => engine({ voices: [{ ...VOICE, ...different }] });

describe('the file', () => {
  test('need not be there, unless it was named', () => {
    expect(readConfiguration(path, false)).toBeUndefined();
    expect(() => readConfiguration(path, true)).toThrow(
      `${path} can't be read (ENOENT): create it, or choose another file with --speech-config.`,
    );
  });

  test('may begin with a mark of its encoding, and name no engine at all', () => {
    expect(read(`\ufeff${JSON.stringify({ engines: [] })}`)).toEqual({ engines: [] });
  });

  test('that is no JSON is told without a word of it: it may be a key', () => {
    const text = '{\n  "engines": [{"key": "sk-secret" "url": ""}]\n}';
    expect(complaint(text)).toMatch(/^is not valid JSON \(line 2, column \d+\): correct it/);
    expect(complaint('sk-secret')).not.toContain('secret');
    expect(complaint('')).toContain('is not valid JSON');
  });
});

describe('what is wrong in it', () => {
  test('is told with the field', () => {
    expect(complaint([])).toBe(wrong('the configuration must be an object'));
    expect(complaint({})).toBe(wrong('engines is missing'));
    expect(complaint({ engines: [], voices: [] })).toBe(wrong('voices is not a known field'));
    expect(complaint(engine({ kind: 'coqui' }))).toBe(
      wrong('engines[0].kind must be one of openai, piper, piper-http'),
    );
    expect(complaint(engine({ name: 'My Engine' }))).toContain('engines[0].name must consist of lower-case letters');
    expect(complaint(engine({ url: 'ftp://host' }))).toContain('engines[0].url must be a URL that starts with');
    expect(complaint(engine({ url: 'http://me:pw@127.0.0.1' }))).toContain('must not contain a user name or password');
    expect(complaint(engine({ model: undefined }))).toBe(wrong('engines[0].model is missing'));
    expect(complaint(engine({ concurrency: 0 }))).toBe(wrong('engines[0].concurrency must be at least 1'));
    expect(complaint(engine({ timeouts: { idle: 5 } }))).toBe(wrong('engines[0].timeouts.idle is not a known field'));
    expect(complaint(engine({ responseFormat: 'mp3' }))).toBe(
      wrong('engines[0].responseFormat must be one of "wav", "pcm"'),
    );
    expect(complaint(engine({ voices: [] }))).toBe(wrong('engines[0].voices must have at least 1 item'));
    expect(complaint(voice({ gender: 'woman' }))).toContain('engines[0].voices[0].gender must be one of "female"');
    expect(complaint(voice({ voiceEngine: 'Svc9' }))).toContain('engines[0].voices[0].voiceEngine must be one of');
    expect(complaint(voice({ speaker: 1 }))).toBe(wrong('engines[0].voices[0].speaker is not a known field'));
    expect(complaint(voice({ language: 'klingon' }))).toContain('engines[0].voices[0].language must be one of');
  });

  test('is told where several fields don’t fit', () => {
    expect(complaint(voice({ languageCode: undefined }))).toBe(
      wrong('engines[0].voices[0].language is missing: set it, or set languageCode'),
    );
    expect(complaint(voice({ languageCode: 'fi' }))).toContain('voices[0].sampleText is missing');
    expect(complaint(engine({ key: 'sk-secret', keyEnv: 'KEY' }))).toBe(
      wrong("engines[0].keyEnv can't be combined with key: use only one of them"),
    );
    const open = complaint(engine({ url: 'http://192.168.1.5:8880', key: 'sk-secret' }));
    expect(open).toBe(wrong('engines[0].url must start with https://, because a key is sent to it'));
    expect(complaint({ engines: [{ ...PIPER, model: undefined }] })).toBe(
      wrong('engines[0].voices[0].model is missing: set it for the voice or for the engine'),
    );
    expect(complaint(voice({ voice: '声' }))).toContain("voices[0].id is missing: it can't be derived from the name");
  });

  test('is a name or an identifier that is there already', () => {
    expect(complaint({ engines: [KOKORO, KOKORO] })).toContain('engines[1].name is the same as engines[0].name');
    for (const name of ['embedded', 'en-gb', 'de', 'cloned']) {
      expect(complaint(engine({ name })), name).toContain('engines[0].name is reserved');
    }
    const twice = engine({ voices: [VOICE, { ...VOICE, voice: 'AF Heart', name: 'Other' }] });
    expect(complaint(twice)).toContain(
      'engines[0].voices[1].id would be the same as that of engines[0].voices[0] ("af-heart"): choose another id',
    );
  });
});

describe('the voices', () => {
  const mapped = (one: unknown) => {
    const [first] = configurationSchema.parse({ engines: [one] }).engines;
    return first === undefined ? [] : mapVoices(first, '/etc/lectern');
  };

  test('are listed as the configuration describes them, with identifiers that stay', () => {
    const [heart] = mapped(KOKORO);
    expect(heart?.there).toEqual({ voice: 'af_heart', model: undefined, speaker: undefined });
    expect(heart?.here).toMatchObject({
      id: 'lectern://voices/kokoro/af-heart/manifest.json',
      slug: 'kokoro--af-heart',
      name: 'Heart',
      language: 'English',
      languageCode: 'en-US',
      gender: 'female',
      age: 'adult',
      accent: 'English',
      style: null,
      voiceEngine: 'SvcDialog',
    });
    expect(heart?.here.sampleText).toMatch(/^Good morning/);
    const [thorsten] = mapped(PIPER);
    expect(thorsten?.here).toMatchObject({ id: 'lectern://voices/piper/thorsten/manifest.json', languageCode: 'de' });
  });

  test('may be of a language that the service has none of', () => {
    const other = { ...VOICE, languageCode: 'fi-FI', sampleText: 'Hyvää huomenta.' };
    expect(mapped({ ...KOKORO, voices: [other] })[0]?.here).toMatchObject({
      language: 'Finnish',
      languageCode: 'fi-FI',
      sampleText: 'Hyvää huomenta.',
    });
    const chinese = mapped({ ...KOKORO, voices: [{ ...VOICE, languageCode: 'cmn-CN' }] });
    expect(chinese[0]?.here.language).toBe('Mandarin Chinese');
  });

  test('have models in the configuration’s folder, and identifiers made of their names', () => {
    const voices = [
      { name: 'A', language: 'english', model: 'voices/en_GB-alan-medium.onnx' },
      { name: 'B', language: 'english', model: '/opt/en_US-libri.onnx', speaker: 3 },
    ];
    const both = mapped({ ...PIPER, voices });
    expect(both.map(({ here }) => here.id.split('/')[4])).toEqual(['en-gb-alan-medium', 'en-us-libri-3']);
    expect(both.map(({ there }) => there.model)).toEqual([
      '/etc/lectern/voices/en_GB-alan-medium.onnx',
      '/opt/en_US-libri.onnx',
    ]);
  });

  test('have a new sample each time that they are mapped to another voice', () => {
    const [before, same, other] = [
      mapped(KOKORO),
      mapped({ ...KOKORO, concurrency: 1 }),
      mapped({ ...KOKORO, voices: [{ ...VOICE, id: 'af-heart', voice: 'af_bella' }] }),
    ].map((voices) => voices[0]?.here);
    expect(same?.edition).toBe(before?.edition);
    expect(other?.id).toBe(before?.id);
    expect(other?.edition).not.toBe(before?.edition);
    expect(LISTED_VOICES.every(({ slug }) => !slug.includes('--'))).toBe(true);
  });
});
