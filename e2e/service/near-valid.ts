// Requests with at most one invalid part.
import { type NumberRules, PARAMETER_NAMES, PATHS, type ParameterName, SPEECH_PARAMETERS } from '@lectern/tts-protocol';
import type { Call } from './service-calls.ts';

type Random = () => number;
type Body = Record<string, unknown>;

export interface Attempt extends Call {
  /** The field that is certainly invalid. A 400 response must name it. */
  readonly wrongField?: string;
}

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** Values that most string, number and list fields don't accept. */
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

function invalidValues(name: ParameterName): readonly unknown[] {
  const { rules } = SPEECH_PARAMETERS[name];
  if (rules.kind === 'choice') return ['', 'best', 'klingon', 'English', 7];
  const { min, max, digits }: NumberRules = rules;
  const beyond = max === undefined ? [] : [max + 0.01, max + 1];
  return [min - 0.01, min - 1, -1, ...beyond, ...(digits === 0 ? [min + 0.5, 1e300] : []), '1', [], true];
}

/** Invalid values by field. Doesn't include `null`, which usually means that the field is omitted. */
const INVALID: Readonly<Record<string, readonly unknown[]>> = {
  text: ['', 7, [], {}, true],
  voice: ['', 7, [], 'nobody', 'lectern://voices/none/none/manifest.json'],
  voice_engine: ['', 'Svc9', 7, [], 'svcdialog'],
  output_format: ['', 'aac', 'MP3', 7],
  voice_2: ['', 7, 'nobody'],
  turn_prefix: ['', 7, []],
  ...Object.fromEntries(PARAMETER_NAMES.map((name) => [name, invalidValues(name)])),
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
  { path: PATHS.batches, engine: 'SvcDialog', fields: { ...INVALID, ...BATCH_ONLY } },
  { path: PATHS.single, engine: 'SvcDialog', fields: INVALID },
  { path: PATHS.stream, engine: 'SvcDialog', fields: INVALID },
];

const requestBody = (path: string, speech: Body): Body => (path === PATHS.batches ? { jobs: [speech] } : speech);
const fieldPath = (path: string, field: string): string => (path === PATHS.batches ? `jobs[0].${field}` : field);

/** @param voice a voice that works with every engine except the legacy ones */
export function nearValidRequest(random: Random, voice: string): Attempt {
  const kind = random();
  if (kind < 0.75) return speechAttempt(random, voice);
  if (kind < 0.85) return nonSpeechAttempt(random, voice);
  return readAttempt(random);
}

const post = (path: string, body: unknown, wrongField?: string): Attempt => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  ...(wrongField === undefined ? {} : { wrongField }),
});

function speechAttempt(random: Random, voice: string): Attempt {
  const { path, engine, fields } = pick(random, TARGETS);
  const speech: Body = { voice_engine: engine, text: pick(random, ['Yes.', 'No, sir.', 'é 😀', '…']), voice };
  const way = random();
  if (way < 0.5) {
    const field = pick(random, Object.keys(fields));
    return post(
      path,
      requestBody(path, { ...speech, [field]: pick(random, fields[field] ?? []) }),
      fieldPath(path, field),
    );
  }
  if (way < 0.6) {
    const field = pick(random, ['text', ...(path === PATHS.stream ? [] : ['voice'])]);
    return post(path, requestBody(path, { ...speech, [field]: undefined }), fieldPath(path, field));
  }
  if (way < 0.7) {
    const field = pick(random, ['colour', 'Text', 'jobs', 'constructor', 'hasOwnProperty', '\u0000', 'speed ']);
    return post(path, requestBody(path, { ...speech, [field]: 1 }), fieldPath(path, field));
  }
  if (way < 0.9) {
    const field = pick(random, Object.keys(fields));
    return post(path, requestBody(path, { ...speech, [field]: pick(random, ODD) }));
  }
  return post(path, requestBody(path, speech));
}

function nonSpeechAttempt(random: Random, voice: string): Attempt {
  switch (Math.floor(random() * 6)) {
    case 0:
      return post(PATHS.batches, { jobs: [] }, 'jobs');
    case 1:
      return post(PATHS.batches, { jobs: pick(random, ODD) });
    case 2:
      return post(PATHS.convert, { content: pick(random, [[], 'x', 7]), voice }, 'content');
    case 3:
      return post(PATHS.convert, { content: ['One.', pick(random, ODD)], voice });
    case 4:
      return { ...post(PATHS.clonedVoices, { voice_id: pick(random, ['', 7, []]) }, 'voice_id'), method: 'DELETE' };
    default:
      return { ...post(PATHS.clonedVoices, { voice_id: pick(random, ODD) }), method: 'DELETE' };
  }
}

const PATH_ENDINGS: readonly string[] = [
  'bb-0',
  'bb-0/job/bc-0',
  'bb-0/job/custom-id/x',
  'x'.repeat(300),
  '%00',
  '..%2f..',
  "';--",
];

function readAttempt(random: Random): Attempt {
  const path = pick(random, [
    PATHS.voices,
    PATHS.clonedVoices,
    ...PATH_ENDINGS.map((end) => `${PATHS.batches}/${end}`),
    ...PATH_ENDINGS.map((end) => `${PATHS.single}/${end}`),
    '/api/v1/articleStatus?transcriptionId=x',
    '/audio/x.mp3?expires=1&signature=x',
    '/samples/nobody.mp3',
    '/internal/health',
    '/internal/stats',
    '/openapi.json',
  ]);
  const accept = pick(random, ['*/*', 'application/json', 'text/event-stream', 'audio/mpeg', ';;;', '']);
  return { method: 'GET', path, headers: { accept } };
}
