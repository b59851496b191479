// Measures parsing the events of a single generation from memory, compared with `eventsource-parser` alone on the same
// chunks. Also measures the full path to typed events, compared with the minimum work that this requires. Each run
// alternates between the two.
import { createParser } from 'eventsource-parser';
import { createEventReader } from '../electron/core/api/generation-events.ts';
import { createServiceClient, type FullServiceClient } from '../electron/core/api/service-client.ts';
import type { HttpTransport } from '../electron/core/ports.ts';
import { systemClock } from '../electron/core/system.ts';
import type { BenchRow } from './bench-row.ts';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
const TOTAL_BYTES = 64e6;
const BLOCK_BYTES = 1e6;
/**
 * Minimum speed relative to the parser alone. The client also decodes the bytes and checks limits, so it can't be as
 * fast.
 */
const MIN_RATIO = 0.8;
const MAX_EVENT_CHARACTERS = 1024 ** 2;
/** Blocks per stream. The client rejects streams of more than 16 MiB. */
const STREAM_BLOCKS = 12;

interface ChunkedStream {
  readonly name: string;
  readonly bytes: number;
  /** All events except the final `completed`. */
  readonly chunks: readonly Uint8Array[];
  readonly blockChunks: number;
  readonly events: number;
}

const eventText = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;
const COMPLETED = eventText(
  'completed',
  JSON.stringify({
    id: 'Wm4vP8sQ2nXr7tLk',
    progress: 1,
    stage: 'complete',
    url: 'https://audio.test/Wm4vP8sQ2nXr7tLk.mp3',
    duration: 12.5,
    size: 250_000,
  }),
);

/** Returns documented events. Some pings, comments and events from a later version are mixed in. */
function makeBlock(): { readonly bytes: Uint8Array; readonly events: number } {
  const stages = ['preload', 'generate', 'generate', 'generate', 'postprocessing'];
  let text = '';
  let events = 0;
  for (; text.length < BLOCK_BYTES; events += 1) {
    const progress = (events % 1000) / 1000;
    const stage = stages[events % stages.length];
    if (events % 50 === 49) text += eventText('ping', '2026-01-01T00:00:15.000Z');
    else if (events % 400 === 398) text += eventText('notice', JSON.stringify({ text: 'Übung – 日本語' }));
    else
      text += eventText(
        'generating',
        JSON.stringify({ id: 'Wm4vP8sQ2nXr7tLk', progress, stage, stageProgress: progress }),
      );
    if (events % 100 === 0) text += ': still here\n\n';
  }
  return { bytes: Buffer.from(text), events };
}

/** Repeats the block and splits it into chunks of the given size, ignoring event and character boundaries. */
function pieces(name: string, pieceBytes: number): ChunkedStream {
  const { bytes, events } = makeBlock();
  const one: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) one.push(bytes.subarray(at, at + pieceBytes));
  const times = Math.ceil(TOTAL_BYTES / bytes.length);
  const chunks = Array.from({ length: times }, () => one).flat();
  return { name, bytes: times * bytes.length, chunks, blockChunks: one.length, events: times * events };
}

type StreamReader = (pieces: ChunkedStream) => number | Promise<number>;

const parserAlone: StreamReader = ({ chunks }) => {
  let events = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent() {
      events += 1;
    },
  });
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return events;
};

const ourReader: StreamReader = ({ chunks }) => {
  let events = 0;
  const reader = createEventReader(() => {
    events += 1;
  }, MAX_EVENT_CHARACTERS);
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return events;
};

/** Parses and yields JSON without validation or types. */
const parserAndJson: StreamReader = async ({ chunks }) => {
  async function* read(): AsyncGenerator<unknown> {
    const decoder = new TextDecoder();
    let batch: unknown[] = [];
    const parser = createParser({
      onEvent: ({ event, data }) => batch.push(event === 'generating' ? JSON.parse(data) : data),
    });
    for (const chunk of chunks) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* batch;
      batch = [];
    }
  }
  let events = 0;
  for await (const _ of read()) events += 1;
  return events;
};

/** A fake transport that responds with the chunks. */
const fakeTransport = (chunks: readonly Uint8Array[]): HttpTransport => ({
  async send() {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield* chunks;
      yield Buffer.from(COMPLETED);
    }
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: body(), discard() {} };
  },
});

const createClient = (chunks: readonly Uint8Array[]): FullServiceClient =>
  createServiceClient({
    baseUrl: new URL('https://tts.test'),
    credentials: { key: 'key', userId: 'user' },
    transport: fakeTransport(chunks),
    clock: systemClock,
  });

const ourEvents: StreamReader = async ({ chunks, blockChunks }) => {
  let events = 0;
  const most = STREAM_BLOCKS * blockChunks;
  for (let at = 0; at < chunks.length; at += most) {
    const client = createClient(chunks.slice(at, at + most));
    for await (const _ of client.generate({ text: 'Hello.', voice: 'v' })) events += 1;
    events -= 1;
  }
  return events;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Returns each reader's median time in milliseconds, alternating between the readers. */
async function alternate(readings: readonly StreamReader[], stream: ChunkedStream): Promise<number[]> {
  const rounds: number[][] = readings.map(() => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [index, reading] of readings.entries()) {
      const startedAt = performance.now();
      const events = await reading(stream);
      const milliseconds = performance.now() - startedAt;
      if (events !== stream.events) throw new Error(`${events} events were read of ${stream.events}.`);
      if (round >= WARM_UP_ROUNDS) rounds[index]?.push(milliseconds);
    }
  }
  return rounds.map(median);
}

const describePace = ({ bytes, events }: ChunkedStream, milliseconds: number): string =>
  `${(events / milliseconds / 1e3).toFixed(2)} million events/s, ${Math.round(bytes / milliseconds / 1e3)} MB/s`;

/** Takes about 20 s. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const stream of [pieces('64 KiB', 65_536), pieces('1,400 bytes', 1400)]) {
    const [bare = 0, reader = 0, json = 0, typed = 0] = await alternate(
      [parserAlone, ourReader, parserAndJson, ourEvents],
      stream,
    );
    const size = `${Math.round(stream.bytes / 1e6)} MB in pieces of ${stream.name}`;
    const open = { bar: '', ok: null };
    rows.push(
      {
        name: `bytes to events of the wire, ${size}`,
        value: describePace(stream, reader),
        against: `eventsource-parser alone: ${describePace(stream, bare)} (medians of ${ROUNDS}, by turns)`,
        ratio: bare / reader,
        bar: `${MIN_RATIO} or more`,
        ok: bare / reader >= MIN_RATIO,
      },
      {
        name: `the whole client, typed events one by one, ${size}`,
        value: describePace(stream, typed),
        against: `eventsource-parser with JSON.parse in an async generator: ${describePace(stream, json)}`,
        ratio: json / typed,
        ...open,
      },
      {
        name: `the whole client against the parser alone, ${size}`,
        value: describePace(stream, typed),
        against: `eventsource-parser alone, nothing read of the data: ${describePace(stream, bare)}`,
        ratio: bare / typed,
        ...open,
      },
    );
  }
  return rows;
}
