// A text-to-speech service that follows the interface to the letter but is otherwise as difficult as possible. It runs
// on 127.0.0.1 in the test's process, and a seed determines what goes wrong.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchCreationSchema, bearerToken, PATHS } from '@lectern/tts-protocol';
import { MemoryRateWindows } from '../../packages/speech-service/store/memory-rate-windows.ts';
import { countCharacters } from '../../shared/rules/characters.ts';
import { type AudioRequestContext, serveAudio } from './audio-requests.ts';
import { BatchStore, type Origins, type Target } from './batch-store.ts';
import type { DeniableRequest, HostileBehaviours } from './behaviours.ts';
import { sendCommon, sendDenial, sendHalf, sendJson, sendText } from './replies.ts';
import { misfortuneDrawer, seededRandom } from './seeded-random.ts';
import { type HostileStats, type Scope, Statistics } from './statistics.ts';
import { handleSubmission, type SubmissionRequestContext } from './submissions.ts';
import { VOICES } from './voices.ts';

export interface HostileServiceOptions {
  readonly seed: number;
  readonly behaviours?: HostileBehaviours;
  readonly account?: { readonly key: string; readonly userId: string };
}

export interface HostileService {
  readonly baseUrl: URL;
  /** The other origin, which requests and links can be redirected to. */
  readonly foreignUrl: URL;
  readonly key: string;
  readonly userId: string;
  stats(): HostileStats;
  close(): Promise<void>;
}

/** Starts the service and its other origin on free ports of 127.0.0.1. */
export async function startHostileService(options: HostileServiceOptions): Promise<HostileService> {
  const { seed, behaviours = {} } = options;
  const account = options.account ?? { key: `hostile-key-of-seed-${seed}`, userId: `user-${seed}` };
  const statistics = new Statistics(account.key);
  const book = new BatchStore(behaviours, seededRandom(seed));
  const origins = (): Origins => ({ own: originOf(own), foreign: originOf(foreign) });
  const said = behaviours.echoKey ? `Your key is ${account.key}.` : 'It did not work out.';
  const audio: AudioRequestContext = {
    book,
    behaviours,
    statistics,
    foreignOrigin: () => originOf(foreign),
    draw: misfortuneDrawer(behaviours.audio ?? {}, seededRandom(seed + 1)),
  };
  const drawRead = misfortuneDrawer(behaviours.read ?? {}, seededRandom(seed + 2));
  const submissions: SubmissionRequestContext = {
    book,
    behaviours,
    statistics,
    origins,
    said,
    draw: misfortuneDrawer(behaviours.submission ?? {}, seededRandom(seed + 3)),
  };
  const windows = new MemoryRateWindows(() => performance.now());
  /** Returns how long to wait, in milliseconds; 0 if the request is within the limits, which then counts it. */
  const take = (asked: Scope, characters: number): number => {
    const limit = asked === 'batch' || asked === 'read' || asked === 'list' ? behaviours.limits?.[asked] : undefined;
    const waitMs = limit === undefined ? 0 : windows.take(asked, limit, characters);
    if (waitMs > 0) statistics.recordBeyondLimit(asked);
    return waitMs;
  };
  const refuse = (response: ServerResponse, waitMs: number): void => {
    response.setHeader('retry-after', Math.ceil(waitMs / 1000));
    sendJson(response, 429, 'Too many requests. Please wait and try again.');
  };
  const delay = createDelay(behaviours.delayMs, seededRandom(seed + 4));

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const body = await readBody(request);
    if (scopeOf(request) === 'batch') behaviours.onArrival?.();
    await delay();
    if (path.startsWith('/audio/')) return serveAudio(audio, request, response);
    response.setHeader('set-cookie', 'session=do-not-send-back; Path=/');
    const scope = scopeOf(request);
    statistics.recordRequest(scope, request);
    const { authorization, 'x-user-id': userId } = request.headers;
    if (authorization !== bearerToken(account.key) || userId !== account.userId) {
      const error_message = `The header must be in the form Bearer <API_KEY>. ${behaviours.echoKey ? said : ''}`;
      return sendJson(response, 401, { error_id: 'UNAUTHORIZED', error_message });
    }
    if (scope === 'batch') {
      const creation = batchCreationSchema.safeParse(JSON.parse(body.toString()));
      if (creation.success) {
        const waitMs = take(scope, countCharacters(creation.data.jobs.map(({ text }) => text).join('')));
        if (waitMs > 0) return refuse(response, waitMs);
        return handleSubmission(submissions, creation.data, path, response);
      }
      return sendJson(response, 400, { error_id: 'INVALID_PARAMETERS', error_message: `Invalid parameters. ${said}` });
    }
    const target = book.target(path);
    const waitMs = take(scope, 0);
    if (waitMs > 0) return refuse(response, waitMs);
    if (scope !== 'list' && !target) return sendJson(response, 404, { message: 'Not found', error: said });
    const denial = scope === 'list' || target ? behaviours.denies?.(deniableRequest(target)) : undefined;
    if (denial) return sendDenial(response, denial);
    const misfortune = drawRead(target ? ('batch' in target ? target.batch.id : target.child.id) : 'voices');
    if (misfortune === 'redirect') {
      response.writeHead(307, { location: originOf(foreign) + path }).end();
      return;
    }
    if (sendCommon(response, misfortune, behaviours.retryAfterSeconds ?? 1, said)) return;
    if (misfortune === 'not-json') return sendText(response, 200, '{"jobs": [', 'application/json');
    if (target) book.read('batch' in target ? target.batch.children : [target.child]);
    const resource = !target
      ? (behaviours.voices ?? VOICES)
      : 'batch' in target
        ? await book.batchResource(target.batch, origins(), path)
        : await book.childResource(target.child, origins(), path);
    if (misfortune !== 'half') return sendJson(response, 200, resource);
    sendHalf(response, 200, Buffer.from(JSON.stringify(resource)), { 'content-type': 'application/json' }, true);
  };

  const own = await startServer(statistics, answer);
  const foreign = await startServer(statistics, async (request, response) => {
    statistics.recordForeignRequest(request, await readBody(request));
    await delay();
    if (request.url?.startsWith('/audio/')) return serveAudio(audio, request, response);
    const denial = behaviours.denies?.({ what: 'elsewhere', text: null });
    if (denial) return sendDenial(response, denial);
    response.setHeader('set-cookie', 'foreign=do-not-send-back; Path=/');
    sendJson(response, 200, { jobs: [], note: 'no client should have come here' });
  });
  return {
    baseUrl: new URL(originOf(own)),
    foreignUrl: new URL(originOf(foreign)),
    ...account,
    stats: () => statistics.snapshot(),
    close: async () => {
      await Promise.all([closeServer(own), closeServer(foreign)]);
    },
  };
}

function deniableRequest(target: Target | undefined): DeniableRequest {
  if (!target) return { what: 'voices', text: null };
  return 'batch' in target ? { what: 'batch', text: null } : { what: 'child', text: target.child.job.text };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function startServer(statistics: Statistics, answer: Answer): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // It's fine if the client has disconnected. Any other error is a bug in the hostile service, and must not look
      // like intended misbehaviour.
      if (request.destroyed && !request.complete) return;
      if (response.headersSent) response.destroy();
      else sendText(response, 599, `the hostile service itself failed: ${String(error)}`);
    });
  });
  server.on('connection', () => {
    statistics.connections += 1;
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function scopeOf({ method, url }: IncomingMessage): Scope {
  if (method === 'POST' && url === PATHS.batches) return 'batch';
  if (method !== 'GET') return 'other';
  return url === PATHS.voices ? 'list' : 'read';
}

function createDelay(delayMs: HostileBehaviours['delayMs'], random: () => number): () => Promise<void> {
  if (!delayMs) return async () => {};
  const [from, to] = delayMs;
  return () => new Promise((resolve) => setTimeout(resolve, from + (to - from) * random()));
}
