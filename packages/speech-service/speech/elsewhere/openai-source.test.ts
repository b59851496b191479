import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode, encodeWav } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { levelAt } from '../../../audio/testing/tones.ts';
import { formatChunk, wavFile } from '../../../audio/testing/wav-bytes.ts';
import { humEngine, reasonOf, requestOf, SleepClock, spoken } from '../../testing/spoken.ts';
import { answering, HUM_RATE, HUM_SECONDS, hum, hummed, VoiceServer } from '../../testing/voice-server.ts';
import { speechAddress } from './openai-source.ts';

let server: VoiceServer;
let clock: SleepClock;
beforeEach(async () => {
  server = await new VoiceServer().start();
  clock = new SleepClock();
});
afterEach(() => server.stop());

const engine = (different: Readonly<Record<string, unknown>> = {}) => humEngine(server.url, different, clock);
const TEXT = 'The clocks were striking thirteen, and nobody minded.';
/** Silence before and after what is spoken. */
const AROUND = 0.1;

const reason = (text = TEXT, different: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  reasonOf(engine(different), requestOf(text));

describe('a request to a voice server', () => {
  test('has the fields of the contract, and no credentials where there are none', async () => {
    await spoken(engine(), requestOf(TEXT, { speed: 1.5 }));
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/audio/speech');
    expect(request?.body).toEqual({
      model: 'hum-1',
      input: TEXT,
      voice: 'low',
      response_format: 'wav',
      speed: 1.5,
    });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers.authorization).toBeUndefined();
  });

  test('tells a model that takes instructions how to speak, and no other', async () => {
    await spoken(engine({ instructions: true }), requestOf(TEXT, { style: 'whispering' }));
    await spoken(engine({ instructions: true }), requestOf(TEXT));
    await spoken(engine(), requestOf(TEXT, { style: 'whispering' }));
    const told = server.requests.map(({ body }) => body['instructions']);
    expect(told).toEqual(['Speak in a whisper.', undefined, undefined]);
    expect(engine({ instructions: true }).voices[0]?.styles).toContain('whispering');
    expect(engine().voices[0]?.styles).toBeUndefined();
  });

  test('goes to the endpoint, however much of its address was given', () => {
    for (const base of ['http://a:1', 'http://a:1/', 'http://a:1/v1', 'http://a:1/v1/', 'http://a:1/v1/audio/speech']) {
      expect(speechAddress(base).href).toBe('http://a:1/v1/audio/speech');
    }
    expect(speechAddress('https://host/tts/api').href).toBe('https://host/tts/api/v1/audio/speech');
  });

  test('carries the key from the configuration, a file or the environment, as it is at that moment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-key-'));
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, 'sk-file\n');
    process.env['HUM_KEY_OF_TEST'] = 'sk-env';
    try {
      for (const where of [{ key: 'sk-inline' }, { keyFile }, { keyEnv: 'HUM_KEY_OF_TEST' }]) {
        await spoken(engine(where), requestOf(TEXT));
      }
      const keys = server.requests.map(({ headers }) => headers.authorization);
      expect(keys).toEqual(['Bearer sk-inline', 'Bearer sk-file', 'Bearer sk-env']);
    } finally {
      delete process.env['HUM_KEY_OF_TEST'];
      rmSync(folder, { recursive: true });
    }
    expect(await reason(TEXT, { keyFile })).toContain(`its file ${keyFile} can't be read (ENOENT)`);
    expect(await reason(TEXT, { keyEnv: 'HUM_KEY_OF_TEST' })).toContain('HUM_KEY_OF_TEST is not set');
    expect(server.requests).toHaveLength(3);
  });

  test('asks for speeds that the server knows, and stretches the rest', async () => {
    const seconds = TEXT.length * HUM_SECONDS;
    for (const speed of [0.1, 0.25, 0.7, 2, 4, 5]) {
      const whole = await spoken(engine(), requestOf(TEXT, { speed }));
      expect(whole.seconds * speed).toBeCloseTo(seconds + AROUND, 1);
    }
    expect(server.requests.map(({ body }) => body['speed'])).toEqual([0.25, 0.25, 0.7, 2, 4, 4]);
    await spoken(engine({ speeds: [1, 1] }), requestOf(TEXT, { speed: 2 }));
    expect(server.requests.at(-1)?.body['speed']).toBe(1);
  });

  test('has no more text than the server takes: it is cut where sentences end, and joined', async () => {
    const sentences = Array.from({ length: 12 }, (_, index) => `This is sentence number ${index}, and it goes on.`);
    const text = sentences.join(' ');
    const whole = await spoken(engine({ maxCharacters: 200 }), requestOf(text));
    const inputs = server.requests.map(({ body }) => String(body['input']));
    expect(inputs.length).toBeGreaterThan(2);
    for (const input of inputs) {
      expect(input.length).toBeLessThanOrEqual(200);
      expect(input).toMatch(/^This.*on\.$/);
    }
    expect(inputs.join(' ')).toBe(text);
    expect(whole.seconds).toBeCloseTo(inputs.join('').length * HUM_SECONDS + AROUND, 1);
  });

  test('is shorter where somebody listens, so that sound is there sooner', async () => {
    const text = 'This is one sentence of very many. '.repeat(60);
    await spoken(engine(), requestOf(text));
    expect(server.requests).toHaveLength(1);
    await spoken(engine(), requestOf(text), { isLive: true });
    expect(server.requests).toHaveLength(4);
  });
});

describe('the answer', () => {
  const request = { path: '', headers: {}, body: { input: TEXT, voice: 'low' } };

  test('is at the rate that is told, whatever rate it comes with', async () => {
    for (const sampleRate of [8000, 16_000, 22_050, 24_000, 44_100, 48_000]) {
      server.next.push(answering(200, hummed(request, sampleRate)));
      const whole = await spoken(engine(), requestOf(TEXT));
      expect(whole.sampleRate).toBe(24_000);
      expect(whole.seconds).toBeCloseTo(TEXT.length * HUM_SECONDS + AROUND, 2);
      const level = levelAt(Float32Array.from(whole.samples), 24_000, 200);
      expect(level, `${sampleRate}`).toBeGreaterThan(2000);
    }
    const slow = engine({ sampleRate: 16_000 });
    expect((await spoken(slow, requestOf(TEXT))).sampleRate).toBe(16_000);
  });

  test('may be any sort of WAV file', async () => {
    const samples = hum(200, 1);
    const words = Uint8Array.from(Buffer.from(Int16Array.from(samples, (sample) => sample * 32767).buffer));
    const floats = new Uint8Array(samples.slice().buffer);
    const stereo = encodeWav({ sampleRate: HUM_RATE, channels: [samples, samples] });
    const data = { id: 'data', body: words };
    const pcm = formatChunk(1, { bits: 16, sampleRate: HUM_RATE });
    const list = { id: 'LIST', body: new Uint8Array(27) };
    const files = {
      plain: wavFile([pcm, data]),
      'with other chunks around': wavFile([list, pcm, { id: 'fact', body: new Uint8Array(4) }, data, list]),
      'of a stream that knew no sizes': wavFile([pcm, { ...data, announced: 0xffffffff }], 0xffffffff),
      'of a stream that put nothing for its sizes': wavFile([pcm, { ...data, announced: 0 }], 0),
      'of a stream with half of the sizes': wavFile([pcm, { ...data, announced: 0xffffffff - 36 }], 0),
      'of floats': wavFile([formatChunk(3, { bits: 32, sampleRate: HUM_RATE }), { id: 'data', body: floats }]),
      'of two channels': stereo,
    };
    for (const [name, file] of Object.entries(files)) {
      server.next.push(answering(200, file, { 'content-type': 'text/html; charset=utf-8' }));
      const whole = await spoken(engine(), requestOf(TEXT));
      expect(whole.seconds, name).toBeCloseTo(1 + AROUND, 2);
      expect(levelAt(Float32Array.from(whole.samples), HUM_RATE, 200), name).toBeGreaterThan(2000);
    }
  });

  test('may be bare samples, where those were asked for', async () => {
    const words = Buffer.from(Int16Array.from(hum(200, 1), (sample) => sample * 32767).buffer);
    server.next.push(answering(200, words, { 'content-type': 'audio/pcm' }));
    const whole = await spoken(engine({ responseFormat: 'pcm' }), requestOf(TEXT));
    expect(server.requests[0]?.body['response_format']).toBe('pcm');
    expect(whole.seconds).toBeCloseTo(1 + AROUND, 2);
    // Who sends a file all the same is understood.
    const file = await spoken(engine({ responseFormat: 'pcm' }), requestOf(TEXT));
    expect(file.seconds).toBeCloseTo(TEXT.length * HUM_SECONDS + AROUND, 2);
  });

  test('may be an MP3, FLAC or Ogg file of a server that heeds no format', async () => {
    for (const format of ['mp3', 'flac', 'ogg'] as const) {
      const file = await encode({ sampleRate: HUM_RATE, channels: [hum(200, 2)] }, format);
      server.next.push(answering(200, file, { 'content-type': 'application/octet-stream' }));
      expect((await spoken(engine(), requestOf(TEXT))).seconds, format).toBeCloseTo(2 + AROUND, 0);
    }
  });

  test('is heard before it has ended', async () => {
    const file = hummed({ ...request, body: { input: TEXT.repeat(10), voice: 'low' } });
    let finish = (): void => {};
    server.next.push((_request, response) => {
      response.writeHead(200).write(file.subarray(0, file.length / 2));
      finish = () => response.end(file.subarray(file.length / 2));
    });
    const speech = engine().synthesize(requestOf(TEXT), new AbortController().signal)[Symbol.asyncIterator]();
    expect((await speech.next()).done).toBe(false);
    finish();
    let rest = 0;
    for (let next = await speech.next(); !next.done; next = await speech.next()) rest += next.value.length;
    expect(rest / HUM_RATE).toBeCloseTo(TEXT.length * 10 * HUM_SECONDS + AROUND, 0);
  });
});

describe('a server that refuses', () => {
  test('says why, in words that name it, what it says, and what to do', async () => {
    server.usual = answering(401, '{"error":{"message":"Incorrect API key provided: sk-se*****et"}}');
    expect(await reason(TEXT, { key: 'sk-secret' })).toBe('The voice server "hums" rejected the key (401).');
    expect(await reason()).toBe('The voice server "hums" requires a key (401): add one to the configuration.');
    server.usual = answering(404, '{"detail":"Not Found"}');
    expect(await reason()).toBe('The voice server "hums" has no such path, model or voice (404): Not Found.');
    server.usual = answering(400, '{"detail":{"error":"validation_error","message":"Voice \'low\' not found."}}');
    expect(await reason()).toBe('The voice server "hums" refused the request (400): Voice \'low\' not found.');
    server.usual = answering(
      422,
      '{"detail":[{"loc":["body","speed"],"msg":"Input should be less than 4","input":9}]}',
    );
    expect(await reason()).toBe('The voice server "hums" refused the request (422): Input should be less than 4.');
    server.usual = answering(400, '<html>nginx</html>');
    expect(await reason()).toBe('The voice server "hums" refused the request (400).');
    server.usual = answering(307, '', { location: 'http://127.0.0.1:1/' });
    expect(await reason()).toContain('responded with a redirect (307), which is not followed');
    expect(clock.slept).toEqual([]);
  });

  test('never has the key, the text or more than a row of its own told', async () => {
    const key = 'sk-secret-key-of-the-test';
    server.usual = answering(400, JSON.stringify({ message: `wrong: ${key}` }));
    expect(await reason(TEXT, { key })).toBe('The voice server "hums" refused the request (400).');
    server.usual = answering(400, JSON.stringify({ message: `can't say "${TEXT.slice(4, 30)}"` }));
    expect(await reason()).toBe('The voice server "hums" refused the request (400).');
    server.usual = answering(400, JSON.stringify({ message: `one\ntwo\u0007 ${'x'.repeat(9000)}` }));
    const long = await reason();
    expect(long).toContain(': one two xxx');
    expect(long.length).toBeLessThan(300);
  });
});

describe('a server that is busy or fails', () => {
  test('is asked again when it says, and then speaks', async () => {
    server.next.push(answering(429, '{}', { 'retry-after': '7' }), answering(503, ''), answering(500, 'oh'));
    expect((await spoken(engine(), requestOf(TEXT))).seconds).toBeGreaterThan(1);
    expect(clock.slept).toEqual([7000, 1000, 2000]);
    expect(server.requests).toHaveLength(4);
  });

  test('is not asked for ever, nor waited for when it wants too long', async () => {
    server.usual = answering(503, '{"error":{"message":"overloaded"}}');
    expect(await reason()).toBe('The voice server "hums" failed (503): overloaded.');
    expect(server.requests).toHaveLength(4);
    expect(clock.slept).toEqual([500, 1000, 2000]);
    server.usual = answering(429, '{}', { 'retry-after': '3600' });
    expect(await reason()).toBe('The voice server "hums" is getting too many requests (429).');
    expect(server.requests).toHaveLength(5);
  });

  test('that breaks off is asked again as long as nothing was heard', async () => {
    server.next.push((_request, response) => void response.socket?.destroy());
    server.next.push((request, response) => {
      const file = hummed(request);
      response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 100), () => {
        response.socket?.destroy();
      });
    });
    expect((await spoken(engine(), requestOf(TEXT))).seconds).toBeGreaterThan(1);
    server.requests.length = 0;
    server.usual = (request, response) => {
      const file = hummed(request);
      response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, file.length / 2), () => {
        response.socket?.destroy();
      });
    };
    expect(await reason()).toContain('The voice server "hums" interrupted its response');
    expect(server.requests).toHaveLength(1);
  });

  test('that gives half a file fails, also where the connection ends well', async () => {
    server.usual = (request, response) => {
      const file = hummed(request);
      response.writeHead(200).end(file.subarray(0, file.length / 2));
    };
    expect(await reason()).toContain('The audio is truncated');
  });
});

describe('a server that answers something else', () => {
  const odd: Readonly<Record<string, [string | Uint8Array, RegExp]>> = {
    'a web page': ['<!DOCTYPE html><html><body>Welcome</body></html>', /there is a web page/],
    'an error with status 200': ['{"error": "no such voice here"}', /there is a JSON text/],
    nothing: ['', /returned no audio for a text/],
    'a file without sound': [encodeWav({ sampleRate: 8000, channels: [new Float32Array(0)] }), /returned no audio/],
    'another sort of file': [Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0'), /MP4 or M4A/],
    noise: [Uint8Array.from({ length: 5000 }, (_, index) => ((index * 89) % 251) | 128), /unusable audio/],
    'sound of an absurd rate': [
      wavFile([formatChunk(1, { bits: 16, sampleRate: 7 }), { id: 'data', body: new Uint8Array(100) }]),
      /7 Hz/,
    ],
  };
  for (const [name, [body, says]] of Object.entries(odd)) {
    test(`(${name}) fails and is told`, async () => {
      server.usual = answering(200, body, { 'content-type': 'audio/wav' });
      expect(await reason()).toMatch(says);
      if (name === 'a web page') expect(await reason(TEXT, { responseFormat: 'pcm' })).toMatch(says);
    });
  }

  test('(a server that is none) fails and is told', async () => {
    const plain: Server = createPlainServer((socket) => void socket.end('220 smtp ready\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as { port: number };
    const other = humEngine(`http://127.0.0.1:${port}`, {}, clock);
    await expect(spoken(other, requestOf(TEXT))).rejects.toThrow('is not a web server');
    plain.close();
  });

  test('(sound without an end) is cut off', async () => {
    const minute = Buffer.alloc(HUM_RATE * 2 * 60);
    server.usual = (_request, response) => {
      const head = wavFile([
        formatChunk(1, { bits: 16, sampleRate: HUM_RATE }),
        { id: 'data', body: new Uint8Array(0), announced: 0xffffffff },
      ]);
      response.writeHead(200).write(head);
      const more = (): void => {
        while (!response.destroyed && response.write(minute));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await reason()).toBe('The voice server "hums" did not finish its response.');
    await server.until(() => server.atOnce === 0);
    expect(server.givenUp).toBe(1);
  });
});
