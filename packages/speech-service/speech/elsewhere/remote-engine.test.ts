import { createServer as createPlainServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HIGH, humEngine, LOW, reasonOf, requestOf, SleepClock, spoken } from '../../testing/spoken.ts';
import { HUM_SECONDS, hummed, silent, VoiceServer } from '../../testing/voice-server.ts';
import type { RemoteEngine } from './remote-engine.ts';

const TEXT = 'Nobody had expected them to be on time, least of all the sergeant.';
let server: VoiceServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});
beforeEach(async () => {
  server = await new VoiceServer().start();
});

function engine(different: Readonly<Record<string, unknown>> = {}): RemoteEngine {
  return humEngine(server.url, different);
}

test('a server that reads numbers itself gets the text as it is written', async () => {
  await spoken(engine(), requestOf('No. 5 weighs 12 kg.'));
  expect(server.requests.map(({ body }) => body)).toMatchObject([{ input: 'No. 5 weighs 12 kg.' }]);
});

describe('a server that is not there', () => {
  test('fails at once, is left alone for a while, and then tried again', async () => {
    const { url } = server;
    const port = Number(new URL(url).port);
    await server.stop();
    const clock = new SleepClock();
    const down = humEngine(url, {}, clock);
    const problem = `The voice server "hums" can't be reached at ${url} (ECONNREFUSED): start it, or correct its url.`;
    await expect(spoken(down, requestOf(TEXT))).rejects.toThrow(problem);
    server = await new VoiceServer().start(port);
    await expect(spoken(down, requestOf(TEXT))).rejects.toThrow(problem);
    expect(server.requests).toHaveLength(0);
    expect(clock.slept).toEqual([]);
    clock.time += 5000;
    expect((await spoken(down, requestOf(TEXT))).seconds).toBeGreaterThan(1);
  });

  test('for a secure address is one that never shakes hands', async () => {
    const mute: Server = createPlainServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const timeouts = { connectSeconds: 0.05 };
    const other = humEngine(`https://127.0.0.1:${port}`, { timeouts });
    await expect(spoken(other, requestOf(TEXT))).rejects.toThrow(/can't be reached .*no connection within 0.05 s/);
    mute.close();
  });

  test('is one that never answers, or stops partway, or never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = async (timeouts: Readonly<Record<string, number>>): Promise<string> => {
      const before = server.requests.length;
      const reason = reasonOf(engine({ timeouts }), requestOf(TEXT));
      await server.until(() => server.requests.length > before);
      vi.advanceTimersByTime(5000);
      return reason;
    };
    server.usual = silent;
    expect(await asked({ idleSeconds: 5 })).toBe('The voice server "hums" sent no data for 5 s.');
    server.usual = (request, response) => void response.writeHead(200).write(hummed(request).subarray(0, 2000));
    expect(await asked({ idleSeconds: 5 })).toBe('The voice server "hums" sent no data for 5 s.');
    expect(await asked({ totalSeconds: 5 })).toBe('The voice server "hums" did not finish within 5 s.');
    await server.until(() => server.atOnce === 0);
    expect(server.requests).toHaveLength(3);
  });
});

describe('what is given up', () => {
  test('ends the request, with the reason that was given', async () => {
    server.usual = silent;
    const abort = new AbortController();
    const work = spoken(engine(), requestOf(TEXT), {}, abort.signal);
    await server.until(() => server.requests.length === 1);
    abort.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    await server.until(() => server.givenUp === 1);
  });

  test('by a listener who leaves ends the request too', async () => {
    server.usual = (request, response) => {
      const body = { ...request.body, input: TEXT.repeat(100) };
      response.writeHead(200).write(hummed({ ...request, body }).subarray(0, 1_000_000));
    };
    for await (const _ of engine().synthesize(requestOf(TEXT), new AbortController().signal)) break;
    await server.until(() => server.givenUp === 1);
  });

  test('when the service stops ends it as well', async () => {
    server.usual = silent;
    const stopped = engine();
    const work = spoken(stopped, requestOf(TEXT));
    await server.until(() => server.requests.length === 1);
    await stopped.close();
    await expect(work).rejects.toThrow('stopping');
  });
});

test('no more is asked for at once than the engine may, and who listens comes first', async () => {
  const finish: (() => void)[] = [];
  server.usual = (request, response) => void finish.push(() => response.writeHead(200).end(hummed(request)));
  const busy = engine({ concurrency: 2 });
  const files = [1, 2, 3, 4].map((number) => spoken(busy, requestOf(`File number ${number}.`)));
  await server.until(() => server.requests.length === 2);
  const live = spoken(busy, requestOf('Somebody listens.', { turns: [{ voice: HIGH, text: 'Somebody listens.' }] }), {
    isLive: true,
  });
  finish.shift()?.();
  await server.until(() => server.requests.length === 3);
  expect(server.requests[2]?.body['input']).toBe('Somebody listens.');
  for (let asked = 3; asked <= 5; asked += 1) {
    await server.until(() => server.requests.length === asked);
    finish.shift()?.();
  }
  await server.until(() => finish.length > 0);
  for (const end of finish) end();
  await Promise.all([...files, live]);
  expect(server.mostAtOnce).toBe(2);
});

test('turns have their pauses, and progress is told as they are spoken', async () => {
  const told: [string, number][] = [];
  const turns = [LOW, HIGH, LOW].map((voice) => ({ voice, text: TEXT }));
  const whole = await spoken(engine(), requestOf('', { turns }), {
    onProgress: (stage, fraction) => told.push([stage, fraction]),
  });
  expect(whole.seconds).toBeCloseTo(3 * TEXT.length * HUM_SECONDS + 0.1 + 2 * 0.35, 2);
  expect(server.requests.map(({ body }) => body['voice'])).toEqual(['low', 'high', 'low']);
  const generated = told.filter(([stage]) => stage === 'generate').map(([, fraction]) => fraction);
  expect(told.slice(0, 2)).toEqual([
    ['preload', 0],
    ['preload', 1],
  ]);
  expect(generated.at(-1)).toBe(1);
  expect(generated).toEqual([...new Set(generated)].sort((a, b) => a - b));
  expect(generated.filter((fraction) => Math.abs(fraction - 1 / 3) < 1e-9)).toHaveLength(1);
});
