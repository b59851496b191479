// Requests with at most one invalid part.
import { type NumberRules, PARAMETER_NAMES, PATHS, type ParameterName, SPEECH_PARAMETERS } from '@lectern/tts-protocol';
import type { Call } from './service-calls.ts';

type Chance = () => number;
type Body = Record<string, unknown>;

export interface Attempt extends Call {
  /** The field that is certainly invalid. A 400 response must name it. */
  readonly wrongField?: string;
}

const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;

/** Values that are mostly invalid for strings, numbers and lists. */
const ODD: readonly unknown[] = [
  '',
  ' ',
  '\ud800',
  '\u0000',
  'x'.repeat(30_000),
  0,
  -1,
  1e308,
  -0.5,
  2 ** 53,
  true,
  false,
  [],
  {},
  [null],
  { toString: 1 },
  [[[[[[]]]]]],
];

function wrongValues(name: ParameterName): readonly unknown[] {
  const { rules } = SPEECH_PARAMETERS[name];
  if (rules.kind === 'choice') return ['', 'best', 'klingon', 'English', 7];
  const { min, max, digits }: NumberRules = rules;
  const beyond = max === undefined ? [] : [max + 0.01, max + 1];
  return [min - 0.01, min - 1, -1, ...beyond, ...(digits === 0 ? [min + 0.5, 1e300] : []), '1', [], true];
}

/** Invalid values by field. `null` isn't among them, because it usually means that the field is omitted. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  text: ['', 7, [], {}, true],
  voice: ['', 7, [], 'nobody', 'lectern://voices/none/none/manifest.json'],
  voice_engine: ['', 'Svc9', 7, [], 'svcdialog'],
  output_format: ['', 'aac', 'MP3', 7],
  voice_2: ['', 7, 'nobody'],
  turn_prefix: ['', 7, []],
  ...Object.fromEntries(PARAMETER_NAMES.map((name) => [name, wrongValues(name)])),
};

const BATCH_ONLY: Readonly<Record<string, readonly unknown[]>> = {
  custom_id: ['', 'x'.repeat(31), 'a b', 'ä', 7, 'a\n'],
  webhook_url: ['', 'ftp://127.0.0.1/', 'x', 7, 'javascript:alert(1)'],
};

interface Target {
  readonly path: string;
  readonly engine: string;
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
}

const TARGETS: readonly Target[] = [
  { path: PATHS.batches, engine: 'SvcDialog', fields: { ...WRONG, ...BATCH_ONLY } },
  { path: PATHS.single, engine: 'SvcDialog', fields: WRONG },
  { path: PATHS.stream, engine: 'SvcDialog', fields: WRONG },
];

const inPlace = (path: string, speech: Body): Body => (path === PATHS.batches ? { jobs: [speech] } : speech);
const named = (path: string, field: string): string => (path === PATHS.batches ? `jobs[0].${field}` : field);

/** @param voice a voice that works with every engine except the legacy ones */
export function nearValid(chance: Chance, voice: string): Attempt {
  const kind = chance();
  if (kind < 0.75) return speechAttempt(chance, voice);
  if (kind < 0.85) return otherAttempt(chance, voice);
  return readAttempt(chance);
}

const post = (path: string, body: unknown, wrongField?: string): Attempt => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  ...(wrongField === undefined ? {} : { wrongField }),
});

function speechAttempt(chance: Chance, voice: string): Attempt {
  const { path, engine, fields } = pick(chance, TARGETS);
  const speech: Body = { voice_engine: engine, text: pick(chance, ['Yes.', 'No, sir.', 'é 😀', '…']), voice };
  const way = chance();
  if (way < 0.5) {
    const field = pick(chance, Object.keys(fields));
    return post(path, inPlace(path, { ...speech, [field]: pick(chance, fields[field] ?? []) }), named(path, field));
  }
  if (way < 0.6) {
    const field = pick(chance, ['text', ...(path === PATHS.stream ? [] : ['voice'])]);
    return post(path, inPlace(path, { ...speech, [field]: undefined }), named(path, field));
  }
  if (way < 0.7) {
    const field = pick(chance, ['colour', 'Text', 'jobs', 'constructor', 'hasOwnProperty', '\u0000', 'speed ']);
    return post(path, inPlace(path, { ...speech, [field]: 1 }), named(path, field));
  }
  if (way < 0.9) {
    const field = pick(chance, Object.keys(fields));
    return post(path, inPlace(path, { ...speech, [field]: pick(chance, ODD) }));
  }
  return post(path, inPlace(path, speech));
}

function otherAttempt(chance: Chance, voice: string): Attempt {
  switch (Math.floor(chance() * 6)) {
    case 0:
      return post(PATHS.batches, { jobs: [] }, 'jobs');
    case 1:
      return post(PATHS.batches, { jobs: pick(chance, ODD) });
    case 2:
      return post(PATHS.convert, { content: pick(chance, [[], 'x', 7]), voice }, 'content');
    case 3:
      return post(PATHS.convert, { content: ['One.', pick(chance, ODD)], voice });
    case 4:
      return { ...post(PATHS.clonedVoices, { voice_id: pick(chance, ['', 7, []]) }, 'voice_id'), method: 'DELETE' };
    default:
      return { ...post(PATHS.clonedVoices, { voice_id: pick(chance, ODD) }), method: 'DELETE' };
  }
}

const ENDS: readonly string[] = [
  'bb-0',
  'bb-0/job/bc-0',
  'bb-0/job/custom-id/x',
  'x'.repeat(300),
  '%00',
  '..%2f..',
  "';--",
];

function readAttempt(chance: Chance): Attempt {
  const path = pick(chance, [
    PATHS.voices,
    PATHS.clonedVoices,
    ...ENDS.map((end) => `${PATHS.batches}/${end}`),
    ...ENDS.map((end) => `${PATHS.single}/${end}`),
    '/api/v1/articleStatus?transcriptionId=x',
    '/audio/x.mp3?expires=1&signature=x',
    '/samples/nobody.mp3',
    '/internal/health',
    '/internal/stats',
    '/openapi.json',
  ]);
  const accept = pick(chance, ['*/*', 'application/json', 'text/event-stream', 'audio/mpeg', ';;;', '']);
  return { method: 'GET', path, headers: { accept } };
}
