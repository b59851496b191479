// Meaningless requests.
import { PATHS } from '@lectern/tts-protocol';
import type { Attempt } from './near-valid.ts';

type Chance = () => number;

const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;

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

function pathOf(chance: Chance): string {
  if (chance() < 0.5) return pick(chance, Object.values(PATHS));
  const segments = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => pick(chance, SEGMENTS));
  const query =
    chance() < 0.3 ? `?${pick(chance, ['a=1', 'expires=NaN', 'signature', '%', '__proto__=1', 'a[]=1&a[]=2'])}` : '';
  // Escape characters that a request line can't contain.
  return `/${encodeURI(segments.join('/')).replaceAll('%25', '%')}${query}`;
}

function headersOf(chance: Chance): Record<string, string> {
  const headers: Record<string, string> = {};
  if (chance() < 0.7) headers['content-type'] = pick(chance, TYPES);
  if (chance() < 0.2)
    headers['accept'] = pick(chance, ['text/event-stream', 'audio/mpeg', '\u00ff', 'a'.repeat(2_000)]);
  if (chance() < 0.1) headers['range'] = pick(chance, ['bytes=0-', 'bytes=9-1', 'bytes=-', 'x', 'bytes=0-0,1-1']);
  if (chance() < 0.1) headers['host'] = pick(chance, ['evil.example', '::1', 'a b', '127.0.0.1:99999', '']);
  if (chance() < 0.05) headers['expect'] = 'nothing';
  if (chance() < 0.05) headers['content-encoding'] = 'gzip';
  if (chance() < 0.05) headers['x-forwarded-for'] = 'x'.repeat(500);
  return headers;
}

function bytesOf(chance: Chance): Uint8Array {
  return Uint8Array.from({ length: Math.floor(chance() * 400) }, () => Math.floor(chance() * 256));
}

/** Returns a meaningless request: a random mixture of invalid paths, methods, headers and bodies. */
export function garbage(chance: Chance): Attempt {
  const method = pick(chance, METHODS);
  const body = chance() < 0.7 ? pick(chance, BODIES) : bytesOf(chance);
  const call = { method, path: pathOf(chance), headers: headersOf(chance) };
  return method === 'GET' || method === 'HEAD' || chance() < 0.2 ? call : { ...call, body };
}
