import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random } from './ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint() / 1_000_000n),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    try {
      await sleep(Math.max(0, milliseconds), undefined, signal ? { signal } : {});
    } catch (error) {
      // Node wraps the reason in its own error, but callers expect the reason itself.
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 24;

export const systemRandom: Random = {
  next: () => Math.random(),
  id() {
    let id = '';
    while (id.length < ID_LENGTH) {
      // 248 is the largest multiple of 62 below 256. Larger bytes would make the first letters more likely.
      for (const byte of randomBytes(ID_LENGTH)) {
        if (byte < 248 && id.length < ID_LENGTH) id += ALPHABET[byte % ALPHABET.length];
      }
    }
    return id;
  },
};
