// Byte ranges of media, by RFC 9110, section 14.

/** What of a file is to be answered. `start` and `end` are offsets in bytes, `end` inclusive. */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a `Range` header for a file of `sizeBytes` bytes. A header that is no byte range, or that asks for several at
 * once, is ignored, as the standard allows: the whole file is sent.
 */
export function readRange(header: string | null, sizeBytes: number): RangeAnswer {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length > 0 ? { kind: 'part', start: sizeBytes - length, end: sizeBytes - 1 } : { kind: 'unsatisfiable' };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}
