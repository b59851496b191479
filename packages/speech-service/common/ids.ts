import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;

/** Returns the prefix followed by 22 random letters and digits (131 bits). */
export function newId(prefix: string): string {
  let id = prefix;
  while (id.length < prefix.length + LENGTH) {
    for (const byte of randomBytes(32)) {
      // Discard these values to avoid modulo bias.
      if (byte >= 248 || id.length === prefix.length + LENGTH) continue;
      id += LETTERS[byte % LETTERS.length];
    }
  }
  return id;
}
