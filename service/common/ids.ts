import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;

/** A prefix and 22 random letters and digits (131 bits): no other call will draw the same. */
export function newId(prefix: string): string {
  let id = prefix;
  while (id.length < prefix.length + LENGTH) {
    for (const byte of randomBytes(32)) {
      // Above this, the first letters would come more often than the others.
      if (byte >= 248 || id.length === prefix.length + LENGTH) continue;
      id += LETTERS[byte % LETTERS.length];
    }
  }
  return id;
}
