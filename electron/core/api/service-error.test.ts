import { expect, it } from 'vitest';
import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';
import { isTransient } from './service-error.ts';

const connection = { kind: 'connection', phase: 'sent', origin: 'https://tts.example', code: null } as const;

const PROBLEMS: readonly (readonly [ServiceProblem, transient: boolean])[] = [
  [{ kind: 'invalid-parameters', status: 400, message: 'text is missing.', errorId: null }, false],
  [{ kind: 'unauthorized', status: 401, message: null, errorId: null }, false],
  [{ kind: 'unsupported-plan', status: 403, message: null, errorId: null }, false],
  [{ kind: 'not-found', status: 404, message: null, errorId: null }, false],
  [{ kind: 'method-not-allowed', status: 405, message: null, errorId: null }, false],
  [{ kind: 'too-large', status: 413, message: null, errorId: null }, false],
  [{ kind: 'unsupported-media-type', status: 415, message: null, errorId: null }, false],
  [{ kind: 'rate-limited', status: 429, message: 'slow down' }, true],
  [{ kind: 'server-error', status: 502, message: null, isPage: true }, true],
  [{ kind: 'unexpected-status', status: 418, message: null }, false],
  [{ kind: 'unexpected-status', status: 408, message: null }, true],
  [{ kind: 'redirected', status: 307, origin: 'https://x.example' }, false],
  [{ kind: 'not-the-service', status: 200, contentType: 'text/html' }, true],
  [{ kind: 'not-the-service', status: 404, contentType: null }, false],
  [{ kind: 'unreadable-reply', status: 200, fault: 'empty' }, true],
  [{ ...connection, failure: 'reset' }, true],
  [{ ...connection, failure: 'refused-connection', code: 'ECONNREFUSED' }, true],
  [{ ...connection, failure: 'tls' }, false],
  [{ ...connection, failure: 'aborted' }, false],
  [{ kind: 'address-expired', status: 403 }, false],
  [{ kind: 'incomplete-download', receivedBytes: 5, expectedBytes: 10 }, true],
  [{ kind: 'oversized-download', limitBytes: 10 }, true],
  [{ kind: 'oversized-download', limitBytes: 6_000_000, bound: { seconds: 32 } }, false],
  [{ kind: 'oversized-download', limitBytes: 6_000_000, bound: { seconds: null } }, false],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'bytes', most: 8_388_608 } }, false],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'values', most: 50_000 } }, false],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'levels', most: 64 } }, false],
  [{ kind: 'oversized-reply', status: 200, limit: { unit: 'entries', most: 10_000 } }, false],
  [{ ...connection, failure: 'too-slow' }, true],
  [{ kind: 'insecure-address', origin: 'http://tts.example' }, false],
  [{ kind: 'unusable-address' }, false],
  [{ kind: 'unusable-credentials' }, false],
  [{ kind: 'job-failed', message: 'no such voice' }, false],
  [{ kind: 'job-failed', message: null }, false],
  [{ kind: 'in-doubt', what: 'generation', why: null, self: null }, false],
  [{ kind: 'in-doubt', what: 'deletion', why: null, self: null }, false],
  [{ kind: 'in-doubt', what: 'clone', why: { ...connection, failure: 'reset' }, self: null }, false],
];

it.each(PROBLEMS)('%o may pass by itself: %s', (problem, transient) => {
  expect(isTransient(problem)).toBe(transient);
});
