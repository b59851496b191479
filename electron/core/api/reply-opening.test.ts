import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../ports.ts';
import { openReply } from './generation.ts';

async function opened(contentType: string | undefined, chunks: readonly (string | Uint8Array)[]) {
  async function* body() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  const reply: HttpReply = { status: 200, headers, body: body(), discard() {} };
  const { sort, reply: same } = await openReply(reply);
  const whole: Uint8Array[] = [];
  for await (const chunk of same.body) whole.push(chunk);
  expect(Buffer.concat(whole)).toEqual(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))));
  return sort;
}

describe('what a reply turns out to be', () => {
  it.each([
    ['text/event-stream', ['event: ping\n'], 'events'],
    ['text/event-stream', ['\n', '\n', ': hello'], 'events'],
    ['text/event-stream', [], 'events'],
    ['text/event-stream', ['{"id": 1}'], 'json'],
    ['text/event-stream', [' \n<html>'], 'page'],
    ['application/json', ['{}'], 'json'],
    ['application/problem+json', ['"x"'], 'json'],
    ['application/json', [], 'empty'],
    ['application/json', ['<html>'], 'page'],
    ['text/html', ['Welcome'], 'page'],
    [undefined, ['\ufeff', '{"id": 1}'], 'json'],
    [undefined, ['data: x\n\n'], 'events'],
    [undefined, [], 'empty'],
    ['text/plain', ['data: x\n\n'], 'events'],
    ['audio/mpeg', ['ID3'], 'foreign'],
    ['audio/mpeg', [], 'empty'],
    [undefined, [' '.repeat(2000), '<html>'], 'events'],
  ])('%s with %j is %s', async (contentType, chunks, sort) => {
    expect(await opened(contentType, chunks)).toBe(sort);
  });
});
