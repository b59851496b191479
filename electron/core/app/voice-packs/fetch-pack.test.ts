import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecogniserPack } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeTransport } from '../../api/node-transport.ts';
import { type LocalServer, serveHttp } from '../../api/testing/local-server.ts';
import { SkippingClock } from '../../api/testing/skipping-clock.ts';
import type { HttpTransport } from '../../ports.ts';
import { FetchError, type FetchParts, type FetchProgress, fetchArchive } from './fetch-archive.ts';
import { discardInstalled, fetchPack } from './fetch-pack.ts';
import { installedPacks, packsFolder } from './installed-packs.ts';
import { discardPartialDownloads, PartialArchive, partialDownloads } from './kept-archive.ts';
import { knownPacks } from './known-packs.ts';
import { sha256Of, TOY_ARCHIVE, toyKnownPack } from './testing/toy-archive.ts';

const HALF = Math.floor(TOY_ARCHIVE.byteLength / 2);
const SIZE = TOY_ARCHIVE.byteLength;
const TAG = { etag: '"toys-1"' };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let home: string;
let transport: ReturnType<typeof createNodeTransport>;
let clock: SkippingClock;
let told: FetchProgress[];
const servers: LocalServer[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-fetch-'));
  transport = createNodeTransport();
  clock = new SkippingClock();
  told = [];
});
afterEach(async () => {
  transport.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
  rmSync(home, { recursive: true, force: true });
});

/** Serves one answer after the other, the last one for good, and remembers what was asked. */
async function serving(...answers: Answer[]) {
  const asked: { range: string | undefined; ifRange: string | undefined }[] = [];
  const server = await serveHttp((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ range: request.headers.range, ifRange: request.headers['if-range'] as string | undefined });
    answer?.(request, response);
  });
  servers.push(server);
  return { address: new URL('/toys.tar.bz2', server.url).href, asked };
}

const whole: Answer = (_, response) =>
  void response.writeHead(200, { ...TAG, 'content-length': SIZE }).end(TOY_ARCHIVE);

/** Breaks off after some bytes, as a line does. */
const drop =
  (bytes: number, headers: Record<string, string> = TAG): Answer =>
  (_, response) => {
    response.writeHead(200, { ...headers, 'content-length': SIZE });
    response.write(TOY_ARCHIVE.subarray(0, bytes), () => response.socket?.destroySoon());
  };

const rest =
  (from: number, bytes: Uint8Array = TOY_ARCHIVE): Answer =>
  (_, response) =>
    void response
      .writeHead(206, { ...TAG, 'content-range': `bytes ${from}-${SIZE - 1}/${SIZE}` })
      .end(bytes.subarray(from));

/** Gives what it is asked for. */
const honest: Answer = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  (from === 0 ? whole : rest(from))(request, response);
};

interface Different {
  readonly parts?: Partial<FetchParts>;
  readonly signal?: AbortSignal;
  readonly what?: Parameters<typeof fetchPack>[0]['what'];
  readonly onFetching?: (progress: FetchProgress) => void;
}

const fetching = (address: string, { parts, onFetching, ...more }: Different = {}) =>
  fetchPack(
    {
      home,
      what: toyKnownPack(address),
      onFetching: (progress) => {
        told.push(progress);
        onFetching?.(progress);
      },
      onUnpacking: () => {},
      onFound: () => {},
      onProgress: () => {},
      ...more,
    },
    { transport, clock, random: { next: () => 0 }, ...parts },
  );

/** Fetches the archive alone; it stays. */
async function fetchedArchive(address: string, parts: Partial<FetchParts> = {}): Promise<void> {
  const { archive, pack } = toyKnownPack(address);
  const into = await PartialArchive.open(home, archive.sha256, pack.id, 0);
  const order = { ...archive, into, signal: new AbortController().signal, roomToUnpack: () => 0, onProgress: () => {} };
  try {
    await fetchArchive(order, { transport, clock, random: { next: () => 0 }, ...parts });
  } finally {
    await into.close('keep');
  }
}

async function problem(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof FetchError)) throw error;
  return error.problem;
}

const installed = (): string[] => installedPacks(packsFolder(home)).map(({ id }) => id);
const arrived = (): number[] => partialDownloads(home).map(({ bytes }) => bytes);
const leftovers = (): string[] => readdirSync(join(home, 'service', 'arriving-packs'));

describe('a pack of the catalogue', () => {
  test('is fetched, gone on with where it broke off, installed, and nothing else of it stays', async () => {
    const { address, asked } = await serving(drop(HALF), rest(HALF));
    const pack = await fetching(address);
    expect(asked).toEqual([
      { range: undefined, ifRange: undefined },
      { range: `bytes=${HALF}-`, ifRange: TAG.etag },
    ]);
    expect(pack).toMatchObject({ voices: [{ id: 'low' }, { id: 'high' }] });
    expect([installed(), leftovers()]).toEqual([['toy-letters'], []]);
    expect(told.some(({ isWaiting }) => isWaiting)).toBe(true);
    expect(told.at(-1)).toMatchObject({ done: SIZE, total: SIZE, isWaiting: false });
  });

  test('is gone on with by another process, after the one that fetched it was killed', async () => {
    const { address, asked } = await serving(drop(HALF), (_, response) => response.destroy());
    expect(await problem(fetching(address))).toMatchObject({ kind: 'unreachable' });
    expect(partialDownloads(home)).toEqual([{ sha256: sha256Of(TOY_ARCHIVE), pack: 'toy-letters', bytes: HALF }]);
    asked.length = 0;
    const again = await serving(rest(HALF));
    await fetching(again.address);
    expect(again.asked).toEqual([{ range: `bytes=${HALF}-`, ifRange: TAG.etag }]);
    expect(installed()).toEqual(['toy-letters']);
  });

  test('is gone on with as long as something comes, however often it breaks off', async () => {
    const piece = Math.ceil(SIZE / 12);
    const parts: Answer[] = Array.from({ length: 12 }, (_, at) => (_request, response) => {
      const from = at * piece;
      response.writeHead(at === 0 ? 200 : 206, {
        ...TAG,
        'content-length': SIZE - from,
        ...(at === 0 ? {} : { 'content-range': `bytes ${from}-${SIZE - 1}/${SIZE}` }),
      });
      response.write(TOY_ARCHIVE.subarray(from, from + piece), () => response.socket?.destroySoon());
    });
    const { address } = await serving(...parts);
    await fetchedArchive(address);
    expect(arrived()).toEqual([SIZE]);
  });

  test.each<[string, Answer[]]>([
    ['knows no parts', [drop(HALF), whole]],
    ['has no such part', [drop(HALF), (_, response) => void response.writeHead(416).end(), whole]],
    ['sends another part', [drop(HALF), rest(HALF - 9), whole]],
    ['does not say which file it is', [drop(HALF, {}), whole]],
  ])('is fetched from its start where the server %s', async (_what, answers) => {
    const { address } = await serving(...answers);
    await fetchedArchive(address);
    expect(arrived()).toEqual([SIZE]);
  });

  test('is fetched once more from its start where what was kept of it is spoilt', async () => {
    const kept = await PartialArchive.open(home, sha256Of(TOY_ARCHIVE), 'toy-letters', 0);
    kept.validator = TAG.etag;
    await kept.write(Buffer.alloc(HALF));
    await kept.close('keep');
    const { address, asked } = await serving(rest(HALF), whole);
    await fetchedArchive(address);
    expect(asked.map(({ range }) => range)).toEqual([`bytes=${HALF}-`, undefined]);
    expect(arrived()).toEqual([SIZE]);
  });

  test.each<[string, Answer, object]>([
    [
      'another file lies there',
      (_, response) => void response.writeHead(200).end(Buffer.alloc(SIZE)),
      { kind: 'wrong-archive' },
    ],
    [
      'it has another size',
      (_, response) => void response.writeHead(200, { 'content-length': 1e12 }).write('x'),
      { kind: 'wrong-size' },
    ],
    [
      'more comes than there is',
      (_, response) => void response.writeHead(200).end(Buffer.alloc(SIZE + 1)),
      { kind: 'wrong-size' },
    ],
    [
      'a page comes in its place',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in'),
      { kind: 'web-page' },
    ],
    ['it is gone', (_, response) => void response.writeHead(404).end(), { kind: 'refused', status: 404 }],
    [
      'it leads round in a circle',
      (_, response) => void response.writeHead(302, { location: '/toys.tar.bz2' }).end(),
      { kind: 'refused' },
    ],
    [
      'it leads to an open line',
      (_, response) => void response.writeHead(302, { location: 'http://192.0.2.1/x' }).end(),
      { kind: 'insecure', host: '192.0.2.1' },
    ],
  ])('is refused where %s, and nothing of it stays', async (_what, answer, expected) => {
    const { address } = await serving(answer);
    expect(await problem(fetching(address))).toMatchObject(expected);
    expect([installed(), leftovers()]).toEqual([[], []]);
  });

  test('is led on by its server, but not from elsewhere to this machine', async () => {
    const { address } = await serving(
      (_, response) => void response.writeHead(302, { location: '/there' }).end(),
      whole,
    );
    await fetchedArchive(address);
    expect(arrived()).toEqual([SIZE]);
    discardPartialDownloads(home, () => true);
    const elsewhere: HttpTransport = {
      send: async () => ({
        status: 302,
        headers: { location: address },
        body: (async function* () {})(),
        discard: () => {},
      }),
    };
    expect(await problem(fetching('https://packs.example/toys', { parts: { transport: elsewhere } }))).toMatchObject({
      kind: 'insecure',
    });
  });

  test('is not begun where the drive has no room for it', async () => {
    const { address, asked } = await serving(whole);
    const freeBytes = async () => 1_000_000;
    expect(await problem(fetching(address, { parts: { freeBytes } }))).toMatchObject({
      kind: 'no-room',
      free: 1_000_000,
    });
    expect([asked, leftovers()]).toEqual([[], []]);
  });

  test('stays as far as it came where it is stopped, and goes where it is given up', async () => {
    const end = new AbortController();
    const stopped = new Error('stopped');
    const { address } = await serving((_, response) => {
      response.writeHead(200, { ...TAG, 'content-length': SIZE });
      response.write(TOY_ARCHIVE.subarray(0, HALF));
    });
    const onFetching = ({ done }: FetchProgress) => done === HALF && end.abort(stopped);
    await expect(fetching(address, { signal: end.signal, onFetching })).rejects.toBe(stopped);
    expect(arrived()).toEqual([HALF]);
    discardPartialDownloads(home, ({ pack }) => pack === 'toy-letters');
    expect(leftovers()).toEqual([]);
  });

  test('is fetched by one process at a time', async () => {
    const kept = await PartialArchive.open(home, sha256Of(TOY_ARCHIVE), 'toy-letters', 0);
    const { address } = await serving(whole);
    await expect(fetching(address)).rejects.toThrow(/locked/);
    await kept.close('keep');
    await fetchedArchive(address);
  });

  test('leaves nothing behind where it was killed once it was installed, or it was forgotten', async () => {
    const { address } = await serving(whole);
    await fetching(address);
    const keep = async (pack: string) => {
      const kept = await PartialArchive.open(home, sha256Of(TOY_ARCHIVE), pack, 0);
      kept.validator = TAG.etag;
      await kept.write(TOY_ARCHIVE);
      await kept.close('keep');
    };
    await keep('toy-letters');
    discardInstalled(home);
    expect(leftovers()).toEqual([]);
    await keep('another');
    const other = await PartialArchive.open(home, 'a'.repeat(64), null, Date.now() + 40 * 86_400_000);
    await other.close('keep');
    expect(leftovers()).toEqual([]);
  });
});

describe('a pack at an address', () => {
  test('is fetched without its size being known, and asked about before it is there', async () => {
    const { address } = await serving(drop(HALF), honest);
    const what = { address, sha256: sha256Of(TOY_ARCHIVE) };
    // The toy archive says nothing of itself.
    await expect(fetching(address, { what })).rejects.toMatchObject({ problem: 'no-pack' });
    expect([installed(), leftovers()]).toEqual([[], []]);
    expect(told.at(-1)).toMatchObject({ done: SIZE, total: SIZE });
  });

  test('is refused where it has another hash', async () => {
    const { address } = await serving(whole);
    expect(await problem(fetching(address, { what: { address, sha256: '0'.repeat(64) } }))).toMatchObject({
      kind: 'wrong-archive',
    });
  });
});

describe('the catalogue', () => {
  test('has packs that fit together, and takes in those of the producer', () => {
    const { packs, ownProblem } = knownPacks(home);
    expect(ownProblem).toBe(null);
    expect(packs).toHaveLength(11);
    for (const { archive, pack } of packs) {
      expect(archive.address).toBe(
        `https://github.com/k2-fsa/sherpa-onnx/releases/download/${isRecogniserPack(pack) ? 'asr' : 'tts'}-models/${archive.folder}.tar.bz2`,
      );
      const voices = isRecogniserPack(pack) ? [] : pack.voices;
      expect(voices.map(({ speaker }) => speaker)).toEqual(voices.map((_, at) => at));
    }
    expect(packs.filter(({ pack }) => !pack.rights.commercialUse).map(({ pack }) => pack.id)).toEqual(['piper-lessac']);
    const own = { format: 1, packs: [toyKnownPack('https://packs.example/toys.tar.bz2')] };
    const path = join(home, 'service', 'known-packs.json');
    const ids = (): string[] => knownPacks(home).packs.map(({ pack }) => pack.id);
    rmSync(join(home, 'service'), { recursive: true, force: true });
    expect(ids()).toHaveLength(11);
    writeOwn(path, own);
    expect(ids().slice(0, 2)).toEqual(['toy-letters', 'piper-ljspeech']);
    for (const [spoilt, field] of [
      [{ ...own, packs: [toyKnownPack('http://packs.example/toys.tar.bz2')] }, 'packs.0.archive.address'],
      [{ ...own, packs: [...own.packs, ...own.packs] }, 'packs'],
      ['no catalogue', ''],
    ] as const) {
      writeOwn(path, spoilt);
      expect(knownPacks(home)).toMatchObject({ ownProblem: field, packs: { length: 11 } });
    }
  });
});

function writeOwn(path: string, catalogue: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(catalogue));
}
