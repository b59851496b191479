import { describe, expect, it } from 'vitest';
import { describeProblem, formatSize, isTransient, ServiceError, type ServiceProblem } from './service-error.ts';

const connection = { kind: 'connection', phase: 'sent', origin: 'https://tts.example', code: null } as const;

const PROBLEMS: readonly (readonly [ServiceProblem, transient: boolean, says: string])[] = [
  [{ kind: 'invalid-parameters', status: 400, message: 'text is missing.', errorId: null }, false, 'text is missing.'],
  [{ kind: 'unauthorized', status: 401, message: null, errorId: null }, false, 'API key'],
  [{ kind: 'unsupported-plan', status: 403, message: null, errorId: null }, false, 'plan'],
  [{ kind: 'not-found', status: 404, message: null, errorId: null }, false, 'base address'],
  [{ kind: 'method-not-allowed', status: 405, message: null, errorId: null }, false, 'base address'],
  [{ kind: 'too-large', status: 413, message: null, errorId: null }, false, 'too large'],
  [{ kind: 'unsupported-media-type', status: 415, message: null, errorId: null }, false, 'form'],
  [{ kind: 'rate-limited', status: 429, message: 'slow down' }, true, '429): slow down.'],
  [{ kind: 'server-error', status: 502, message: 'an HTML page' }, true, '502'],
  [{ kind: 'unexpected-status', status: 418, message: null }, false, '418'],
  [{ kind: 'unexpected-status', status: 408, message: null }, true, '408'],
  [{ kind: 'redirected', status: 307, origin: 'https://x.example' }, false, 'https://x.example'],
  [{ kind: 'not-the-service', status: 200, contentType: 'text/html' }, true, 'text/html'],
  [{ kind: 'not-the-service', status: 404, contentType: null }, false, 'no content type'],
  [{ kind: 'unreadable-reply', status: 200, detail: 'it is empty' }, true, 'it is empty'],
  [{ ...connection, failure: 'reset' }, true, 'https://tts.example'],
  [{ ...connection, failure: 'refused-connection', code: 'ECONNREFUSED' }, true, 'ECONNREFUSED'],
  [{ ...connection, failure: 'tls' }, false, 'certificate'],
  [{ ...connection, failure: 'aborted' }, false, 'called off'],
  [{ kind: 'address-expired', status: 403 }, false, 'no longer valid'],
  [{ kind: 'incomplete-download', receivedBytes: 5, expectedBytes: 10 }, true, '5 of 10 bytes'],
  [{ kind: 'oversized-download', limitBytes: 10 }, true, '10 bytes'],
  [{ kind: 'oversized-download', limitBytes: 6_000_000, bound: { seconds: 32 } }, false, '32 seconds, or 5.7 MB'],
  [{ kind: 'oversized-download', limitBytes: 6_000_000, bound: { seconds: null } }, false, 'larger than 5.7 MB'],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'bytes', most: 8_388_608 } }, false, 'more than 8 MB'],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'values', most: 50_000 } }, false, '50,000 values'],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'levels', most: 64 } }, false, '64 levels of nesting'],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'entries', most: 10_000 } }, false, '10,000 entries'],
  [{ ...connection, failure: 'too-slow' }, true, 'less than 1 KB a second'],
  [{ kind: 'insecure-address', origin: 'http://tts.example' }, false, 'https'],
  [{ kind: 'unusable-address' }, false, 'http'],
  [{ kind: 'unusable-credentials' }, false, 'API key'],
  [{ kind: 'job-failed', message: 'no such voice' }, false, 'could not make the audio: no such voice.'],
  [{ kind: 'job-failed', message: null }, false, 'could not make the audio.'],
  [{ kind: 'in-doubt', what: 'generation', why: null, self: null }, false, 'paid twice. The service had not finished'],
  [{ kind: 'in-doubt', what: 'deletion', why: null, self: null }, false, 'whether the voice was deleted'],
  [
    { kind: 'in-doubt', what: 'clone', why: { ...connection, failure: 'reset' }, self: null },
    false,
    'list of cloned voices',
  ],
];

describe.each(PROBLEMS)('%o', (problem, transient, says) => {
  it('is told in one plain sentence', () => {
    const sentence = describeProblem(problem);
    expect(sentence).toContain(says);
    expect(sentence).toMatch(/^[A-Z].*[^.]\.$/);
    expect(sentence).not.toMatch(/null|undefined|\n/);
    expect(new ServiceError(problem).message).toBe(sentence);
  });

  it(transient ? 'may pass' : 'does not pass by itself', () => {
    expect(isTransient(problem)).toBe(transient);
  });
});

it('a doubt says what happened, and never advises to try again', () => {
  for (const [why, , says] of PROBLEMS.filter(([{ kind }]) => kind !== 'in-doubt')) {
    const sentence = describeProblem({ kind: 'in-doubt', what: 'generation', why, self: null });
    expect(sentence).not.toMatch(/again(?! may be paid twice)/);
    if (why.kind === 'connection' && why.code) expect(sentence).toContain(says);
  }
  const failed = { kind: 'server-error', status: 502, message: 'x; check: y' } as const;
  const sentence = describeProblem({ kind: 'in-doubt', what: 'clone', why: failed, self: null });
  expect(sentence).toMatch(/The service failed \(502\): x; check: y\.$/);
});

it.each([
  [0, '0 bytes'],
  [800, '800 bytes'],
  [1_024, '1 KB'],
  [1_536, '1.5 KB'],
  [67_108_864, '64 MB'],
  [1_610_612_736, '1.5 GB'],
])('%i bytes are said as %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
