// Wrong bounds: valid values are refused, or invalid ones accepted.
import { shown } from '../verdict.ts';
import { jobs, type Mutation, refusal, refusing, requests } from './mutation.ts';

/** Accepts invalid values of a parameter by replacing them with valid ones. */
const taking = (name: string, wrong: (value: unknown) => boolean, instead: unknown, noticedBy: string): Mutation => ({
  name: `${name}: more is taken, as ${shown(instead)} (${noticedBy})`,
  noticedBy: [noticedBy],
  ...jobs((job) => {
    if (name in job ? wrong(job[name]) : wrong(undefined)) job[name] = instead;
  }),
});

/** Refuses valid values of a parameter. */
const refusingOf = (name: string, wrong: (value: unknown) => boolean): Mutation => ({
  name: `${name}: a right value is refused`,
  noticedBy: [`child.${name}.accepted`],
  ...refusing((job) => wrong(job[name])),
});

const within = (low: number, high: number) => (value: unknown) => Number(value) >= low && Number(value) <= high;
const isFraction = (value: unknown): boolean => Number(value) % 1 > 0;
const hasLength = (length: number) => (value: unknown) => typeof value === 'string' && value.length === length;

export const BOUND_MUTATIONS: readonly Mutation[] = [
  taking('speed', within(0.05, 0.0999), 0.1, 'child.speed.refused.below'),
  taking('speed', within(5.0001, 5.02), 5, 'child.speed.refused.above'),
  taking('speed', (value) => typeof value === 'string', 1, 'child.speed.refused.type'),
  taking('temperature', (value) => value === '1', 1, 'child.temperature.refused.type'),
  refusingOf('speed', (value) => value === 5),
  taking('sample_rate', (value) => value === 7999, 8000, 'child.sample_rate.refused.below'),
  taking('sample_rate', (value) => value === 48_001, 48_000, 'child.sample_rate.refused.above'),
  taking('sample_rate', isFraction, 16_000, 'child.sample_rate.refused.fraction'),
  refusingOf('sample_rate', (value) => value === 48_000),
  taking('seed', (value) => value === -1, 0, 'child.seed.refused.below'),
  taking('seed', isFraction, 1, 'child.seed.refused.fraction'),
  refusingOf('seed', (value) => value === 0),
  taking('temperature', within(-0.5, -0.001), 0, 'child.temperature.refused.below'),
  taking('temperature', within(2.0001, 2.1), 2, 'child.temperature.refused.above'),
  refusingOf('temperature', (value) => value === 2),
  taking('language', (value) => value === 'klingon', null, 'child.language.refused.unknown'),
  refusingOf('language', (value) => value === 'xhosa'),
  taking('quality', (value) => value === 'ultra', 'high', 'child.quality.refused.unknown'),
  refusingOf('quality', (value) => value === 'premium'),
  taking('output_format', (value) => value === 'aac', 'mp3', 'child.output_format.refused.unknown'),
  refusingOf('output_format', (value) => value === 'mulaw'),
  taking('voice_engine', (value) => value === 'NoSuchEngine', 'SvcDialog', 'child.voice_engine.refused.unknown'),
  taking(
    'voice_engine',
    (value) => value === 'Svc3.0-mini',
    'SvcDialog',
    'child.voice_engine.refused.of-other-endpoints',
  ),
  taking('voice_engine', (value) => value === undefined, 'SvcDialog', 'child.voice_engine.refused.missing'),
  taking('text', (value) => value === undefined, 'Yes.', 'child.text.refused.missing'),
  taking('text', (value) => value === 7, '7', 'child.text.refused.type'),
  taking(
    'voice_conditioning_seconds',
    (value) => value === 1.5,
    1,
    'child.voice_conditioning_seconds.refused.fraction',
  ),
  taking('custom_id', hasLength(31), 'a', 'child.custom_id.refused.too-long'),
  taking('custom_id', (value) => value === '', 'a', 'child.custom_id.refused.empty'),
  taking('custom_id', (value) => value === 'a b', 'ab', 'child.custom_id.refused.pattern'),
  taking('custom_id', (value) => value === 'ok\n', 'ok', 'child.custom_id.refused.pattern'),
  refusingOf('custom_id', hasLength(30)),
  taking('webhook_url', (value) => value === 'not an address', null, 'child.webhook_url.refused.no-address'),
  {
    name: '51 jobs are taken',
    noticedBy: ['batch.jobs.fifty-one'],
    ...requests((body) => void body.jobs.splice(50)),
  },
  {
    name: '50 jobs are refused',
    noticedBy: ['batch.jobs.fifty'],
    ...requests((body) => (body.jobs.length === 50 ? refusal() : undefined)),
  },
  {
    name: 'one job is refused',
    noticedBy: ['batch.jobs.one', 'batch.required-alone'],
    ...requests((body) => (body.jobs.length === 1 ? refusal() : undefined)),
  },
  {
    name: 'a batch without jobs is taken',
    noticedBy: ['batch.jobs.none'],
    ...requests((body) => (body.jobs.length === 0 ? refusal(201) : undefined)),
  },
  {
    name: 'null is refused',
    noticedBy: ['batch.nulls'],
    ...refusing((job) => job['quality'] === null),
  },
  {
    name: 'a wrong job is left out silently',
    noticedBy: ['batch.one-wrong-job'],
    ...requests((body) => {
      if (body.jobs.length > 1) body.jobs = body.jobs.filter((job) => job['speed'] !== 9);
    }),
  },
  {
    name: 'a webhook_url that is none is taken',
    noticedBy: ['batch.webhook-url.no-address'],
    ...requests((body) => {
      if (body.webhook_url === 'not an address') body.webhook_url = null;
    }),
  },
];
