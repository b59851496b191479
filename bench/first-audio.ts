// Time to the first audio of realtime streaming as the client sees it: against a bare `fetch` to the same local service,
// by turns, against the time of the whole file, and against the engines called directly.

import { join } from 'node:path';
import { type ServiceProcess, startService, temporaryFolder } from '../e2e/support/processes.ts';
import { sampleText } from '../e2e/support/texts.ts';
import { createNodeTransport } from '../electron/core/api/node-transport.ts';
import { createServiceClient, type WholeClient } from '../electron/core/api/service-client.ts';
import { systemClock } from '../electron/core/system.ts';
import { PATHS } from '../shared/service/requests.ts';
import type { StreamCreation } from '../shared/service/stream-parameters.ts';
import type { BenchRow } from './bench-row.ts';
import { bareEspeak, bareFlite } from './first-audio-engines.ts';

const ROUNDS = 60;
const WARMING = 5;
const WHOLE_ROUNDS = 5;
const CHARACTERS = 5000;
/** What the client may add, at the median. Milliseconds. */
const MOST_EXTRA_MS = 5;
/** What a stream's first audio may take, as a part of what the engine takes that gives sound a sentence at a time. */
const MOST_OF_ENGINE = 1.1;
const ENGINE_ROUNDS = 30;
const ENGINE_VOICES = [
  ['Flite', 'lectern://voices/en-us/clara/manifest.json'],
  ['eSpeak NG', 'lectern://voices/en-gb/alistair/manifest.json'],
] as const;
const FORMATS = ['wav', 'mp3'] as const;

interface Listener {
  /** Milliseconds to the first byte; then it leaves. */
  first(asked: StreamCreation): Promise<number>;
  /** Milliseconds to the last byte. */
  whole(asked: StreamCreation): Promise<number>;
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}

function ourListener(client: WholeClient): Listener {
  return {
    async first(asked) {
      const startedAt = performance.now();
      const { audio } = await client.stream(asked);
      const milliseconds = performance.now() - startedAt;
      await audio[Symbol.asyncIterator]().return?.();
      return milliseconds;
    },
    async whole(asked) {
      const startedAt = performance.now();
      await drain((await client.stream(asked)).audio);
      return performance.now() - startedAt;
    },
  };
}

function bareListener({ environment }: ServiceProcess): Listener {
  const headers = {
    authorization: `Bearer ${environment['LECTERN_API_KEY']}`,
    'x-user-id': environment['LECTERN_USER_ID'] ?? '',
    'content-type': 'application/json',
  };
  const url = new URL(PATHS.stream, environment['LECTERN_BASE_URL']);
  const begin = async (asked: StreamCreation): Promise<ReadableStream<Uint8Array>> => {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) });
    if (!reply.ok || !reply.body) throw new Error(`The service answered ${reply.status}.`);
    return reply.body;
  };
  return {
    async first(asked) {
      const startedAt = performance.now();
      const reader = (await begin(asked)).getReader();
      await reader.read();
      const milliseconds = performance.now() - startedAt;
      await reader.cancel();
      return milliseconds;
    },
    async whole(asked) {
      const startedAt = performance.now();
      await drain(await begin(asked));
      return performance.now() - startedAt;
    },
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const inMs = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

/** Who is first changes from round to round: the service ends the stream that was left while the next one begins. */
async function byTurns(ours: Listener, bare: Listener, asked: StreamCreation) {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    const inOrder = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const who of inOrder) {
      const milliseconds = await (who === 'ours' ? ours : bare).first(asked);
      if (round >= 0) times[who].push(milliseconds);
    }
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

async function rowsOf(format: (typeof FORMATS)[number], ours: Listener, bare: Listener, asked: StreamCreation) {
  const first = await byTurns(ours, bare, asked);
  const whole: number[] = [];
  for (let round = 0; round < WHOLE_ROUNDS; round += 1) whole.push(await ours.whole(asked));
  const rows: BenchRow[] = [
    {
      name: `time to first audio of ${CHARACTERS} characters, ${format}`,
      value: inMs(first.ours),
      against: `a bare fetch: ${inMs(first.bare)} (medians of ${ROUNDS}, by turns)`,
      ratio: first.ours / first.bare,
      bar: `at most ${MOST_EXTRA_MS} ms more; ${(first.ours - first.bare).toFixed(2)} ms more`,
      ok: first.ours - first.bare <= MOST_EXTRA_MS,
    },
    {
      name: `the same against the whole file, ${format}`,
      value: inMs(first.ours),
      against: `the last byte: ${inMs(median(whole))} (median of ${WHOLE_ROUNDS})`,
      ratio: first.ours / median(whole),
      bar: 'at most a quarter',
      ok: first.ours <= median(whole) / 4,
    },
  ];
  return rows;
}

/** First audio of a stream beside that of the engine which speaks it, by turns. */
async function engineRow(name: 'Flite' | 'eSpeak NG', ours: Listener, asked: StreamCreation): Promise<BenchRow> {
  const engine = await (name === 'Flite' ? bareFlite(asked) : bareEspeak(asked));
  const times = { ours: [] as number[], engine: [] as number[] };
  try {
    for (let round = -WARMING; round < ENGINE_ROUNDS; round += 1) {
      const taken = { ours: await ours.first(asked), engine: engine.first() };
      if (round < 0) continue;
      times.ours.push(taken.ours);
      times.engine.push(taken.engine);
    }
  } finally {
    engine.close();
  }
  const first = { ours: median(times.ours), engine: median(times.engine) };
  const isWhole = name === 'Flite';
  return {
    name: `the same of ${name}, wav`,
    value: inMs(first.ours),
    against: `${name} called directly, ${isWhole ? 'its first sentence' : 'its first tenth of a second'}: ${inMs(first.engine)} (medians of ${ENGINE_ROUNDS}, by turns)`,
    ratio: first.ours / first.engine,
    // What is sent over HTTP alone takes longer than eSpeak NG for a tenth of a second.
    bar: isWhole ? `at most ${MOST_OF_ENGINE}` : '',
    ok: isWhole ? first.ours / first.engine <= MOST_OF_ENGINE : null,
  };
}

/** Takes about half a minute. */
export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'), '--plan', 'enterprise');
  const transport = createNodeTransport();
  try {
    const {
      LECTERN_BASE_URL: base = '',
      LECTERN_API_KEY: key = '',
      LECTERN_USER_ID: userId = '',
    } = service.environment;
    const credentials = { key, userId };
    const client = createServiceClient({ baseUrl: new URL(base), credentials, transport, clock: systemClock });
    const voice = (await client.listVoices()).find(({ voice_engine: engine }) => engine === 'SvcDialog')?.id;
    const text = sampleText('earnest.txt').slice(0, CHARACTERS);
    const rows: BenchRow[] = [];
    const asked: StreamCreation = { text, voice, voice_engine: 'SvcDialog', seed: 1 };
    for (const format of FORMATS) {
      const inFormat = { ...asked, output_format: format };
      rows.push(...(await rowsOf(format, ourListener(client), bareListener(service), inFormat)));
    }
    for (const [name, id] of ENGINE_VOICES)
      rows.push(await engineRow(name, ourListener(client), { ...asked, voice: id, output_format: 'wav' }));
    return rows;
  } finally {
    transport.close();
    await service.stop();
    folder.remove();
  }
}
