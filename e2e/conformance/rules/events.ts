// Rules about the events of single asynchronous generation.
import { completedEventSchema, generatingEventSchema, STAGES } from '@lectern/tts-protocol';
import { decodeSound, rmsLevel, secondsOf } from '../audio/sound.ts';
import type { Context } from '../context.ts';
import type { Block } from '../http/event-stream.ts';
import { type Fields, textAt } from '../json.ts';
import { generate, generationBody, parseEventData, pingsOf, sharedGeneration } from '../requests/generation.ts';
import { type Rule, section } from '../rule.ts';
import { formatValue, must, NotTested } from '../verdict.ts';

const endpoint = section('Endpoints, POST /api/v2/tts');
const events = section('Events, Event stream of POST /api/v2/tts');
const states = section('States and transitions');

const STAGES_WITH_PROGRESS = ['preload', 'generate', 'postprocessing'];

const sharedEventData = async (context: Context) => parseEventData((await sharedGeneration(context)).blocks);

/** Returns the data of all events of one kind. @throws {Broken} if there are none */
async function eventsOfKind(context: Context, kind: string): Promise<Fields[]> {
  const list = (await sharedEventData(context)).filter((event) => event.kind === kind).map(({ data }) => data);
  must(list.length > 0, `no event "${kind}"`);
  return list;
}

async function completedEvent(context: Context): Promise<Fields> {
  const [data = {}] = await eventsOfKind(context, 'completed');
  return data;
}

const progressValues = async (context: Context): Promise<number[]> =>
  (await sharedEventData(context)).map(({ data }) => Number(data['progress']));

const rangeRule = states('events.progress.range', 'progress is a number from 0 to 1', async (context) => {
  for (const { data } of await sharedEventData(context)) {
    const progress = data['progress'];
    must(typeof progress === 'number' && progress >= 0 && progress <= 1, `progress ${formatValue(progress)}`);
  }
});

const monotonicRule = states('events.progress-never-falls', 'progress does not decrease', async (context) => {
  const all = await progressValues(context);
  const fall = all.findIndex((progress, index) => progress < (all[index - 1] ?? 0));
  must(fall === -1, `${all[fall]} after ${all[fall - 1]}`);
});

const orderRule = states('events.order', `the stages come in the order ${STAGES.join(', ')}`, async (context) => {
  const stages = (await sharedEventData(context)).map(({ data }) => data['stage']);
  const places = stages.map((stage) => STAGES.indexOf(stage as (typeof STAGES)[number]));
  const wrong = places.findIndex((place, index) => place < (places[index - 1] ?? 0));
  must(wrong === -1, `${formatValue(stages[wrong])} after ${formatValue(stages[wrong - 1])}`);
});

const allStagesRule = states(
  'events.all-stages',
  'each stage is reached from the one before it: none is left out',
  async (context) => {
    const stages = (await sharedEventData(context)).map(({ data }) => data['stage']);
    const missing = STAGES.filter((stage) => !stages.includes(stage));
    must(missing.length === 0, `no event for ${missing.join(', ')}`);
  },
);

const stageProgressRule = events(
  'events.stage-progress',
  `stageProgress is a number from 0 to 1 in the stages ${STAGES_WITH_PROGRESS.join(', ')}`,
  async (context) => {
    for (const { stage, stageProgress: progress } of await eventsOfKind(context, 'generating')) {
      if (!STAGES_WITH_PROGRESS.includes(String(stage))) continue;
      must(
        typeof progress === 'number' && progress >= 0 && progress <= 1,
        `stageProgress ${formatValue(progress)} in ${formatValue(stage)}`,
      );
    }
  },
);

const stageProgressRisesRule = states(
  'events.stage-progress.rises',
  'stageProgress goes from 0 to 1 in its stage',
  async (context) => {
    const last = new Map<unknown, number>();
    for (const { stage, stageProgress: progress } of await eventsOfKind(context, 'generating')) {
      if (typeof progress !== 'number') continue;
      const before = last.get(stage) ?? 0;
      must(progress >= before, `stageProgress ${progress} after ${before} in ${formatValue(stage)}`);
      last.set(stage, progress);
    }
  },
);

const schemaRule = (kind: 'generating' | 'completed', expected: string): Rule =>
  events(`events.${kind}`, expected, async (context) => {
    const schema = kind === 'generating' ? generatingEventSchema : completedEventSchema;
    for (const data of await eventsOfKind(context, kind)) {
      const result = schema.safeParse(data);
      must(result.success, () => {
        const issue = result.error?.issues[0];
        return `${issue?.path.join('.')}: ${issue?.message} in ${formatValue(data)}`;
      });
    }
  });

const audioRule = events(
  'events.audio',
  'the url of "completed" gives the audio, with its size and duration',
  async (context) => {
    const { url, size, duration } = await completedEvent(context);
    must(typeof url === 'string', `url ${formatValue(url)}`);
    const bytes = await context.client.download(url);
    must(size === bytes.length, `size ${formatValue(size)}, the file has ${bytes.length} bytes`);
    const sound = await decodeSound(bytes);
    const seconds = secondsOf(sound);
    must(
      Math.abs(Number(duration) - seconds) <= 0.15 + 0.01 * seconds,
      `duration ${formatValue(duration)}, the file has ${seconds.toFixed(2)} s`,
    );
    must(rmsLevel(sound) > 0.001, 'silence');
  },
);

const ISO_8601 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/;

const PING_SECONDS = 15;
/** A text that is long enough for most services to send a ping, and within the length limit. */
const LONG_SENTENCE = 'The early train to the coast leaves at nine from the second platform, as it always did. ';
const LONG_TEXT = LONG_SENTENCE.repeat(220);

const pingRule = events(
  'events.ping.plain-text',
  'a ping has an ISO 8601 timestamp as plain text, not JSON',
  async (context) => {
    const { blocks } = await sharedGeneration(context);
    const heard = [...blocks];
    if (context.options.slow && !heard.some(({ event }) => event === 'ping')) {
      const long = await generate(context, await generationBody(context, LONG_TEXT), 600);
      const lasted = (long.blocks.at(-1)?.atMs ?? 0) / 1000;
      const pinged = long.blocks.some(({ event }) => event === 'ping');
      // Allow gaps of two intervals, because the specified interval is approximate.
      must(pinged || lasted < 2 * PING_SECONDS, `no ping in a stream of ${lasted.toFixed(0)} s`);
      heard.push(...long.blocks);
    }
    for (const { data } of pingsOf(heard)) must(ISO_8601.test(data ?? ''), `the data ${formatValue(data)}`);
  },
);

/** If a job takes less than this many milliseconds, late events can't be distinguished from timely ones. */
const MIN_CONCLUSIVE_MS = 80;

/** If a job takes at least this many milliseconds, its result is conclusive, and no longer job is tried. */
const CONCLUSIVE_MS = 1000;

const liveRule = section('Events, Event stream of POST /api/v2/tts', 'alone')(
  'events.as-they-happen',
  'events come while the job goes on, not all at its end',
  async (context) => {
    /** Returns whether the first event arrived well before the last. Then the stream needn't be read any further. */
    const early = (blocks: readonly Block[]): boolean => {
      const last = blocks.at(-1)?.atMs ?? 0;
      return last >= MIN_CONCLUSIVE_MS && (blocks[0]?.atMs ?? 0) <= 0.6 * last;
    };
    let came = '';
    for (const sentences of [10, 50, 200]) {
      const body = await generationBody(context, LONG_SENTENCE.repeat(sentences));
      const { blocks } = await generate(context, body, context.options.timeoutSeconds, early);
      if (early(blocks)) return;
      const [first, last] = [blocks[0]?.atMs ?? 0, blocks.at(-1)?.atMs ?? 0];
      if (last < MIN_CONCLUSIVE_MS) continue;
      came = `the first event after ${first.toFixed(0)} ms, the last after ${last.toFixed(0)} ms`;
      must(last < CONCLUSIVE_MS, came);
    }
    must(came === '', came);
    throw new NotTested('the service is too quick for it to be told');
  },
);

export const EVENT_RULES: readonly Rule[] = [
  endpoint('events.content-type', 'with accept: text/event-stream the response is an event stream', async (context) => {
    const { contentType } = await sharedGeneration(context);
    must(/^text\/event-stream\b/i.test(contentType), `content-type ${formatValue(contentType)}`);
  }),
  events('events.lines', 'each event has an event: line and a data: line', async (context) => {
    const { blocks, unfinished } = await sharedGeneration(context);
    must(blocks.length > 0, 'no event at all');
    const wrong = blocks.find(({ event, data }) => event === undefined || data === undefined);
    must(
      wrong === undefined,
      () => `an event without ${wrong?.event === undefined ? 'event:' : 'data:'}, ${formatValue(wrong)}`,
    );
    must(unfinished === '', `the end of the stream is no whole event: ${formatValue(unfinished)}`);
  }),
  events('events.kinds', 'the kinds of events are generating, ping and completed', async (context) => {
    const { blocks } = await sharedGeneration(context);
    const kinds = [...new Set(blocks.map(({ event }) => event))];
    const other = kinds.filter((kind) => !['generating', 'ping', 'completed'].includes(String(kind)));
    must(other.length === 0, `events of the kind ${formatValue(other)}`);
  }),
  schemaRule('generating', 'generating: id, progress (0 to 1), stage, and stageProgress (0 to 1) in three stages'),
  schemaRule('completed', 'completed: id, progress 1, stage "complete", url, duration, size'),
  events('events.completed.last', '"completed" comes once, as the last event', async (context) => {
    const kinds = (await sharedGeneration(context)).blocks.map(({ event }) => event);
    const count = kinds.filter((kind) => kind === 'completed').length;
    must(count === 1, `${count} of them`);
    must(kinds.at(-1) === 'completed', `last ${formatValue(kinds.at(-1))}`);
  }),
  events('events.id', 'all events have the same job id', async (context) => {
    const ids = [...new Set((await sharedEventData(context)).map(({ data }) => data['id']))];
    must(ids.length === 1 && textAt({ id: ids[0] }, 'id') !== undefined && ids[0] !== '', `ids ${formatValue(ids)}`);
  }),
  states('events.queued', 'the first stage is queued, with progress 0', async (context) => {
    const [first] = await eventsOfKind(context, 'generating');
    must(first?.['stage'] === 'queued' && first['progress'] === 0, `first ${formatValue(first)}`);
  }),
  orderRule,
  allStagesRule,
  rangeRule,
  monotonicRule,
  stageProgressRule,
  stageProgressRisesRule,
  states('events.stage-progress.only-there', 'queued and active have no stageProgress', async (context) => {
    for (const { stage, stageProgress: progress } of await eventsOfKind(context, 'generating')) {
      if (STAGES_WITH_PROGRESS.includes(String(stage))) continue;
      must(
        progress === undefined || progress === null,
        `stageProgress ${formatValue(progress)} in ${formatValue(stage)}`,
      );
    }
  }),
  audioRule,
  pingRule,
  liveRule,
];
