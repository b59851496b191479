import { describe, expect, it } from 'vitest';
import { type HttpReply, TransportError } from '../ports.ts';
import { asServiceError, readErrorReply, readReply, withTimeout } from './exchange.ts';

function reply(chunks: readonly (string | Error)[], headers: Record<string, string> = {}) {
  let discarded = 0;
  const body = (async function* () {
    for (const chunk of chunks) {
      if (chunk instanceof Error) throw chunk;
      yield Buffer.from(chunk);
    }
  })();
  const made: HttpReply = {
    status: 200,
    headers,
    body,
    discard: () => {
      discarded += 1;
    },
  };
  return { made, discarded: () => discarded };
}

const upTo = (bytes: number) => ({ bytes, values: 100 });
const origin = 'https://tts.example';
const broken = new TransportError({ phase: 'sent', kind: 'ended-early', origin });

describe('a reply', () => {
  it('is read whole, characters that chunks cut in two included, without a byte order mark', async () => {
    const { made } = reply(['\ufeff{"a": "', 'gr', 'ü', 'ße"}']);
    expect((await readReply(made, upTo(100))).text).toBe('{"a": "grüße"}');
  });

  it('is not read further than its limit', async () => {
    const { made, discarded } = reply(['12345', '67890', '1']);
    await expect(readReply(made, upTo(10))).rejects.toMatchObject({
      problem: { kind: 'oversized-reply', status: 200, limit: { unit: 'bytes', most: 10 } },
    });
    expect(discarded()).toBe(1);
    expect((await readReply(reply(['12345', '67890']).made, upTo(10))).text).toBe('1234567890');
  });

  it('that is compressed although no compression was requested is not read', async () => {
    const { made } = reply(['x'], { 'content-encoding': 'gzip' });
    await expect(readReply(made, upTo(10))).rejects.toMatchObject({ problem: { kind: 'unreadable-reply' } });
    expect((await readReply(reply(['x'], { 'content-encoding': 'identity' }).made, upTo(10))).text).toBe('x');
  });

  it('of an error is worth its status even where its body is lost or endless', async () => {
    expect(await readErrorReply(reply(['half', broken]).made)).toEqual({ status: 200, headers: {}, text: '' });
    expect((await readErrorReply(reply(Array(300).fill('x'.repeat(1024))).made)).text).toBe('');
  });
});

describe('a bounded exchange', () => {
  const untilAborted = (phase: 'sent' | 'not-sent') => (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const giveUp = () => reject(new TransportError({ phase, kind: 'aborted', origin }));
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp);
    });

  it('ends as a time-out when its time is up', async () => {
    await expect(withTimeout(5, undefined, untilAborted('sent'))).rejects.toMatchObject({
      phase: 'sent',
      kind: 'timeout',
    });
    const late = withTimeout(5, undefined, untilAborted('not-sent'));
    await expect(late).rejects.toMatchObject({ phase: 'not-sent', kind: 'connect-timeout' });
  });

  it('ends as given up when the caller gave up', async () => {
    const controller = new AbortController();
    const run = withTimeout(60_000, controller.signal, untilAborted('sent'));
    controller.abort();
    await expect(run).rejects.toMatchObject({ kind: 'aborted' });
    await expect(withTimeout(60_000, AbortSignal.abort(), untilAborted('sent'))).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  it('gives what it is for', async () => {
    expect(await withTimeout(60_000, undefined, async () => 7)).toBe(7);
  });
});

it('a failure below HTTP becomes a problem with all its facts, anything else stays what it is', () => {
  expect(asServiceError(broken)).toMatchObject({
    problem: { kind: 'connection', phase: 'sent', failure: 'ended-early', origin, code: null },
  });
  const mistake = new TypeError('a mistake');
  expect(asServiceError(mistake)).toBe(mistake);
});
