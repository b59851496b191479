import { ITEM_SECONDS, ITEM_SPAN_SECONDS } from '@lectern/audio/fingerprint';
import type { SoftBinding } from '@lectern/provenance';
import { FINGERPRINT_ALGORITHM } from './fingerprint-register.ts';

/** Enough to recognise the file, while the manifest grows by at most 0.6 kB. The register has the rest. */
export const BOUND_SECONDS = 15;

/**
 * Returns the fingerprint of a file's first 15 seconds for its manifest: 32-bit integers in big-endian order, as
 * base64. Null if the file is too short.
 */
export function fingerprintBinding(fingerprint: Uint32Array): SoftBinding | null {
  const maxItems = Math.floor((BOUND_SECONDS - ITEM_SPAN_SECONDS) / ITEM_SECONDS) + 1;
  const items = fingerprint.subarray(0, maxItems);
  if (items.length === 0) return null;
  const bytes = Buffer.alloc(items.length * 4);
  for (const [index, item] of items.entries()) bytes.writeUInt32BE(item, index * 4);
  const seconds = (items.length - 1) * ITEM_SECONDS + ITEM_SPAN_SECONDS;
  return {
    algorithm: FINGERPRINT_ALGORITHM,
    value: bytes.toString('base64'),
    timespan: { start: 0, end: Math.round(seconds * 1000) },
  };
}
