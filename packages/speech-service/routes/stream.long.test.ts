import { mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { decode, durationSeconds } from '@lectern/audio';
import { OUTPUT_FORMATS, type Plan } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import type { ServerOptions } from '../host/server.ts';
import { EmbeddedEngine } from '../rendering/embedded-engine.ts';
import { SpeechRenderer } from '../rendering/renderer.ts';
import { createRenderOrder } from '../rendering/stream-order.ts';
import { RenderPool } from '../rendering/worker-pool.ts';
import { EMBEDDED_LANE, type SpeechEngine, SpeechError, type SpeechRequest } from '../speech/speech-engine.ts';
import { ACCOUNT, credentials, job, type TestService, testService, VOICE, VOICE_2 } from '../testing/test-service.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';

/** Speaks when the test says so. */
class HandEngine implements SpeechEngine {
  readonly voices = LISTED_VOICES;
  readonly lanes = new Map([[EMBEDDED_LANE, 2]]);
  readonly laneOf = (): string => EMBEDDED_LANE;
  readonly sampleRateOf = (): number => 22_050;
  readonly requests: SpeechRequest[] = [];
  /** Seconds of sound that were taken out of it. */
  taken = 0;
  /** Resolves when what is spoken is given up. */
  readonly givenUp: Promise<void>;
  #giveUp: () => void = () => {};
  #pieces: (number | Error | 'end')[] = [];
  #wake: () => void = () => {};

  constructor() {
    this.givenUp = new Promise((resolve) => (this.#giveUp = resolve));
  }

  /** Seconds of sound, what goes wrong, or the end. */
  say(...pieces: (number | Error | 'end')[]): void {
    this.#pieces.push(...pieces);
    this.#wake();
  }

  async *synthesize(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<Int16Array> {
    this.requests.push(request);
    const stop = (): void => {
      this.#giveUp();
      this.#wake();
    };
    signal.addEventListener('abort', stop);
    try {
      for (;;) {
        signal.throwIfAborted();
        const next = this.#pieces.shift();
        if (next === 'end') return;
        if (next instanceof Error) throw next;
        if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
        else {
          this.taken += next;
          yield new Int16Array(next * this.sampleRateOf()).fill(1000);
        }
      }
    } finally {
      this.#giveUp();
    }
  }

  async close(): Promise<void> {}
}

const pools: RenderPool[] = [];
function newPool(size: number): RenderPool {
  const pool = new RenderPool(size);
  pools.push(pool);
  return pool;
}

let engine: HandEngine;
let service: TestService;
let address: string;

async function start(speech: SpeechEngine, different: Partial<ServerOptions> = {}, pool = newPool(1)): Promise<void> {
  service = testService(new SpeechRenderer(speech, pool), different);
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(() => {
  engine = new HandEngine();
});
afterEach(async () => {
  await service.close();
  for (const pool of pools.splice(0)) await pool.close();
});

const TEXT = 'It was a bright cold day in April, and the clocks were striking thirteen.';

function stream(body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(`${address}/api/v2/tts/stream`, {
    method: 'POST',
    headers: { ...credentials(ACCOUNT), 'content-type': 'application/json', accept: 'audio/mpeg' },
    body: JSON.stringify(body),
    ...init,
  });
}

async function refusal(body: unknown): Promise<string> {
  const reply = await stream(body);
  expect(reply.status).toBe(400);
  const { error_id, error_message } = (await reply.json()) as { error_id: string; error_message: string };
  expect(error_id).toBe('INVALID_PARAMETERS');
  return error_message;
}

describe('streamed audio', () => {
  test('is an mp3 of the text unless another format is asked for', async () => {
    await start(new EmbeddedEngine(newPool(1)));
    const types = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/wav'];
    for (const [index, format] of [undefined, ...OUTPUT_FORMATS.slice(1)].entries()) {
      const reply = await stream({ text: TEXT, voice: VOICE, output_format: format, temperature: 0 });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, types[index]]);
      expect(reply.headers.get('content-length')).toBeNull();
      const sound = await decode(new Uint8Array(await reply.arrayBuffer()), { format: format ?? 'mp3' });
      expect(durationSeconds(sound)).toBeGreaterThan(3);
      expect(durationSeconds(sound)).toBeLessThan(8);
    }
  });

  test('has the very samples that a job of a batch has with the same seed', async () => {
    const pool = newPool(1);
    const speech = new EmbeddedEngine(pool);
    await start(speech);
    const dialog = { voice: VOICE, voice_2: VOICE_2, turn_prefix: 'A:', turn_prefix_2: 'B:', seed: 7 };
    const asked = {
      ...dialog,
      text: 'A: Good morning.\nB: Is it?',
      output_format: 'wav',
      sample_rate: 16_000,
      speed: 0.4,
    };
    const streamed = await decode(new Uint8Array(await (await stream(asked)).arrayBuffer()));
    const path = join(service.folder, 'audio', 'job.wav');
    mkdirSync(join(service.folder, 'audio'), { recursive: true });
    const order = createRenderOrder({ ...asked, voice_engine: 'SvcDialog', output_format: 'wav' }, 7, path);
    await new SpeechRenderer(speech, pool).render(order, new AbortController().signal);
    expect(streamed).toEqual(await decode(readFileSync(path)));
  });

  test('of a text with nothing to speak is a short silence', async () => {
    await start(engine);
    const reply = await stream({ text: '* * *', output_format: 'wav' });
    const sound = await decode(new Uint8Array(await reply.arrayBuffer()));
    expect(durationSeconds(sound)).toBeCloseTo(0.3);
  });

  test('leaves while the rest is still to be spoken', async () => {
    await start(engine);
    engine.say(2);
    const reply = await stream({ text: TEXT });
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    engine.say(2, 'end');
    let bytes = 0;
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) bytes += next.value.length;
    expect(bytes).toBeGreaterThan(10_000);
  });

  test('does not stand in line behind jobs of batches', async () => {
    const bulk = newPool(1);
    await start(new EmbeddedEngine(bulk, newPool(1)), {}, bulk);
    const long = 'This line goes on for quite a while, and then it goes on again. '.repeat(300);
    const submitted = await service.submit(Array.from({ length: 20 }, () => job({ text: long, output_format: 'wav' })));
    expect(submitted.statusCode).toBe(201);
    await service.settle();
    await (await stream({ text: TEXT, voice: VOICE })).arrayBuffer();
    expect(service.store.countJobs()).toMatchObject({ failed: 0, completed: 0 });
    expect(service.store.countJobs().pending).toBeGreaterThan(0);
  });
});

describe('a reader', () => {
  test('that leaves ends the speaking', async () => {
    await start(engine);
    const leaving = new AbortController();
    engine.say(2);
    const reply = await stream({ text: TEXT }, { signal: leaving.signal });
    await reply.body?.getReader().read();
    leaving.abort();
    await engine.givenUp;
    expect(service.logged.join('')).not.toContain('broke off');
  });

  test('that leaves before the first byte ends it too', async () => {
    await start(engine);
    const leaving = new AbortController();
    const asked = stream({ text: TEXT }, { signal: leaving.signal });
    while (engine.requests.length === 0) await service.settle();
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await engine.givenUp;
    expect(service.logged.join('')).not.toContain('failed');
  });

  test('that takes nothing holds up the speaking, and is given up in the end', async () => {
    await start(engine, { streamStallSeconds: 0.2 });
    engine.say(...Array.from({ length: 600 }, () => 60), 'end');
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ text: TEXT, output_format: 'wav', sample_rate: 48_000 });
    const head = { ...credentials(ACCOUNT), host: hostname, 'content-type': 'application/json' };
    const rows = Object.entries({ ...head, 'content-length': body.length }).map(([name, value]) => `${name}: ${value}`);
    // Nothing ever reads from this socket.
    socket.write(`POST /api/v2/tts/stream HTTP/1.1\r\n${rows.join('\r\n')}\r\n\r\n${body}`);
    await engine.givenUp;
    expect(engine.taken).toBeGreaterThan(0);
    expect(engine.taken).toBeLessThan(600 * 60);
    socket.destroy();
  });

  test('is answered 500 where nothing could be spoken, and cut off where it broke in the middle', async () => {
    await start(engine);
    engine.say(new SpeechError('The voice is hoarse.'));
    expect((await stream({ text: TEXT })).status).toBe(500);
    engine.say(3, new SpeechError('The voice is hoarse.'));
    const reply = await stream({ text: TEXT });
    expect(reply.status).toBe(200);
    await expect(reply.arrayBuffer()).rejects.toThrow();
    expect(service.logged.join('')).toContain('broke off');
  });

  test('learns nothing of a thread that dies before it has heard anything', async () => {
    await start(engine);
    engine.say(new WorkerLostError('gone'), new WorkerLostError('gone'), 1, 'end');
    const reply = await stream({ text: TEXT });
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    expect(engine.requests).toHaveLength(3);
    engine.say(...Array.from({ length: 3 }, () => new WorkerLostError('gone')));
    expect((await stream({ text: TEXT })).status).toBe(500);
  });

  test('is cut off when the service stops', async () => {
    await start(engine);
    engine.say(3);
    const reply = await stream({ text: TEXT });
    const read = reply.arrayBuffer();
    await Promise.all([service.app.close(), expect(read).rejects.toThrow(), engine.givenUp]);
  });
});

describe('what a stream asks for', () => {
  beforeEach(() => start(engine));

  test('reaches the engine, with the first voice that fits where none is named', async () => {
    engine.say(1, 'end', 1, 'end');
    await (await stream({ text: TEXT })).arrayBuffer();
    const dialog = { voice: VOICE, voice_2: VOICE_2, turn_prefix: 'A:', turn_prefix_2: 'B:' };
    await (
      await stream({ ...dialog, text: 'A: Hi.\nB: Ho.\nA: Hum.', speed: 2, seed: 3, temperature: 0 })
    ).arrayBuffer();
    const [plain, turns] = engine.requests;
    expect(plain).toMatchObject({ turns: [{ voice: LISTED_VOICES[0]?.id, text: TEXT }], speed: 1, temperature: 1 });
    expect(turns).toMatchObject({ speed: 2, seed: 3, temperature: 0 });
    expect(turns?.turns).toEqual([
      { voice: VOICE, text: 'Hi.' },
      { voice: VOICE_2, text: 'Ho.' },
      { voice: VOICE, text: 'Hum.' },
    ]);
  });

  test('may name any engine that its voice works with', async () => {
    for (const engineName of ['SvcDialog', 'Svc3.0-mini', 'Svc3.0']) {
      engine.say(1, 'end');
      expect((await stream({ text: TEXT, voice: VOICE, voice_engine: engineName })).status).toBe(200);
    }
    for (const legacy of ['Svc2.0-turbo', 'Svc2.0']) {
      const message = await refusal({ text: TEXT, voice: VOICE, voice_engine: legacy });
      expect(message).toBe(`voice does not work with the engine ${legacy}.`);
      engine.say(1, 'end');
      expect((await stream({ text: TEXT, voice_engine: legacy })).status).toBe(200);
      expect(engine.requests.at(-1)?.turns[0]?.voice).toBe('lectern://voices/en-us/harold-2/manifest.json');
    }
    expect(await refusal({ text: TEXT, voice_engine: 'Svc9' })).toMatch(/^voice_engine must be one of "SvcDialog"/);
    const two = { voice_2: VOICE_2, turn_prefix: 'A:', turn_prefix_2: 'B:', voice_engine: 'Svc3.0-mini' };
    expect(await refusal({ ...two, text: TEXT })).toMatch(/^voice_2 does not work with the engine/);
  });

  test('is refused where it is wrong, naming each field', async () => {
    expect(await refusal({})).toBe('text is missing.');
    expect(await refusal({ text: 'a'.repeat(20_001) })).toMatch(/^text must be at most 20000 characters long/);
    expect(await refusal({ text: TEXT, voice: 'nobody', speed: 9 })).toBe('speed must be at most 5.');
    expect(await refusal({ text: TEXT, voice: 'nobody' })).toBe('voice is not a voice of this service.');
    expect(await refusal({ text: TEXT, voice_2: VOICE_2 })).toMatch(/turn_prefix is missing/);
    expect(await refusal({ text: TEXT, tempo: 2 })).toBe('tempo is not a known field.');
    engine.say(1, 'end');
    expect((await stream({ text: '𝄞'.repeat(20_000) })).status).toBe(200);
  });

  test('needs credentials, a body and the right method', async () => {
    expect((await stream({ text: TEXT }, { headers: { 'content-type': 'application/json' } })).status).toBe(401);
    expect((await stream(null)).status).toBe(400);
    const got = await fetch(`${address}/api/v2/tts/stream`, { headers: credentials(ACCOUNT) });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test('streams have a limit of requests and one of characters', async () => {
  const plan: Plan = 'hacker';
  await start(engine, { accounts: [{ ...ACCOUNT, plan }], elapsed: () => 0 });
  const text = 'a'.repeat(17_500);
  for (const expected of [200, 200, 429]) {
    if (expected === 200) engine.say(0.1, 'end');
    const reply = await stream({ text });
    expect(reply.status).toBe(expected);
    if (expected === 429)
      expect([reply.headers.get('retry-after'), typeof (await reply.json())]).toEqual(['60', 'string']);
    else await reply.arrayBuffer();
  }
});

test('a plan’s eleventh stream in a minute has to wait', async () => {
  let now = 0;
  await start(engine, { accounts: [{ ...ACCOUNT, plan: 'hacker' }], elapsed: () => now });
  for (let count = 0; count < 10; count += 1) {
    engine.say(0.1, 'end');
    await (await stream({ text: 'Hm.' })).arrayBuffer();
  }
  expect((await stream({ text: 'Hm.' })).status).toBe(429);
  now = 60_000;
  engine.say(0.1, 'end');
  expect((await stream({ text: 'Hm.' })).status).toBe(200);
});
