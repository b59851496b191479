// Run as a program of its own by ill-replies.test.ts: sends every kind of request that the client has to an ill service,
// and says as JSON what came of each and how much memory the process had at most, as the operating system measured it.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../ports.ts';
import { createNodeTransport } from '../node-transport.ts';
import { createServiceClient, type FullServiceClient } from '../service-client.ts';
import { ServiceError } from '../service-error.ts';

/** A row of what is written to stdout. */
export interface Meeting {
  readonly request: string;
  readonly reply: string;
  /** The problem's kind, the outcome of a submission, or `nothing wrong`. */
  readonly outcome: string;
  /** The most that the process had while it was at this. */
  readonly memoryMb: number;
  /** Characters of everything that came of it, as JSON: it is shown, logged and kept. */
  readonly characters: number;
}

const VOICE = 's3://voices/anna/manifest.json';
const TEXT = { text: 'Good morning to all of you.', voice: VOICE };
const LIMIT = { bytes: 20 * 1024 ** 2, seconds: 100 };

async function gathered(things: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of things) count += 1;
  return count;
}

/** A request, what it expects to be answered, and how it is made. A method of the client without an entry here does not compile. */
interface RequestKind {
  readonly as: 'json' | 'audio' | 'events';
  run(client: FullServiceClient, base: URL): Promise<unknown>;
}

export const REQUEST_KINDS = {
  submitBatch: {
    as: 'json',
    run: (client) => client.submitBatch({ jobs: [{ ...TEXT, voice_engine: 'SvcDialog', custom_id: 'line-1' }] }),
  },
  readBatch: { as: 'json', run: (client, { pathname }) => client.readBatch(`${pathname}/batch`, undefined, 2) },
  readChild: { as: 'json', run: (client, { pathname }) => client.readChild(`${pathname}/child`, undefined, 2) },
  listVoices: { as: 'json', run: (client) => client.listVoices(undefined, 2) },
  listClonedVoices: { as: 'json', run: (client) => client.listClonedVoices(undefined, 2) },
  download: {
    as: 'audio',
    run: async (client, base) => {
      const to = {
        position: 0,
        write(chunk: Uint8Array) {
          to.position += chunk.byteLength;
        },
        restart() {
          to.position = 0;
        },
      };
      await client.download(`${base}/audio`, { to, limit: LIMIT, tries: 2 });
    },
  },
  stream: { as: 'audio', run: async (client) => gathered((await client.stream(TEXT)).audio) },
  generate: { as: 'events', run: (client) => gathered(client.generate(TEXT)) },
  createInstantClone: {
    as: 'json',
    run: (client) =>
      client.createInstantClone({
        name: 'Anna',
        fileName: 'a.wav',
        mediaType: 'audio/wav',
        sample: { kind: 'bytes', bytes: new Uint8Array(10_000) },
      }),
  },
  deleteClonedVoice: { as: 'json', run: (client) => client.deleteClonedVoice(VOICE) },
} as const satisfies Readonly<Record<keyof FullServiceClient, RequestKind>>;

const SPEED = 1_000;

/** Half a minute is a moment, and waits are none. */
const quickClock: Clock = {
  now: () => performance.now() * SPEED,
  monotonic: () => Math.floor(performance.now() * SPEED),
  sleep: async (_milliseconds, signal) => signal?.throwIfAborted(),
};

function memoryMb(): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

async function meet(request: keyof typeof REQUEST_KINDS, reply: string, origin: string): Promise<Meeting> {
  const kind: RequestKind = REQUEST_KINDS[request];
  const transport = createNodeTransport(() => quickClock.now());
  const client = createServiceClient({
    baseUrl: new URL(`/${kind.as}/${encodeURIComponent(reply)}`, origin),
    credentials: { key: 'key-of-the-account', userId: 'user' },
    transport,
    clock: quickClock,
    random: { next: () => 0.5 },
    timeouts: { idleMs: 1_000, exchangeMs: 1_000, downloadMs: 1_000 },
  });
  writeFileSync('/proc/self/clear_refs', '5');
  const came = await kind
    .run(client, new URL(`/${kind.as}/${encodeURIComponent(reply)}`, origin))
    .catch((error) => error);
  const outcome =
    came instanceof ServiceError ? came.problem.kind : came instanceof Error ? String(came) : kindOf(came);
  const said = came instanceof ServiceError ? `${JSON.stringify(came.problem)}${came.message}` : JSON.stringify(came);
  transport.close();
  return { request, reply, outcome, memoryMb: memoryMb(), characters: said?.length ?? 0 };
}

const kindOf = (came: unknown): string =>
  typeof came === 'object' && came !== null && 'kind' in came ? String(came.kind) : 'nothing wrong';

if (process.argv[1]?.endsWith('meet-ill-service.ts')) {
  // Pairs: the origin of a server, and the reply that it is to give.
  const [, , request, ...places] = process.argv;
  for (let place = 0; place < places.length; place += 2) {
    const [origin = '', reply = ''] = places.slice(place);
    const met = await meet(request as keyof typeof REQUEST_KINDS, reply, origin);
    process.stdout.write(`${JSON.stringify(met)}\n`);
  }
}
