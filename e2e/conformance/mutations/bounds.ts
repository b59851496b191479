// Wrong bounds: valid values are refused, or invalid ones accepted.
import { formatValue } from '../verdict.ts';
import { changeJobs, changeRequests, type Mutation, refusalResponse, refuseJobs } from './mutation.ts';

/** Makes the service accept invalid values for a parameter, by replacing them with valid ones. */
const acceptsInvalid = (
  name: string,
  matches: (value: unknown) => boolean,
  replacement: unknown,
  noticedBy: string,
): Mutation => ({
  name: `${name}: more is taken, as ${formatValue(replacement)} (${noticedBy})`,
  noticedBy: [noticedBy],
  ...changeJobs((job) => {
    if (name in job ? matches(job[name]) : matches(undefined)) job[name] = replacement;
  }),
});

/** Refuses valid values for a parameter. */
const refusesValid = (name: string, matches: (value: unknown) => boolean): Mutation => ({
  name: `${name}: a right value is refused`,
  noticedBy: [`child.${name}.accepted`],
  ...refuseJobs((job) => matches(job[name])),
});

const isBetween = (low: number, high: number) => (value: unknown) => Number(value) >= low && Number(value) <= high;
const isFraction = (value: unknown): boolean => Number(value) % 1 > 0;
const hasLength = (length: number) => (value: unknown) => typeof value === 'string' && value.length === length;

export const BOUND_MUTATIONS: readonly Mutation[] = [
  acceptsInvalid('speed', isBetween(0.05, 0.0999), 0.1, 'child.speed.refused.below'),
  acceptsInvalid('speed', isBetween(5.0001, 5.02), 5, 'child.speed.refused.above'),
  acceptsInvalid('speed', (value) => typeof value === 'string', 1, 'child.speed.refused.type'),
  acceptsInvalid('temperature', (value) => value === '1', 1, 'child.temperature.refused.type'),
  refusesValid('speed', (value) => value === 5),
  acceptsInvalid('sample_rate', (value) => value === 7999, 8000, 'child.sample_rate.refused.below'),
  acceptsInvalid('sample_rate', (value) => value === 48_001, 48_000, 'child.sample_rate.refused.above'),
  acceptsInvalid('sample_rate', isFraction, 16_000, 'child.sample_rate.refused.fraction'),
  refusesValid('sample_rate', (value) => value === 48_000),
  acceptsInvalid('seed', (value) => value === -1, 0, 'child.seed.refused.below'),
  acceptsInvalid('seed', isFraction, 1, 'child.seed.refused.fraction'),
  refusesValid('seed', (value) => value === 0),
  acceptsInvalid('temperature', isBetween(-0.5, -0.001), 0, 'child.temperature.refused.below'),
  acceptsInvalid('temperature', isBetween(2.0001, 2.1), 2, 'child.temperature.refused.above'),
  refusesValid('temperature', (value) => value === 2),
  acceptsInvalid('language', (value) => value === 'klingon', null, 'child.language.refused.unknown'),
  refusesValid('language', (value) => value === 'xhosa'),
  acceptsInvalid('quality', (value) => value === 'ultra', 'high', 'child.quality.refused.unknown'),
  refusesValid('quality', (value) => value === 'premium'),
  acceptsInvalid('output_format', (value) => value === 'aac', 'mp3', 'child.output_format.refused.unknown'),
  refusesValid('output_format', (value) => value === 'mulaw'),
  acceptsInvalid(
    'voice_engine',
    (value) => value === 'NoSuchEngine',
    'SvcDialog',
    'child.voice_engine.refused.unknown',
  ),
  acceptsInvalid(
    'voice_engine',
    (value) => value === 'Svc3.0-mini',
    'SvcDialog',
    'child.voice_engine.refused.of-other-endpoints',
  ),
  acceptsInvalid('voice_engine', (value) => value === undefined, 'SvcDialog', 'child.voice_engine.refused.missing'),
  acceptsInvalid('text', (value) => value === undefined, 'Yes.', 'child.text.refused.missing'),
  acceptsInvalid('text', (value) => value === 7, '7', 'child.text.refused.type'),
  acceptsInvalid(
    'voice_conditioning_seconds',
    (value) => value === 1.5,
    1,
    'child.voice_conditioning_seconds.refused.fraction',
  ),
  acceptsInvalid('custom_id', hasLength(31), 'a', 'child.custom_id.refused.too-long'),
  acceptsInvalid('custom_id', (value) => value === '', 'a', 'child.custom_id.refused.empty'),
  acceptsInvalid('custom_id', (value) => value === 'a b', 'ab', 'child.custom_id.refused.pattern'),
  acceptsInvalid('custom_id', (value) => value === 'ok\n', 'ok', 'child.custom_id.refused.pattern'),
  refusesValid('custom_id', hasLength(30)),
  acceptsInvalid('webhook_url', (value) => value === 'not an address', null, 'child.webhook_url.refused.no-address'),
  {
    name: '51 jobs are taken',
    noticedBy: ['batch.jobs.fifty-one'],
    ...changeRequests((body) => void body.jobs.splice(50)),
  },
  {
    name: '50 jobs are refused',
    noticedBy: ['batch.jobs.fifty'],
    ...changeRequests((body) => (body.jobs.length === 50 ? refusalResponse() : undefined)),
  },
  {
    name: 'one job is refused',
    noticedBy: ['batch.jobs.one', 'batch.required-alone'],
    ...changeRequests((body) => (body.jobs.length === 1 ? refusalResponse() : undefined)),
  },
  {
    name: 'a batch without jobs is taken',
    noticedBy: ['batch.jobs.none'],
    ...changeRequests((body) => (body.jobs.length === 0 ? refusalResponse(201) : undefined)),
  },
  {
    name: 'null is refused',
    noticedBy: ['batch.nulls'],
    ...refuseJobs((job) => job['quality'] === null),
  },
  {
    name: 'a wrong job is left out silently',
    noticedBy: ['batch.one-wrong-job'],
    ...changeRequests((body) => {
      if (body.jobs.length > 1) body.jobs = body.jobs.filter((job) => job['speed'] !== 9);
    }),
  },
  {
    name: 'a webhook_url that is none is taken',
    noticedBy: ['batch.webhook-url.no-address'],
    ...changeRequests((body) => {
      if (body.webhook_url === 'not an address') body.webhook_url = null;
    }),
  },
];
