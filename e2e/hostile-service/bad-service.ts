// A service that sends bad responses to one type of request and behaves well otherwise.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATHS } from '@lectern/tts-protocol';
import { BAD_REPLIES, type Disguise, prepareBadReplies } from './bad-replies.ts';

export type ServiceRequestKind =
  | 'voices'
  | 'sample'
  | 'submission'
  | 'batch'
  | 'audio'
  | 'stream'
  | 'generation'
  | 'single job'
  | 'cloned voices'
  | 'clone';

export type BadReply = keyof typeof BAD_REPLIES;

export interface BadServiceOptions {
  /** A valid audio file: its type, its size, and its bytes in pieces. */
  readonly audio: { readonly type: string; readonly sizeBytes: number; pieces(): Iterable<Uint8Array> };
}

export interface BadService {
  readonly origin: string;
  /** From now on, answers requests of this kind with these responses, in rotation. */
  misbehave(kind: ServiceRequestKind, replies: readonly BadReply[]): void;
  /** Returns how many bad responses have been sent since `misbehave` was last called. */
  badReplyCount(): number;
  close(): Promise<void>;
}

const DISGUISES: Readonly<Record<ServiceRequestKind, Disguise>> = {
  voices: 'json',
  sample: 'audio',
  submission: 'json',
  batch: 'json',
  audio: 'audio',
  stream: 'audio',
  generation: 'events',
  'single job': 'json',
  'cloned voices': 'json',
  clone: 'json',
};

/** Starts the service on a free port of 127.0.0.1. The service behaves well until `misbehave` is called. */
export async function startBadService({ audio }: BadServiceOptions): Promise<BadService> {
  prepareBadReplies();
  let ill: { readonly kind: ServiceRequestKind; readonly replies: readonly BadReply[]; count: number } | null = null;
  const batches: string[][] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const asked = kindOf(request);
    const reply = asked === ill?.kind ? ill.replies[ill.count++ % ill.replies.length] : undefined;
    if (reply) return BAD_REPLIES[reply](response, DISGUISES[asked], request);
    if (asked === 'submission') batches.push(JSON.parse(body.toString()).jobs.map(customIdOf));
    respondNormally(asked, request, response, { batches, audio, breaksEvents: ill?.kind === 'single job' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave(kind, replies) {
      ill = { kind, replies, count: 0 };
    },
    badReplyCount: () => ill?.count ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const customIdOf = ({ custom_id }: { readonly custom_id: string }): string => custom_id;

function kindOf({ method, url = '' }: IncomingMessage): ServiceRequestKind {
  if (url.startsWith('/batches/')) return 'batch';
  if (url.startsWith('/audio/')) return 'audio';
  if (url.startsWith('/sample')) return 'sample';
  if (url.startsWith('/single')) return 'single job';
  if (url === PATHS.voices) return 'voices';
  if (url === PATHS.clonedVoices) return 'cloned voices';
  if (url === PATHS.instantClone) return 'clone';
  if (url === PATHS.stream) return 'stream';
  return method === 'POST' && url === PATHS.batches ? 'submission' : 'generation';
}

interface ResponseContext {
  readonly batches: readonly (readonly string[])[];
  readonly audio: BadServiceOptions['audio'];
  readonly breaksEvents: boolean;
}

/** Two voices. Single generation uses the second one, and streams use the first one. */
const voiceList = (origin: string) =>
  ['SvcDialog', 'Svc2.0'].map((voice_engine, index) => ({
    id: `s3://voices/${index}/manifest.json`,
    name: `Voice ${index}`,
    sample: `${origin}/sample/${index}`,
    accent: 'american',
    age: 'adult',
    gender: 'female',
    language: 'English',
    language_code: 'en-US',
    loudness: null,
    style: null,
    tempo: null,
    texture: null,
    is_cloned: false,
    voice_engine,
  }));

const clonedVoiceList = (origin: string) => ({
  id: 's3://clones/1',
  name: 'Clone',
  type: 'instant',
  gender: null,
  language_code: 'en-US',
  voice_engine: 'SvcDialog',
  is_cloned: true,
  sample: `${origin}/sample/clone`,
  created_at: '2026-01-01T00:00:00Z',
});

function respondNormally(
  asked: ServiceRequestKind,
  request: IncomingMessage,
  response: ServerResponse,
  how: ResponseContext,
): void {
  const { batches, audio, breaksEvents } = how;
  const origin = `http://${request.headers.host}`;
  const url = `${origin}/audio/${batches.length}`;
  const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  switch (asked) {
    case 'voices':
      return void json(200, voiceList(origin));
    case 'cloned voices':
      return void json(200, [clonedVoiceList(origin)]);
    case 'clone':
      return void json(201, clonedVoiceList(origin));
    case 'submission':
      return void json(201, batchAt(origin, batches.length - 1, batches, 'in_progress'), {
        location: `/batches/${batches.length - 1}`,
      });
    case 'batch':
      return void json(200, batchAt(origin, Number(request.url?.split('/')[2]), batches, 'completed'));
    case 'single job':
      return void json(200, { id: 's-1', status: 'completed', output: { url, size: audio.sizeBytes, duration: 0 } });
    case 'generation': {
      response.writeHead(200, { 'content-type': 'text/event-stream', location: '/single/1' });
      response.write(`event: generating\ndata: ${JSON.stringify({ id: 's-1', progress: 0, stage: 'queued' })}\n\n`);
      if (!breaksEvents) {
        const output = { id: 's-1', progress: 1, stage: 'complete', url, size: audio.sizeBytes, duration: 0 };
        response.write(`event: completed\ndata: ${JSON.stringify(output)}\n\n`);
      }
      return void response.end();
    }
    default:
      sendAudio(response, audio);
  }
}

function batchAt(
  origin: string,
  index: number,
  batches: readonly (readonly string[])[],
  status: 'in_progress' | 'completed',
) {
  return {
    id: `bb-${index}`,
    created_at: '2026-01-01T00:00:00Z',
    status,
    jobs: (batches[index] ?? []).map((custom_id, at) => ({
      id: `bc-${index}-${at}`,
      custom_id,
      status,
      output: { url: `${origin}/audio/${index}-${at}`, size: 0, duration: 0 },
    })),
    _links: { self: { href: `/batches/${index}`, description: 'itself' } },
  };
}

function sendAudio(response: ServerResponse, { type, sizeBytes, pieces }: BadServiceOptions['audio']): void {
  response.writeHead(200, { 'content-type': type, 'content-length': String(sizeBytes) });
  const rest = pieces()[Symbol.iterator]();
  const go = () => {
    for (;;) {
      const next = rest.next();
      if (next.done) return void response.end();
      if (response.destroyed || !response.write(next.value)) return;
    }
  };
  response.on('drain', go);
  go();
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
