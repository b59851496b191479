import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../ports.ts';
import { type DownloadOptions, downloadTo } from './download.ts';
import { createSecretScrubber } from './error-body.ts';
import { DEFAULT_TIMEOUTS } from './exchange.ts';
import { createNodeTransport } from './node-transport.ts';
import { DEFAULT_RETRY } from './retry.ts';
import { MemorySink } from './testing/download-bytes.ts';
import { type LocalServer, serveHttp } from './testing/local-server.ts';
import { SkippingClock } from './testing/skipping-clock.ts';

const FILE = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 31) % 251));
const TAG = { etag: '"file-1"', 'accept-ranges': 'bytes' };

let transport: ReturnType<typeof createNodeTransport>;
let clock: SkippingClock;
const servers: LocalServer[] = [];

beforeEach(() => {
  transport = createNodeTransport();
  clock = new SkippingClock();
});

afterEach(async () => {
  transport.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves one answer after the other, the last one for good, and remembers the ranges that were asked for. */
async function serving(...answers: Answer[]) {
  const ranges: (string | undefined)[] = [];
  const server = await serveHttp((request, response) => {
    const answer = answers[Math.min(ranges.length, answers.length - 1)];
    ranges.push(request.headers.range);
    answer?.(request, response);
  });
  servers.push(server);
  return { url: new URL('/audio/1', server.url).href, ranges };
}

const whole: Answer = (_, response) => response.writeHead(200, TAG).end(FILE);

/** Half the file: under its whole length, or with a clean end that gives nothing away. */
const half =
  (headers: Record<string, string>, announced: boolean): Answer =>
  (_, response) => {
    response.writeHead(200, { ...headers, ...(announced ? { 'content-length': String(FILE.length) } : {}) });
    response.write(FILE.subarray(0, 5_000), () => {
      if (announced) response.socket?.destroySoon();
      else response.end();
    });
  };

const rest =
  (from: number, said = from): Answer =>
  (_, response) =>
    response
      .writeHead(206, { ...TAG, 'content-range': `bytes ${said}-${FILE.length - 1}/${FILE.length}` })
      .end(FILE.subarray(from));

const LIMIT = { bytes: 1_000_000, seconds: null };

async function fetched(url: string, options: Partial<DownloadOptions> = {}): Promise<Uint8Array> {
  const sink = new MemorySink();
  const context = { transport, clock, random: { next: () => 0 }, timeouts: DEFAULT_TIMEOUTS, retry: DEFAULT_RETRY };
  await downloadTo(
    url,
    sink,
    { limit: LIMIT, ...options },
    { ...context, scrubber: createSecretScrubber('a-secret-of-the-account') },
  );
  return sink.bytes();
}

const same = (bytes: Uint8Array) => expect(Buffer.compare(bytes, FILE)).toBe(0);
const known = { sizeBytes: FILE.length };

describe('a file', () => {
  it('comes in one piece, whether or not its size is known', async () => {
    const { url, ranges } = await serving(whole);
    same(await fetched(url, known));
    same(await fetched(url));
    expect(ranges).toEqual([undefined, undefined]);
  });

  it('is fetched without a cookie, whatever was set before', async () => {
    const cookies: (string | undefined)[] = [];
    const { url } = await serving((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(200, { 'set-cookie': 'a=b' }).end(FILE);
    });
    await fetched(url);
    await fetched(url);
    expect(cookies).toEqual([undefined, undefined]);
  });
});

describe('half a file', () => {
  it('with a length is noticed, and gone on with from where it broke off', async () => {
    const { url, ranges } = await serving(half(TAG, true), rest(5_000));
    same(await fetched(url, known));
    expect(ranges).toEqual([undefined, 'bytes=5000-']);
  });

  it('is gone on with only if the file is still the same one, by its tag or its date', async () => {
    for (const mark of [{ etag: '"file-1"' }, { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }]) {
      const conditions: (string | undefined)[] = [];
      const { url } = await serving(half(mark, true), (request, response) => {
        conditions.push(request.headers['if-range'] as string | undefined);
        whole(request, response);
      });
      same(await fetched(url, known));
      expect(conditions).toEqual(Object.values(mark));
    }
  });

  it('with a clean end is noticed by the announced size', async () => {
    const { url, ranges } = await serving(half(TAG, false), rest(5_000));
    same(await fetched(url, known));
    expect(ranges).toEqual([undefined, 'bytes=5000-']);
  });

  it('is downloaded from the start when nothing confirms that the other half is of the same file', async () => {
    const { url, ranges } = await serving(half({ etag: 'W/"weak"' }, true), whole);
    same(await fetched(url, known));
    expect(ranges).toEqual([undefined, undefined]);
  });

  it('is downloaded from the start when the server sends the whole file again', async () => {
    const { url, ranges } = await serving(half(TAG, true), whole);
    same(await fetched(url, known));
    expect(ranges).toHaveLength(2);
  });

  it('is downloaded from the start when the server sends a different range than requested', async () => {
    const { url, ranges } = await serving(half(TAG, true), rest(4_990), whole);
    same(await fetched(url, known));
    expect(ranges).toEqual([undefined, 'bytes=5000-', undefined]);
  });

  it('is downloaded from the start when the server does not say which range it sends', async () => {
    const bare: Answer = (_, response) => response.writeHead(206, TAG).end(FILE.subarray(5_000));
    const { url } = await serving(half(TAG, true), bare, whole);
    same(await fetched(url, known));
  });

  it('is downloaded from the start when the file has changed since', async () => {
    const changed: Answer = (_, response) => {
      const range = `bytes 5000-${FILE.length - 1}/${FILE.length}`;
      response.writeHead(206, { etag: '"file-2"', 'content-range': range }).end(Buffer.alloc(5_000));
    };
    const { url } = await serving(half(TAG, true), changed, whole);
    same(await fetched(url, known));
  });

  it('is downloaded from the start when the server has no such range', async () => {
    const { url } = await serving(half(TAG, true), (_, response) => response.writeHead(416).end(), whole);
    same(await fetched(url, known));
  });

  it('that stays incomplete is reported after the last try, with both sizes', async () => {
    const { url, ranges } = await serving(half({}, false));
    await expect(fetched(url, { ...known, tries: 3 })).rejects.toMatchObject({
      problem: { kind: 'incomplete-download', receivedBytes: 5_000, expectedBytes: FILE.length },
    });
    expect(ranges).toHaveLength(3);
    expect(clock.waits).toHaveLength(2);
  });
});

describe('a file that is too large', () => {
  it('is not read further than its announced size', async () => {
    const { url } = await serving((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(FILE));
      };
      response.on('drain', pour);
      response.writeHead(200, {});
      pour();
    });
    await expect(fetched(url, { ...known, tries: 1 })).rejects.toMatchObject({
      problem: { kind: 'oversized-download', limitBytes: FILE.length },
    });
  });
});

describe('a file that is larger than it can be', () => {
  const limit = { bytes: 8_000, seconds: 32 };
  const refusal = { problem: { kind: 'oversized-download', limitBytes: 8_000, bound: { seconds: 32 } } };

  it('is not asked for where its job announces as much', async () => {
    const { url, ranges } = await serving(whole);
    await expect(fetched(url, { limit, sizeBytes: 1e12 })).rejects.toMatchObject(refusal);
    expect(ranges).toEqual([]);
  });

  it('is not read where the server announces as much, and not tried again', async () => {
    const bytes: number[] = [];
    const { url, ranges } = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '1000000000000' });
      response.on('close', () => bytes.push(response.socket?.bytesWritten ?? 0));
      response.write(FILE);
    });
    await expect(fetched(url, { limit })).rejects.toMatchObject(refusal);
    expect(ranges).toHaveLength(1);
  });

  it('is left where it turns out to be', async () => {
    const { url, ranges } = await serving((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(FILE));
      };
      response.on('drain', pour);
      response.writeHead(200, {});
      pour();
    });
    await expect(fetched(url, { limit })).rejects.toMatchObject(refusal);
    expect(ranges).toHaveLength(1);
  });
});

describe('an address', () => {
  it.each([401, 403, 404, 410])('that answers %i has expired, which is told at once', async (status) => {
    const { url, ranges } = await serving((_, response) => response.writeHead(status).end());
    await expect(fetched(url)).rejects.toMatchObject({ problem: { kind: 'address-expired', status } });
    expect(ranges).toHaveLength(1);
  });

  it('that is none is refused', async () => {
    for (const url of ['', '/audio/1', 'file:///etc/passwd']) {
      await expect(fetched(url)).rejects.toMatchObject({ problem: { kind: 'unusable-address' } });
    }
  });

  it('may lead elsewhere, a few times', async () => {
    const on: Answer = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end();
    const { url, ranges } = await serving(on, on, on, on, on, whole);
    same(await fetched(url));
    expect(ranges).toHaveLength(6);
  });

  it('that leads round in a circle is given up', async () => {
    const { url, ranges } = await serving((_, response) => response.writeHead(302, { location: '/audio/1' }).end());
    await expect(fetched(url)).rejects.toMatchObject({ problem: { kind: 'redirected' } });
    expect(ranges).toHaveLength(6);
  });

  it('must not lead from https to http, and may lead to nothing but http', async () => {
    const { url } = await serving((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
    await expect(fetched(url)).rejects.toMatchObject({ problem: { kind: 'unusable-address' } });
    const seen: string[] = [];
    const pretending = {
      send: async ({ url }: { url: URL }) => {
        seen.push(url.href);
        const headers = { location: 'http://plain.example/1' };
        return { status: 302, headers, body: (async function* () {})(), discard: () => {} };
      },
    };
    const context = { clock, random: { next: () => 0 }, timeouts: DEFAULT_TIMEOUTS, retry: DEFAULT_RETRY };
    const scrubber = createSecretScrubber('');
    const run = downloadTo(
      'https://safe.example/1',
      new MemorySink(),
      { limit: LIMIT },
      { ...context, scrubber, transport: pretending },
    );
    await expect(run).rejects.toMatchObject({
      problem: { kind: 'insecure-address', origin: 'http://plain.example' },
    });
    expect(seen).toEqual(['https://safe.example/1']);
  });
});

describe('the pace of a file', () => {
  /** The least pace that the transport is told to ask for, in bytes a second. */
  async function leastPace(sizeBytes: number): Promise<number | undefined> {
    let least: number | undefined;
    const noting = {
      send: async ({ leastBytesPerSecond }: HttpRequest) => {
        least = leastBytesPerSecond;
        const body = (async function* () {
          yield new Uint8Array(sizeBytes);
        })();
        return { status: 200, headers: {}, body, discard: () => {} };
      },
    };
    const context = { clock, random: { next: () => 0 }, timeouts: DEFAULT_TIMEOUTS, retry: DEFAULT_RETRY };
    await downloadTo(
      'https://audio.example/1',
      new MemorySink(),
      { limit: { bytes: 100_000_000, seconds: null }, sizeBytes },
      { ...context, scrubber: createSecretScrubber(''), transport: noting },
    );
    return least;
  }

  it('lets a file of any size take an hour at most', async () => {
    expect(await leastPace(1_000)).toBe(1_024);
    expect(await leastPace(72_000_000)).toBe(20_000);
  });
});

describe('what is no audio', () => {
  it.each(['text/html; charset=utf-8', 'application/json'])('%s under 200 is not taken for any', async (type) => {
    const page: Answer = (_, response) => response.writeHead(200, { 'content-type': type }).end('<html>');
    const { url } = await serving(page, whole);
    same(await fetched(url));
    await expect(fetched((await serving(page)).url)).rejects.toMatchObject({ problem: { kind: 'not-the-service' } });
  });

  it('like trouble of the server passes', async () => {
    const { url } = await serving(
      (_, response) => response.writeHead(503).end('later'),
      (_, response) => response.writeHead(429, { 'retry-after': '9' }).end('"slow"'),
      (request) => request.socket.resetAndDestroy(),
      whole,
    );
    same(await fetched(url, known));
    expect(clock.waits[1]).toBe(9_000);
  });
});

describe('the caller', () => {
  it('can give up in the middle', async () => {
    const controller = new AbortController();
    const { url } = await serving((_, response) => {
      response.writeHead(200).write(FILE);
      setImmediate(() => controller.abort(new Error('enough')));
    });
    await expect(fetched(url, { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('learns of what its own sink says, and nothing is tried again', async () => {
    const { url, ranges } = await serving(whole);
    const full = {
      position: 0,
      restart: () => {},
      write: () => {
        throw new Error('the disk is full');
      },
    };
    const context = { transport, clock, random: { next: () => 0 }, timeouts: DEFAULT_TIMEOUTS, retry: DEFAULT_RETRY };
    const run = downloadTo(url, full, { limit: LIMIT }, { ...context, scrubber: createSecretScrubber('') });
    await expect(run).rejects.toThrow('the disk is full');
    expect(ranges).toHaveLength(1);
  });
});
