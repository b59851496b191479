import { describe, expect, it } from 'vitest';
import { englishProblems } from '../../../shared/words/testing/english-problems.ts';
import { createSecretScrubber, problemOfReply } from './error-body.ts';

const now = Date.UTC(2026, 0, 1);
const scrubber = createSecretScrubber('the-secret-key');
const PAGE = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>';

function problem(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return problemOfReply({ status, text, headers: { 'content-type': 'application/json', ...headers } }, now, scrubber);
}

describe('each row of the error table', () => {
  it.each([
    [400, 'INVALID_PARAMETERS', 'invalid-parameters'],
    [401, 'UNAUTHORIZED', 'unauthorized'],
    [403, 'UNSUPPORTED_PLAN', 'unsupported-plan'],
  ])('%i %s', (status, errorId, kind) => {
    const body = { error_id: errorId, error_message: 'Because.' };
    expect(problem(status, body)).toEqual({ kind, status, errorId, message: 'Because.' });
  });

  it('429, a plain JSON string', () => {
    const expected = { kind: 'rate-limited', status: 429, message: 'Please wait.' };
    expect(problem(429, '"Please wait."')).toEqual(expected);
    expect(problem(429, '"Please wait."', { 'retry-after': '7' })).toEqual({ ...expected, retryAfterMs: 7_000 });
  });

  it('500, an object with message and error, either of which may be missing', () => {
    expect(problem(500, { message: 'm', error: 'e' })).toEqual({ kind: 'server-error', status: 500, message: 'm: e' });
    expect(problem(500, { error: 'e' })).toMatchObject({ message: 'e' });
    expect(problem(500, {})).toMatchObject({ message: null });
  });
});

describe('what a proxy or a dying server sends', () => {
  it.each([
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [413, 'too-large'],
    [415, 'unsupported-media-type'],
    [418, 'unexpected-status'],
    [204, 'unexpected-status'],
    [502, 'server-error'],
    [503, 'server-error'],
  ])('%i is %s', (status, kind) => {
    expect(problem(status, '').kind).toBe(kind);
  });

  it('plain text is shown', () => {
    expect(problem(503, 'upstream\n\n went   away', { 'content-type': 'text/plain' })).toMatchObject({
      message: 'upstream went away',
    });
  });

  it('a page is never shown, only named', () => {
    for (const headers of [{ 'content-type': 'text/html' }, { 'content-type': 'application/json' }]) {
      expect(problem(502, PAGE, headers)).toMatchObject({ kind: 'server-error', message: null, isPage: true });
    }
  });

  it('a page that says "not found" means that this is not the service', () => {
    expect(problem(404, PAGE, { 'content-type': 'text/html' })).toEqual({
      kind: 'not-the-service',
      status: 404,
      contentType: 'text/html',
    });
  });

  it('JSON under the name of a page is read as JSON', () => {
    const body = { error_id: 'UNAUTHORIZED', error_message: 'No.' };
    expect(problem(401, body, { 'content-type': 'text/html' })).toMatchObject({ message: 'No.' });
  });

  it('a redirect says only where to, without path and query', () => {
    const headers = { location: 'https://login.example/?key=the-secret-key' };
    expect(problem(307, '', headers)).toEqual({ kind: 'redirected', status: 307, origin: 'https://login.example' });
    expect(problem(302, '', { location: '/elsewhere' })).toMatchObject({ origin: null });
  });

  it('bodies of any other shape do no harm', () => {
    for (const body of ['null', '[]', '7', '{"error_message": 5, "message": null}', '{"error": {"message": "deep"}}']) {
      expect(problem(400, body).kind).toBe('invalid-parameters');
    }
    expect(problem(400, '{"error": {"message": "deep"}}')).toMatchObject({ message: 'deep' });
  });
});

describe('the message', () => {
  it('is at most 300 characters, none of them cut in two', () => {
    const said = problem(500, { message: '😀'.repeat(400) });
    if (said.kind !== 'server-error' || !said.message) throw new Error('no message');
    expect(Array.from(said.message)).toHaveLength(300);
    expect(said.message.isWellFormed()).toBe(true);
  });

  it('is one row that turns no words around it', () => {
    const said = problem(500, { message: 'no\u202eon\u2066x\r\n\x1b[2Jgo\u200f' });
    expect(said).toMatchObject({ message: 'noonx [2Jgo' });
  });

  it('never holds the key, however the server echoes it', () => {
    const echoes = [
      { error_message: 'Bad key the-secret-key', error_id: 'the-secret-key' },
      { message: `${'x'.repeat(290)}the-secret-key` },
      '"the-secret-key"',
      'the-secret-key is wrong',
      '{"message": "the\\u002dsecret-key"}',
    ];
    for (const status of [400, 401, 429, 500, 418]) {
      for (const body of echoes) {
        const said = problem(status, body);
        expect(JSON.stringify(said) + englishProblems.service(said)).not.toContain('secret-key');
      }
    }
    const page = problem(404, PAGE, { 'content-type': 'text/html; x=the-secret-key' });
    expect(JSON.stringify(page)).not.toContain('the-secret-key');
  });

  it('holds no control characters, which a terminal would obey', () => {
    expect(problem(500, { message: 'a\u001b[2Jb\u0000c' })).toMatchObject({ message: 'a [2Jb c' });
  });
});

describe('the scrubber', () => {
  it('takes the secret out of a text, plain and percent-encoded, wherever it stands', () => {
    const { scrub } = createSecretScrubber('s3cret/key+1');
    expect(scrub('Bearer s3cret/key+1, s3cret/key+1')).toBe('Bearer [key], [key]');
    expect(scrub('?key=s3cret%2Fkey%2B1')).toBe('?key=[key]');
    expect(scrub('nothing here')).toBe('nothing here');
  });

  it('knows an address that holds it, unless it is so short that it may be chance', () => {
    const long = createSecretScrubber('0123456789abcdef');
    expect(long.appearsIn('https://h.example/?k=0123456789abcdef')).toBe(true);
    expect(long.appearsIn('https://h.example/?k=0123456789')).toBe(false);
    expect(createSecretScrubber('api').appearsIn('https://h.example/api')).toBe(false);
  });
});
