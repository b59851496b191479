// A form with one file in it (RFC 7578), sent while the file is read.
import { randomBytes } from 'node:crypto';
import type { SizedBody } from '../ports.ts';

export interface FormFile {
  /** The field's name. */
  readonly field: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: SizedBody;
}

const FALLBACK_TYPE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** @param fields by their names, sent before the file, in order */
export function multipartForm(
  fields: Readonly<Record<string, string>>,
  { field, fileName, mediaType, content }: FormFile,
): { readonly contentType: string; readonly body: SizedBody } {
  const boundary = `lectern-${randomBytes(16).toString('hex')}`;
  const type = MEDIA_TYPE.test(mediaType) ? mediaType : FALLBACK_TYPE;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(field)}"; filename="${quoted(fileName)}"`;
  const before = Buffer.from(`${texts.join('')}${head}\r\ncontent-type: ${type}\r\n\r\n`);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      sizeBytes: before.byteLength + content.sizeBytes + after.byteLength,
      chunks: around(before, content.chunks, after),
    },
  };
}

/** What a name may not hold within its quotes, as the HTML standard escapes it ("Multipart form data"). */
const quoted = (name: string): string =>
  name.replace(/["\r\n]/g, (character) => encodeURIComponent(character)).replace(/\p{Cc}/gu, '');

async function* around(
  before: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  after: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield before;
  yield* chunks;
  yield after;
}
