// Meaningless requests.
import { PATHS } from '@lectern/tts-protocol';
import type { Attempt } from './near-valid.ts';

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const SEGMENTS = [
  'api',
  'v1',
  'v2',
  'tts',
  'batches',
  'job',
  'custom-id',
  'voices',
  'audio',
  '..',
  '.',
  '%2e%2e',
  '%',
  '%zz',
  '%ff',
  '',
  'ä',
  '*',
  '__proto__',
  'null',
  '0',
] as const;

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'x',
  '',
] as const;

const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '7',
  '{"jobs":null}',
  '{"jobs":{"length":50}}',
  '{"__proto__":{"jobs":[]}}',
  '{"constructor":{"prototype":{"jobs":[]}}}',
  '{"jobs":[{"text":"\\ud800"}]}',
  `{"jobs":${'['.repeat(5_000)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '\ufeff{"jobs":[]}',
  '{"jobs":[],"jobs":[]}',
  '--x\r\ncontent-disposition: form-data; name="sample_file"; filename="a"\r\n\r\nnot audio\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="voice_name"\r\n\r\n\r\n--x--\r\n',
  '--x\r\n',
] as const;

function randomPath(random: Random): string {
  if (random() < 0.5) return pick(random, Object.values(PATHS));
  const segments = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, SEGMENTS));
  const query =
    random() < 0.3 ? `?${pick(random, ['a=1', 'expires=NaN', 'signature', '%', '__proto__=1', 'a[]=1&a[]=2'])}` : '';
  // Escape characters that aren't allowed in a request line.
  return `/${encodeURI(segments.join('/')).replaceAll('%25', '%')}${query}`;
}

function randomHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random() < 0.7) headers['content-type'] = pick(random, TYPES);
  if (random() < 0.2)
    headers['accept'] = pick(random, ['text/event-stream', 'audio/mpeg', '\u00ff', 'a'.repeat(2_000)]);
  if (random() < 0.1) headers['range'] = pick(random, ['bytes=0-', 'bytes=9-1', 'bytes=-', 'x', 'bytes=0-0,1-1']);
  if (random() < 0.1) headers['host'] = pick(random, ['evil.example', '::1', 'a b', '127.0.0.1:99999', '']);
  if (random() < 0.05) headers['expect'] = 'nothing';
  if (random() < 0.05) headers['content-encoding'] = 'gzip';
  if (random() < 0.05) headers['x-forwarded-for'] = 'x'.repeat(500);
  return headers;
}

function randomBytes(random: Random): Uint8Array {
  return Uint8Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256));
}

/** Returns a meaningless request: a random mixture of invalid paths, methods, headers and bodies. */
export function garbageRequest(random: Random): Attempt {
  const method = pick(random, METHODS);
  const body = random() < 0.7 ? pick(random, BODIES) : randomBytes(random);
  const call = { method, path: randomPath(random), headers: randomHeaders(random) };
  return method === 'GET' || method === 'HEAD' || random() < 0.2 ? call : { ...call, body };
}
