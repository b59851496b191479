// Parts of a file (RFC 9110, sections 13.1.5 and 14).

/** What a file's later parts must be asked for with, so that they belong to the same file; null where it has no such mark. */
export function validatorOf(headers: Readonly<Record<string, string>>): string | null {
  if (/^\s*none\s*$/i.test(headers['accept-ranges'] ?? '')) return null;
  const etag = headers['etag']?.trim();
  // A weak entity tag does not promise the same bytes.
  if (etag && /^".*"$/.test(etag)) return etag;
  const modified = headers['last-modified']?.trim();
  return modified && !Number.isNaN(Date.parse(modified)) ? modified : null;
}

export interface ContentRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Bytes of the whole file, null where it is not said. */
  readonly total: number | null;
}

/** Reads `Content-Range: bytes 5-9/10`. Null where it is missing or makes no sense. */
export function contentRangeOf(value: string | undefined): ContentRange | null {
  const [, first, last, whole] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(value ?? '') ?? [];
  if (first === undefined || last === undefined || whole === undefined) return null;
  const start = Number(first);
  const total = whole === '*' ? null : Number(whole);
  return Number(last) < start || (total !== null && Number(last) >= total) ? null : { start, total };
}
