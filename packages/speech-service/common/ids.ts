import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 22;

/** Returns the prefix followed by 22 random letters and digits (131 bits). */
export function newId(prefix: string): string {
  let id = prefix;
  while (id.length < prefix.length + ID_LENGTH) {
    for (const byte of randomBytes(32)) {
      // Discard these values to avoid modulo bias.
      if (byte >= 248 || id.length === prefix.length + ID_LENGTH) continue;
      id += ALPHABET[byte % ALPHABET.length];
    }
  }
  return id;
}
