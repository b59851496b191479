// Rules about child job parameters: values within the bounds are accepted, and values just outside are refused.
import { BATCH_ENGINE, BOUNDS, LANGUAGES, OUTPUT_FORMATS, QUALITIES, SPEECH_PARAMETERS } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import { isLoopback } from '../http/client.ts';
import { at, type Fields, itemsAt } from '../json.ts';
import { basics } from '../requests/basics.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must } from '../verdict.ts';

const rule = section('Resources and their fields, Input parameters object');
const creationRule = section('Resources and their fields, Child job creation input');

/** Marks a field to omit. */
const OMITTED = Symbol('left out');

interface Parameter {
  readonly name: string;
  readonly accepted?: readonly unknown[];
  /** Invalid values, keyed by the reason that ends the rule's ID. */
  readonly refused: Readonly<Record<string, readonly unknown[]>>;
  readonly make?: typeof rule;
  /** Other fields that the job needs for the parameter to be valid. */
  readonly beside?: Fields;
}

const NOT_TEXT = [7, true, ['a'], { a: 1 }];
const NOT_A_NUMBER = ['fast', '1', true, [1]];
const { speed, sampleRateHz, customIdCharacters } = BOUNDS;
const { rules: temperature } = SPEECH_PARAMETERS.temperature;
const { rules: seed } = SPEECH_PARAMETERS.seed;

const PARAMETERS: readonly Parameter[] = [
  {
    name: 'voice_engine',
    accepted: [BATCH_ENGINE],
    refused: {
      missing: [OMITTED],
      null: [null],
      'of-other-endpoints': ['Svc3.0-mini', 'Svc2.0-turbo', 'Svc2.0'],
      unknown: ['NoSuchEngine', 'svcdialog', ''],
      type: NOT_TEXT,
    },
  },
  { name: 'text', refused: { missing: [OMITTED], null: [null], type: NOT_TEXT } },
  { name: 'voice', refused: { missing: [OMITTED], null: [null], type: NOT_TEXT } },
  { name: 'quality', accepted: QUALITIES, refused: { unknown: ['ultra', ''], type: [3] } },
  { name: 'output_format', accepted: OUTPUT_FORMATS, refused: { unknown: ['aac', 'MP3', ''], type: [3] } },
  {
    name: 'speed',
    accepted: [speed.min, 0.5, 1, 2.5, speed.max],
    refused: { below: [0.09, 0.099, 0, -1], above: [5.001, 5.01, 6], type: NOT_A_NUMBER },
  },
  {
    name: 'sample_rate',
    accepted: [sampleRateHz.min, 22_050, 44_100, sampleRateHz.max],
    refused: {
      below: [7999, 0, -8000],
      above: [48_001, 96_000],
      fraction: [16_000.5],
      type: [...NOT_A_NUMBER, '16000'],
    },
  },
  {
    name: 'seed',
    accepted: [seed.min, 1, 2_147_483_647],
    refused: { below: [-1], fraction: [1.5], type: NOT_A_NUMBER },
  },
  {
    name: 'temperature',
    accepted: [temperature.min, 0.7, 1, temperature.max],
    refused: { below: [-0.01, -1], above: [2.001, 2.01, 3], type: NOT_A_NUMBER },
  },
  { name: 'language', accepted: LANGUAGES, refused: { unknown: ['klingon', 'English', ''], type: [3] } },
  { name: 'voice_2', refused: { type: [7, true] } },
  { name: 'turn_prefix', refused: { type: [7, true] } },
  { name: 'turn_prefix_2', refused: { type: [7, true] } },
  { name: 'voice_conditioning_seconds', accepted: [10], refused: { fraction: [1.5], type: ['long'] } },
  { name: 'voice_conditioning_seconds_2', refused: { fraction: [1.5], type: ['long'] } },
  {
    name: 'custom_id',
    make: creationRule,
    accepted: ['a', 'Z', '0', '-', '_', 'Az-09_', 'x'.repeat(customIdCharacters.max)],
    refused: {
      empty: [''],
      'too-long': ['x'.repeat(customIdCharacters.max + 1), 'x'.repeat(100)],
      pattern: ['a b', 'a.b', 'a/b', 'a:b', 'é', '٣', 'ok\n', ' ok', 'a😀'],
      type: [7],
    },
  },
  {
    name: 'webhook_url',
    make: creationRule,
    refused: { 'no-address': ['not an address'], type: [7] },
  },
];

const jobWith = (context: Context, name: string, value: unknown): Promise<Fields> =>
  context.job({ [name]: value === OMITTED ? undefined : value });

function acceptedRule({ name, accepted = [], make = rule }: Parameter): Rule {
  return make(`child.${name}.accepted`, `${name} ${formatValue(accepted)} accepted, and spoken`, async (context) => {
    const jobs = await Promise.all(accepted.map((value) => jobWith(context, name, value)));
    const { last } = await context.batches.finish(await context.batches.createAccepted({ jobs }));
    for (const child of itemsAt(last, 'jobs')) {
      const value = name === 'custom_id' ? at(child, name) : at(child, 'input', name);
      const ended = at(child, 'status');
      must(ended === 'completed', `the job with ${name} ${formatValue(value)} ended as ${formatValue(ended)}`);
    }
  });
}

function refusedRules({ name, refused, make = rule }: Parameter): Rule[] {
  return Object.entries(refused).map(([reason, values]) => {
    const listed = values.map((value) => (value === OMITTED ? 'left out' : formatValue(value))).join(', ');
    return make(`child.${name}.refused.${reason}`, `400 for ${name} ${listed}`, async (context) => {
      for (const value of values) {
        const reply = await context.batches.create({ jobs: [await jobWith(context, name, value)] });
        must(reply.status === 400, `${reply.status} for ${value === OMITTED ? `no ${name}` : formatValue(value)}`);
      }
    });
  });
}

const echoRule = rule('child.input.echo', 'input contains the parameters of the child job', async (context) => {
  const { asked, child } = await basics(context);
  for (const job of asked) {
    const input = child(String(job['custom_id']))['input'];
    for (const [name, value] of Object.entries(job)) {
      if (value === null || name === 'custom_id') continue;
      must(at(input, name) === value, `${name} ${formatValue(at(input, name))} where ${formatValue(value)} was sent`);
    }
  }
});

const webhookAcceptedRule = creationRule(
  'child.webhook_url.accepted',
  'webhook_url accepts a URL, and the resource returns it',
  async (context) => {
    const url = isLoopback(context.options.baseUrl) ? 'http://127.0.0.1:9/hook' : 'https://example.com/hook';
    const created = await context.batches.createAccepted({
      jobs: [await context.job({ webhook_url: url })],
      webhook_url: url,
    });
    const batch = created.json();
    const [child] = itemsAt(batch, 'jobs');
    must(at(batch, 'webhook_url') === url, `the batch has ${formatValue(at(batch, 'webhook_url'))}`);
    must(at(child, 'webhook_url') === url, `the child job has ${formatValue(at(child, 'webhook_url'))}`);
  },
);

export const PARAMETER_RULES: readonly Rule[] = [
  ...PARAMETERS.filter(({ accepted }) => accepted).map(acceptedRule),
  ...PARAMETERS.flatMap(refusedRules),
  webhookAcceptedRule,
  echoRule,
];
