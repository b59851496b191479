import { randomBytes, type UUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 22;
const POOL_BYTES = 4096;

let pool = Buffer.alloc(0);
let used = 0;

/** Returns random bytes, which are requested from the system in larger pieces. */
function takeRandom(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** Returns the prefix followed by 22 random letters and digits (131 bits). */
export function newId(prefix: string): string {
  let id = prefix;
  while (id.length < prefix.length + ID_LENGTH) {
    for (const byte of takeRandom(ID_LENGTH)) {
      // Discard these values to avoid modulo bias.
      if (byte >= 248 || id.length === prefix.length + ID_LENGTH) continue;
      id += ALPHABET[byte % ALPHABET.length];
    }
  }
  return id;
}

/** Returns a UUID that starts with the time (RFC 9562, version 7), so that indexes grow at their end. */
export function newUuid(now: number): UUID {
  const time = now.toString(16).padStart(12, '0');
  const random = takeRandom(9).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}
