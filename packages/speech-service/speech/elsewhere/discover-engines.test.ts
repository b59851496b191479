import { afterEach, describe, expect, test } from 'vitest';
import { KOKORO, ListingServer, LOCALAI, OPENEDAI, PIPER, type Program } from '../../testing/listing-server.ts';
import { discoverEngines, normaliseServerAddress, queryEngine } from './discover-engines.ts';
import { SourceError } from './speech-source.ts';

const servers: ListingServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(program: Program): Promise<ListingServer> {
  const server = await new ListingServer(program).start();
  servers.push(server);
  return server;
}

const { signal } = new AbortController();
const ask = async (program: Program, key?: string) => {
  const server = await serve(program);
  return queryEngine({ url: server.url, key }, signal);
};

/** The kind of what goes wrong. */
async function problem(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SourceError)) throw new Error(`It was ${String(error)}.`);
  return error.problem.kind;
}

describe('the voices of a server', () => {
  test('Kokoro-FastAPI: their languages and who speaks are in their names', async () => {
    expect(await ask(KOKORO)).toMatchObject({
      kind: 'openai',
      models: ['tts-1', 'tts-1-hd', 'kokoro'],
      voices: [
        { voice: 'af_heart', name: 'Heart', languageCode: 'en-US', gender: 'female' },
        { voice: 'bm_george', name: 'George', languageCode: 'en-GB', gender: 'male' },
        { voice: 'jf_alpha', name: 'Alpha', languageCode: 'ja', gender: 'female' },
      ],
    });
  });

  test('Kokoro-FastAPI before 0.3 lists names alone', async () => {
    const { voices } = await ask({
      ...KOKORO,
      'GET /v1/audio/voices': (_request, response) => void response.end('{"voices":["zm_yunxi","custom"]}'),
    });
    expect(voices).toMatchObject([
      { voice: 'zm_yunxi', languageCode: 'zh', gender: 'male' },
      { voice: 'custom', name: 'custom', languageCode: null, gender: 'neutral' },
    ]);
  });

  test('LocalAI: with their language, gender and model', async () => {
    const { voices } = await ask(LOCALAI);
    expect(voices).toMatchObject([{ voice: 'narrator', languageCode: 'en-GB', gender: 'female', model: 'pocket-tts' }]);
  });

  test('openedai-speech lists none: those of its models are known', async () => {
    const { voices } = await ask(OPENEDAI);
    expect(voices.map(({ voice }) => voice)).toEqual(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']);
  });

  test('Piper’s server: a voice for each speaker of a model', async () => {
    expect(await ask(PIPER)).toMatchObject({
      kind: 'piper-http',
      voices: [
        { voice: 'en_US-lessac-medium', name: 'Lessac', languageCode: 'en-US', speaker: null },
        { voice: 'de_DE-mls-medium', name: 'Mls 2422', languageCode: 'de-DE', speaker: 0 },
        { voice: 'de_DE-mls-medium', name: 'Mls 4536', languageCode: 'de-DE', speaker: 1 },
      ],
    });
  });

  test('that can’t be read are left out, and thousands are cut', async () => {
    const odd = [null, 7, {}, { id: '' }, { id: 'a\nb' }, [[[['deep']]]], { id: 'fine', language: '<b>', gender: 5 }];
    const many = Array.from({ length: 1500 }, (_, at) => `v${at}`);
    const listed = (value: unknown): Program => ({
      ...KOKORO,
      'GET /v1/audio/voices': (_request, response) => void response.end(JSON.stringify(value)),
    });
    expect((await ask(listed({ voices: odd }))).voices.map(({ voice }) => voice)).toEqual(['fine']);
    expect((await ask(listed({ data: many }))).voices).toHaveLength(1000);
  });
});

describe('a server that is none', () => {
  test('a page, nonsense and what never ends are told apart from silence', async () => {
    const page = await serve({});
    page.otherwise = (_request, response) => void response.end('<!doctype html><title>Hello</title>');
    expect(await problem(queryEngine({ url: page.url, key: undefined }, signal))).toBe('no-voice-server');
    page.otherwise = (_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(1 << 20, '['))) if (response.destroyed) return;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await problem(queryEngine({ url: page.url, key: undefined }, signal))).toBe('no-voice-server');
    await page.stop();
    expect(await problem(queryEngine({ url: page.url, key: undefined }, signal))).toBe('unreachable');
  });

  test('a redirect is not followed, and no key goes where it leads', async () => {
    const elsewhere = await serve(KOKORO);
    const server = await serve({});
    server.otherwise = (_request, response) => void response.writeHead(307, { location: elsewhere.url }).end();
    expect(await problem(queryEngine({ url: server.url, key: 'sk-secret' }, signal))).toBe('redirected');
    expect(elsewhere.requests).toEqual([]);
  });

  test('a key that it wants or refuses is told', async () => {
    const server = await serve({});
    server.otherwise = (_request, response) => void response.writeHead(401).end();
    expect(await problem(queryEngine({ url: server.url, key: undefined }, signal))).toBe('key-wanted');
    expect(await problem(queryEngine({ url: server.url, key: 'sk-wrong' }, signal))).toBe('key-refused');
    expect(server.requests.at(-1)?.authorization).toBe('Bearer sk-wrong');
  });
});

describe('looking', () => {
  test('finds what answers as a voice server, and passes over the rest', async () => {
    const kokoro = await serve(KOKORO);
    const page = await serve({});
    page.otherwise = (_request, response) => void response.end('<html>');
    const gone = await serve({});
    await gone.stop();
    const places = [page, kokoro, gone].map(({ port }) => ({ port, program: 'Kokoro-FastAPI' }));
    expect(await discoverEngines(signal, places)).toMatchObject([{ url: kokoro.url, program: 'Kokoro-FastAPI' }]);
  });
});

test('an address is taken as people type it', () => {
  const typed = [
    'localhost:8880',
    'http://localhost:8880/',
    'http://localhost:8880/v1',
    'http://localhost:8880/v1/audio/speech',
  ];
  expect(typed.map((text) => normaliseServerAddress(text).href)).toEqual(typed.map(() => 'http://localhost:8880/'));
  expect(normaliseServerAddress('https://host.example/tts/v1/').href).toBe('https://host.example/tts');
  for (const wrong of ['', 'ftp://host', 'http://user:word@host', 'http://host/?key=1', 'two words']) {
    expect(() => normaliseServerAddress(wrong)).toThrow(SourceError);
  }
});
