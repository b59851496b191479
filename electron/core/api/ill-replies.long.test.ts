import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_BYTES, BAD_REPLIES, type Disguise, prepareBadReplies } from '../../../e2e/hostile-service/bad-replies.ts';
import { type LocalServer, serveHttp, serveRaw } from './testing/local-server.ts';
import { type Meeting, REQUEST_KINDS } from './testing/meet-ill-service.ts';

const program = join(import.meta.dirname, 'testing', 'meet-ill-service.ts');
/** What a process has at most that meets them all. The bar for the whole application is 500. */
const MAX_MEMORY_MB = 300;
/** What comes of a reply is shown, logged and kept. */
const MAX_CHARACTERS = 10_000;
/** Some forty replies, each of which may be waited for. Milliseconds. */
const PATIENCE_MS = 300_000;

let http: LocalServer;
let raw: LocalServer;

const nameIn = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '');

beforeAll(async () => {
  prepareBadReplies();
  http = await serveHttp((request, response) => {
    request.resume();
    const as = request.url?.split('/')[1] as Disguise;
    const reply = BAD_REPLIES[nameIn(request.url ?? '') as keyof typeof BAD_REPLIES];
    reply(response, as, request);
  });
  raw = await serveRaw('http', (socket) => {
    socket.once('data', (bytes) => {
      const path = /^\w+ (\S+)/.exec(bytes.toString())?.[1] ?? '';
      BAD_BYTES[nameIn(path) as keyof typeof BAD_BYTES](socket);
    });
  });
});
afterAll(() => Promise.all([http.close(), raw.close()]));

/** What one kind of request comes to with each of the replies, in a process of its own. */
async function meetings(request: string): Promise<Meeting[]> {
  const places = [
    ...Object.keys(BAD_REPLIES).flatMap((reply) => [http.url.origin, reply]),
    ...Object.keys(BAD_BYTES).flatMap((reply) => [raw.url.origin, reply]),
  ];
  const child = spawn(process.execPath, [program, request, ...places], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rows: Meeting[] = [];
  for await (const row of createInterface({ input: child.stdout })) rows.push(JSON.parse(row));
  return rows;
}

const REPLIES = [...Object.keys(BAD_REPLIES), ...Object.keys(BAD_BYTES)];
const ENDLESS = REPLIES.filter((name) => /endless|terabyte|of one byte|now and then/.test(name));

/** The replies that a request can't be content with: of audio any bytes will do here, and they are decoded elsewhere. */
function refusedBy(request: string): readonly string[] {
  // A status of success says all that there is to say.
  if (request === 'deleteClonedVoice') return [];
  const { as } = REQUEST_KINDS[request as keyof typeof REQUEST_KINDS];
  return as === 'audio' ? ENDLESS : REPLIES;
}

// Most of the time passes with waiting for what does not come, so they wait together.
describe.runIf(process.platform === 'linux')('in bounded memory, and with little to tell', () => {
  it.concurrent.each(Object.keys(REQUEST_KINDS))(
    '%s comes to an end with every ill reply',
    async (request) => {
      const rows = await meetings(request);
      expect(rows.map(({ reply }) => reply)).toEqual(REPLIES);
      for (const { reply, outcome, memoryMb, characters } of rows) {
        const said = `${reply}: ${outcome}`;
        expect(memoryMb, said).toBeLessThan(MAX_MEMORY_MB);
        expect(characters, said).toBeLessThan(MAX_CHARACTERS);
        if (refusedBy(request).includes(reply)) expect(outcome, said).toMatch(/^[a-z]+(-[a-z]+)*$/);
      }
    },
    PATIENCE_MS,
  );
});
