// Measures how long a client waits for a stream's first audio, compared with a plain `fetch` to the same local service
// (alternating). Also measures the time for the whole file, and the engines when called directly and behind a minimal
// server.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StreamCreation } from '@lectern/tts-protocol';
import { PATHS } from '@lectern/tts-protocol';
import { type ServiceProcess, startService, temporaryFolder } from '../e2e/support/processes.ts';
import { sampleText } from '../e2e/support/texts.ts';
import { createNodeTransport } from '../electron/core/api/node-transport.ts';
import { createServiceClient, type FullServiceClient } from '../electron/core/api/service-client.ts';
import { systemClock } from '../electron/core/system.ts';
import type { BenchRow } from './bench-row.ts';
import { bareEspeak, bareFlite } from './first-audio-engines.ts';

const ROUNDS = 60;
const WARM_UP_ROUNDS = 5;
const WHOLE_ROUNDS = 5;
const CHARACTERS = 5000;
/** The client's maximum median overhead, in milliseconds. */
const MAX_EXTRA_MS = 5;
/** Maximum time to first audio relative to the engine itself, for the engine that outputs one sentence at a time. */
const MAX_ENGINE_RATIO = 1.1;
const ENGINE_ROUNDS = 30;
const FLITE_VOICE = 'lectern://voices/en-us/clara/manifest.json';
const ESPEAK_VOICE = 'lectern://voices/en-gb/alistair/manifest.json';
const WAV_HEADER_BYTES = 44;
const FORMATS = ['wav', 'mp3'] as const;

interface Listener {
  /** Returns the milliseconds until the first byte arrives, then disconnects. */
  first(request: StreamCreation): Promise<number>;
  /** Returns the milliseconds until the last byte arrives. */
  whole(request: StreamCreation): Promise<number>;
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}

function ourListener(client: FullServiceClient): Listener {
  return {
    async first(request) {
      const startedAt = performance.now();
      const { audio } = await client.stream(request);
      const milliseconds = performance.now() - startedAt;
      await audio[Symbol.asyncIterator]().return?.();
      return milliseconds;
    },
    async whole(request) {
      const startedAt = performance.now();
      await drain((await client.stream(request)).audio);
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
  const begin = async (request: StreamCreation): Promise<ReadableStream<Uint8Array>> => {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
    if (!reply.ok || !reply.body) throw new Error(`The service answered ${reply.status}.`);
    return reply.body;
  };
  return {
    async first(request) {
      const startedAt = performance.now();
      const reader = (await begin(request)).getReader();
      await reader.read();
      const milliseconds = performance.now() - startedAt;
      await reader.cancel();
      return milliseconds;
    },
    async whole(request) {
      const startedAt = performance.now();
      await drain(await begin(request));
      return performance.now() - startedAt;
    },
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const formatMs = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

/** Alternates the order, because the service is still closing the abandoned stream when the next one starts. */
async function timeAlternately(ours: Listener, bare: Listener, request: StreamCreation) {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const inOrder = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const who of inOrder) {
      const milliseconds = await (who === 'ours' ? ours : bare).first(request);
      if (round >= 0) times[who].push(milliseconds);
    }
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

async function formatRows(format: (typeof FORMATS)[number], ours: Listener, bare: Listener, request: StreamCreation) {
  const first = await timeAlternately(ours, bare, request);
  const whole: number[] = [];
  for (let round = 0; round < WHOLE_ROUNDS; round += 1) whole.push(await ours.whole(request));
  const rows: BenchRow[] = [
    {
      name: `time to first audio of ${CHARACTERS} characters, ${format}`,
      value: formatMs(first.ours),
      against: `a bare fetch: ${formatMs(first.bare)} (medians of ${ROUNDS}, by turns)`,
      ratio: first.ours / first.bare,
      bar: `at most ${MAX_EXTRA_MS} ms more; ${(first.ours - first.bare).toFixed(2)} ms more`,
      ok: first.ours - first.bare <= MAX_EXTRA_MS,
    },
    {
      name: `the same against the whole file, ${format}`,
      value: formatMs(first.ours),
      against: `the last byte: ${formatMs(median(whole))} (median of ${WHOLE_ROUNDS})`,
      ratio: first.ours / median(whole),
      bar: 'at most a quarter',
      ok: first.ours <= median(whole) / 4,
    },
  ];
  return rows;
}

/** Returns the milliseconds until the first non-silent sample of a WAV stream arrives, then disconnects. */
async function timeFirstSound(client: FullServiceClient, request: StreamCreation): Promise<number> {
  const startedAt = performance.now();
  const { audio } = await client.stream(request);
  let toSkip = WAV_HEADER_BYTES;
  for await (const chunk of audio) {
    if (chunk.subarray(toSkip).some((byte) => byte !== 0)) return performance.now() - startedAt;
    toSkip = Math.max(0, toSkip - chunk.length);
  }
  throw new Error('There was no sound.');
}

/** Measures an engine called directly and the streams of several clients, alternating between them. */
async function engineTimes(
  engine: { first(): unknown; close(): void },
  request: StreamCreation,
  clients: readonly FullServiceClient[],
): Promise<{ readonly engine: number; readonly streams: readonly number[] }> {
  const times = { engine: [] as number[], streams: clients.map((): number[] => []) };
  try {
    for (let round = -WARM_UP_ROUNDS; round < ENGINE_ROUNDS; round += 1) {
      for (const [index, client] of clients.entries()) {
        const milliseconds = await timeFirstSound(client, request);
        if (round >= 0) times.streams[index]?.push(milliseconds);
      }
      const startedAt = performance.now();
      engine.first();
      if (round >= 0) times.engine.push(performance.now() - startedAt);
    }
  } finally {
    engine.close();
  }
  return { engine: median(times.engine), streams: times.streams.map(median) };
}

async function fliteRow(ours: FullServiceClient, request: StreamCreation): Promise<BenchRow> {
  const { engine, streams } = await engineTimes(await bareFlite(request), request, [ours]);
  const [first = Number.NaN] = streams;
  return {
    name: 'time to first sound of Flite, wav',
    value: formatMs(first),
    against: `Flite called directly, its first sentence: ${formatMs(engine)} (medians of ${ENGINE_ROUNDS}, by turns)`,
    ratio: first / engine,
    bar: `at most ${MAX_ENGINE_RATIO}`,
    ok: first / engine <= MAX_ENGINE_RATIO,
  };
}

/**
 * A request to another process takes longer than eSpeak NG needs for a tenth of a second. There are therefore two rows:
 * one compares with the engine in this process, for information; the other compares with the engine behind a minimal
 * server.
 */
async function espeakRows(
  ours: FullServiceClient,
  request: StreamCreation,
  bareServer: FullServiceClient,
): Promise<BenchRow[]> {
  const { engine, streams } = await engineTimes(await bareEspeak(request), request, [ours, bareServer]);
  const [first = Number.NaN, served = Number.NaN] = streams;
  const row = { name: 'time to first sound of eSpeak NG, wav', value: formatMs(first), bar: '', ok: null };
  const medians = `(medians of ${ENGINE_ROUNDS}, by turns)`;
  return [
    {
      ...row,
      against: `eSpeak NG called directly, its first tenth of a second: ${formatMs(engine)} ${medians}`,
      ratio: first / engine,
    },
    {
      ...row,
      against: `eSpeak NG behind a bare HTTP server: ${formatMs(served)} ${medians}`,
      ratio: first / served,
    },
  ];
}

/** Starts the minimal server and passes its address to `use`. */
async function withBareServer<T>(use: (address: string) => Promise<T>): Promise<T> {
  const server = fork(new URL('./first-audio-server.ts', import.meta.url));
  try {
    const [port] = await once(server, 'message');
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.disconnect();
  }
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
    const clientOf = (address: string): FullServiceClient =>
      createServiceClient({ baseUrl: new URL(address), credentials, transport, clock: systemClock });
    const client = clientOf(base);
    const voice = (await client.listVoices()).find(({ voice_engine: engine }) => engine === 'SvcDialog')?.id;
    const text = sampleText('earnest.txt').slice(0, CHARACTERS);
    const rows: BenchRow[] = [];
    const request: StreamCreation = { text, voice, voice_engine: 'SvcDialog', seed: 1 };
    for (const format of FORMATS) {
      const inFormat = { ...request, output_format: format };
      rows.push(...(await formatRows(format, ourListener(client), bareListener(service), inFormat)));
    }
    rows.push(await fliteRow(client, { ...request, voice: FLITE_VOICE, output_format: 'wav' }));
    const espeak = { ...request, voice: ESPEAK_VOICE, output_format: 'wav' } as const;
    rows.push(...(await withBareServer((address) => espeakRows(client, espeak, clientOf(address)))));
    return rows;
  } finally {
    transport.close();
    await service.stop();
    folder.remove();
  }
}
