import { voiceListSchema } from '@lectern/tts-protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { ACCOUNT, credentials, HandRenderer, job, testService, VOICE_2 } from '../testing/test-service.ts';

const blocked = { ...ACCOUNT, key: 'sk-blocked', userId: 'user-blocked', apiAccess: false };
const service = testService(new HandRenderer(), { accounts: [ACCOUNT, blocked] });
afterAll(() => service.close());

describe('credentials', () => {
  const paths = ['/api/v2/voices', '/api/v2/tts/batches/bb-x', '/internal/stats', '/nowhere', '/internal/attach'];
  const wrong: [string, Record<string, string>][] = [
    ['none', {}],
    ['no user', { authorization: `Bearer ${ACCOUNT.key}` }],
    ['no key', { 'x-user-id': ACCOUNT.userId }],
    ['a bare key', { authorization: ACCOUNT.key, 'x-user-id': ACCOUNT.userId }],
    ['another scheme', { authorization: `Basic ${ACCOUNT.key}`, 'x-user-id': ACCOUNT.userId }],
    ['a wrong key', { authorization: 'Bearer sk-wrong', 'x-user-id': ACCOUNT.userId }],
    ['another account’s user', { authorization: `Bearer ${ACCOUNT.key}`, 'x-user-id': blocked.userId }],
  ];
  for (const [what, headers] of wrong) {
    test(`${what}: 401 on every path`, async () => {
      for (const url of paths) {
        const reply = await service.app.inject({ url, headers });
        expect(reply.statusCode).toBe(401);
        expect(reply.json()).toEqual({ error_message: expect.any(String), error_id: 'UNAUTHORIZED' });
      }
    });
  }

  test('a missing or malformed header causes an error that shows the expected format', async () => {
    const reply = await service.app.inject({ url: '/api/v2/voices', headers: { authorization: 'nonsense' } });
    expect(reply.json().error_message).toContain('Bearer <API_KEY>');
  });

  test('an account without access gets 403', async () => {
    const reply = await service.app.inject({ url: '/api/v2/voices', headers: credentials(blocked) });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toEqual({ error_message: expect.any(String), error_id: 'UNSUPPORTED_PLAN' });
  });
});

describe('an invalid batch', () => {
  const cases: [string, unknown, string[]][] = [
    ['no jobs', {}, ['jobs is missing']],
    ['an empty list', { jobs: [] }, ['jobs must have at least 1 item']],
    ['51 jobs', { jobs: Array.from({ length: 51 }, () => job()) }, ['jobs must have at most 50 items']],
    ['jobs that aren’t a list', { jobs: 'x' }, ['jobs must be an array']],
    ['a list as the body', [], ['The body must be an object']],
    ['no text', { jobs: [job({ text: undefined })] }, ['jobs[0].text is missing']],
    ['an empty text', { jobs: [job({ text: '' })] }, ['jobs[0].text must not be empty']],
    ['a text too long', { jobs: [job({ text: '😀'.repeat(20_001) })] }, ['jobs[0].text must be at most 20000']],
    ['a number as the text', { jobs: [job(), job({ text: 5 })] }, ['jobs[1].text must be a string']],
    ['no engine', { jobs: [job({ voice_engine: undefined })] }, ['jobs[0].voice_engine is missing']],
    ['another engine', { jobs: [job({ voice_engine: 'Svc2.0' })] }, ['jobs[0].voice_engine must be "SvcDialog"']],
    ['too fast', { jobs: [job({ speed: 5.1 })] }, ['jobs[0].speed must be at most 5']],
    ['too slow', { jobs: [job({ speed: 0.09 })] }, ['jobs[0].speed must be at least 0.1']],
    ['a broken rate', { jobs: [job({ sample_rate: 8000.5 })] }, ['jobs[0].sample_rate must be an integer']],
    ['a rate too high', { jobs: [job({ sample_rate: 48_001 })] }, ['jobs[0].sample_rate must be at most 48000']],
    ['a negative seed', { jobs: [job({ seed: -1 })] }, ['jobs[0].seed must be at least 0']],
    ['too hot', { jobs: [job({ temperature: 2.1 })] }, ['jobs[0].temperature must be at most 2']],
    ['an unknown language', { jobs: [job({ language: 'latin' })] }, ['jobs[0].language must be one of "afrikaans"']],
    ['an unknown format', { jobs: [job({ output_format: 'aac' })] }, ['jobs[0].output_format must be one of "mp3"']],
    ['an unknown quality', { jobs: [job({ quality: 'best' })] }, ['jobs[0].quality must be one of "draft"']],
    ['an unknown voice', { jobs: [job({ voice: 'x' })] }, ['jobs[0].voice is not a voice of this service']],
    ['an unknown field', { jobs: [job({ sped: 1 })] }, ['jobs[0].sped is not a known field']],
    ['a custom id with blanks', { jobs: [job({ custom_id: 'a b' })] }, ['jobs[0].custom_id must contain only letters']],
    ['a custom id too long', { jobs: [job({ custom_id: 'a'.repeat(31) })] }, ['jobs[0].custom_id must be at most 30']],
    [
      'a custom id twice',
      { jobs: [job({ custom_id: 'a' }), job({ custom_id: 'a' })] },
      ['jobs[1].custom_id is the same'],
    ],
    ['a webhook that isn’t an address', { jobs: [job()], webhook_url: 'ftp://x' }, ['webhook_url must be a URL']],
    [
      'a webhook with a blank',
      { jobs: [job({ webhook_url: 'http://127.0.0.1/a b' })] },
      ['jobs[0].webhook_url must be'],
    ],
    [
      'a second voice alone',
      { jobs: [job({ voice_2: VOICE_2 })] },
      ['jobs[0].turn_prefix is', 'jobs[0].turn_prefix_2 is'],
    ],
    ['a second prefix alone', { jobs: [job({ turn_prefix_2: 'B:' })] }, ['jobs[0].voice_2 is missing']],
    ['a blank prefix', { jobs: [job({ turn_prefix: ' ' })] }, ['jobs[0].turn_prefix must not be blank']],
    [
      'the same prefix twice',
      { jobs: [job({ voice_2: VOICE_2, turn_prefix: 'A:', turn_prefix_2: 'A: ' })] },
      ['jobs[0].turn_prefix_2 must differ'],
    ],
    ['several at once', { jobs: [job({ speed: 9, seed: -1 })] }, ['jobs[0].speed', 'jobs[0].seed']],
  ];
  for (const [what, payload, messages] of cases) {
    test(`${what}: 400 that names the field`, async () => {
      const body = JSON.stringify(payload);
      const headers = { 'content-type': 'application/json' };
      const reply = await service.ask({ method: 'POST', url: '/api/v2/tts/batches', payload: body, headers });
      expect(reply.statusCode, reply.body).toBe(400);
      const { error_id: id, error_message: message } = reply.json();
      expect(id).toBe('INVALID_PARAMETERS');
      for (const part of messages) expect(message).toContain(part);
    });
  }

  test('at most ten invalid fields are listed', async () => {
    const reply = await service.submit(Array.from({ length: 50 }, () => job({ speed: 9 })));
    expect(reply.json().error_message).toMatch(/jobs\[9\]\.speed must be at most 5; and 40 more\.$/);
  });

  test('nothing was accepted', () => expect(service.store.countBatches()).toBe(0));
});

describe('invalid requests', () => {
  const post = (payload: string | Buffer, type: string) =>
    service.ask({ method: 'POST', url: '/api/v2/tts/batches', payload, headers: { 'content-type': type } });
  const expected: [string, () => ReturnType<typeof post>, number, string][] = [
    ['malformed JSON', () => post('{"jobs":', 'application/json'), 400, 'INVALID_PARAMETERS'],
    ['a body with __proto__', () => post('{"__proto__":{}}', 'application/json'), 400, 'INVALID_PARAMETERS'],
    ['an empty body', () => post('', 'application/json'), 400, 'INVALID_PARAMETERS'],
    ['no body', () => service.ask({ method: 'POST', url: '/api/v2/tts/batches' }), 400, 'INVALID_PARAMETERS'],
    ['null', () => post('null', 'application/json'), 400, 'INVALID_PARAMETERS'],
    ['another type', () => post('jobs', 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too much', () => post(' '.repeat(17 * 1024 * 1024), 'application/json'), 413, 'PAYLOAD_TOO_LARGE'],
    ['an unknown path', () => service.ask({ url: '/api/v2/nowhere' }), 404, 'NOT_FOUND'],
    ['an unknown batch', () => service.ask({ url: '/api/v2/tts/batches/bb-x' }), 404, 'NOT_FOUND'],
    ['an unknown job', () => service.ask({ url: '/api/v2/tts/batches/bb-x/job/bc-x' }), 404, 'NOT_FOUND'],
    ['an invalid path', () => service.ask({ url: '/api/v2/tts/batches/%ff' }), 400, 'INVALID_PARAMETERS'],
    ['a wrong method', () => service.ask({ method: 'DELETE', url: '/api/v2/voices' }), 405, 'METHOD_NOT_ALLOWED'],
    ['reading all batches', () => service.ask({ url: '/api/v2/tts/batches' }), 405, 'METHOD_NOT_ALLOWED'],
  ];
  for (const [what, ask, status, id] of expected) {
    test(`${what}: ${status}`, async () => {
      const reply = await ask();
      expect(reply.statusCode, reply.body).toBe(status);
      expect(reply.headers['content-type']).toContain('application/json');
      expect(reply.json()).toEqual({ error_message: expect.stringMatching(/\.$/), error_id: id });
    });
  }

  test('a wrong method returns the allowed ones, even with a body of the wrong type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const reply = await service.ask({ method: 'PUT', url: '/api/v2/tts/batches', payload: 'x', headers });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers['allow']).toBe('POST');
  });

  for (const headers of [
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=latin1' },
  ]) {
    test(`a body with ${JSON.stringify(headers)} returns 415`, async () => {
      const reply = await service.ask({ method: 'POST', url: '/api/v2/tts/batches', payload: '{"jobs":[]}', headers });
      expect(reply.statusCode).toBe(415);
      expect(reply.json()).toEqual({ error_message: expect.any(String), error_id: 'UNSUPPORTED_MEDIA_TYPE' });
    });
  }

  test('a full disk is reported as such', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    const crowded = testService(new HandRenderer());
    crowded.store.accept = () => {
      throw full;
    };
    const reply = await crowded.submit([job()]);
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ message: expect.stringMatching(/disk/), error: 'DISK_FULL' });
    await crowded.close();
  });

  test('an internal error returns 500 with only `message` and `error`', async () => {
    const broken = testService(new HandRenderer());
    broken.database.close();
    const reply = await broken.ask({ url: '/internal/stats' });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ message: expect.any(String), error: expect.any(String) });
    expect(broken.logged.some((row) => JSON.parse(row).level === 'error')).toBe(true);
    await broken.app.close();
  });
});

describe('the longest batch', () => {
  test('is accepted: 50 texts of 20,000 characters of four bytes, escaped', async () => {
    const escaped = '\\ud83d\\ude00'.repeat(20_000);
    const jobs = Array.from({ length: 50 }, () => JSON.stringify(job({ text: '@' })).replace('@', escaped)).join(',');
    const reply = await service.ask({
      method: 'POST',
      url: '/api/v2/tts/batches',
      payload: `{"jobs":[${jobs}]}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.statusCode).toBe(201);
  });
});

describe('limits', () => {
  test('a 429 response is a JSON string with `retry-after`', async () => {
    let now = 0;
    const limited = testService(new HandRenderer(), {
      accounts: [{ ...ACCOUNT, limits: { batch: { requests: 2, characters: 30 }, read: { requests: 1 } } }],
      elapsed: () => now,
    });
    expect((await limited.submit([job({ text: '😀'.repeat(20) })])).statusCode).toBe(201);
    now = 10_000;
    expect((await limited.submit([job({ speed: 9 })])).statusCode).toBe(400);
    const refused = await limited.submit([job({ text: 'a'.repeat(6) }), job({ text: 'b'.repeat(5) })]);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['content-type']).toContain('application/json');
    expect(typeof refused.json()).toBe('string');
    expect(refused.headers['retry-after']).toBe('50');
    const made = await limited.submit([job({ text: 'a'.repeat(10) })]);
    expect(made.statusCode).toBe(201);
    expect((await limited.submit([job({ text: 'a' })])).statusCode).toBe(429);
    const url = `/api/v2/tts/batches/${made.json().id}`;
    expect((await limited.ask({ url })).statusCode).toBe(200);
    expect((await limited.ask({ url: `${url}/job/x` })).statusCode).toBe(429);
    now = 60_000;
    expect((await limited.submit([job({ text: 'a'.repeat(20) })])).statusCode).toBe(201);
    await limited.close();
  });

  test('the plan’s limits apply to listing voices', async () => {
    const limited = testService(new HandRenderer(), { accounts: [{ ...ACCOUNT, plan: 'hacker' }] });
    for (let call = 0; call < 20; call += 1)
      expect((await limited.ask({ url: '/api/v2/voices' })).statusCode).toBe(200);
    expect((await limited.ask({ url: '/api/v2/voices' })).statusCode).toBe(429);
    await limited.close();
  });
});

describe('other responses', () => {
  test('the list of voices follows the interface', async () => {
    const voices = voiceListSchema.parse((await service.ask({ url: '/api/v2/voices' })).json());
    expect(voices.length).toBeGreaterThan(50);
    expect(voices[0]).toMatchObject({
      id: 'lectern://voices/en-us/clara/manifest.json',
      name: 'Clara',
      gender: 'female',
      language: 'English',
      language_code: 'en-US',
      is_cloned: false,
      voice_engine: 'SvcDialog',
    });
  });

  test('health and counts', async () => {
    const health = await service.ask({ url: '/internal/health' });
    expect(health.json()).toEqual({ status: 'ok', name: 'lectern', version: '0.0.0' });
    const malformed = await service.ask({ url: '/internal/health?challenge=abc' });
    expect([malformed.statusCode, malformed.json().error_id]).toEqual([400, 'INVALID_PARAMETERS']);
    const stats = (await service.ask({ url: '/internal/stats' })).json();
    expect(stats).toEqual({ batches: 1, jobs: { pending: 48, in_progress: 2, completed: 0, failed: 0 } });
  });

  test('the log contains no keys, texts or signatures', async () => {
    await service.submit([job({ text: 'A secret line.' })]);
    await service.app.inject({ url: '/audio/x.mp3?expires=1&signature=abcdef' });
    const all = service.logged.join('');
    expect(all).toContain('/api/v2/tts/batches');
    for (const secret of [ACCOUNT.key, ACCOUNT.userId, 'A secret line', 'abcdef']) expect(all).not.toContain(secret);
  });
});
