// The interface doesn't specify these payloads, so this follows the public documentation and parses leniently.

import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { cloneDeletionSchema, type LenientClonedVoice, PATHS } from '@lectern/tts-protocol';
import type { SizedBody } from '../ports.ts';
import { foreignReplyProblem, isPage } from './error-body.ts';
import { readErrorReply } from './exchange.ts';
import { parseClone } from './readings.ts';
import { requestOnce, type SendContext, type SendOrder, sendOnce } from './send-once.ts';
import { ServiceError } from './service-error.ts';

export type SampleUpload =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string }
  | ({ readonly kind: 'chunks' } & SizedBody);

export interface CloneCreation {
  readonly name: string;
  readonly gender?: 'male' | 'female' | undefined;
  readonly sample: SampleUpload;
  readonly fileName: string;
  readonly mediaType: string;
}

const PIECE_BYTES = 64 * 1024;

/** Not retried. Streams the sample instead of loading it into memory. @throws ServiceError; the signal's reason */
export async function createClone(
  { name, gender, sample, fileName, mediaType }: CloneCreation,
  signal: AbortSignal | undefined,
  context: SendContext,
): Promise<LenientClonedVoice> {
  const { content, close } = await openSample(sample);
  try {
    const fields = { voice_name: name, ...(gender === undefined ? {} : { gender }) };
    const form = multipartForm(fields, { field: 'sample_file', fileName, mediaType, content });
    const order: SendOrder = {
      method: 'POST',
      path: PATHS.instantClone,
      scope: 'clone',
      characters: 0,
      headers: { 'content-type': form.contentType },
      body: form.body,
      what: 'clone',
      // The service processes the whole sample before it answers.
      patienceMs: context.timeouts.exchangeMs,
    };
    return await requestOnce(order, signal, context, 'clone', parseClone);
  } finally {
    await close();
  }
}

/** Not retried: a second attempt would fail because the voice is already gone. */
export async function deleteClone(id: string, signal: AbortSignal | undefined, context: SendContext): Promise<void> {
  const order: SendOrder = {
    method: 'DELETE',
    path: PATHS.clonedVoices,
    scope: 'clone',
    characters: 0,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cloneDeletionSchema.parse({ voice_id: id })),
    what: 'deletion',
  };
  const { reply } = await sendOnce(order, signal, context);
  // Any success status counts, even if the body is lost, unless the reply is an HTML page.
  const answer = await readErrorReply(reply);
  if (isPage(answer)) throw new ServiceError(foreignReplyProblem(answer, context.scrubber));
}

interface OpenedSample {
  readonly content: SizedBody;
  close(): Promise<void>;
}

async function openSample(sample: SampleUpload): Promise<OpenedSample> {
  if (sample.kind === 'chunks') return { content: sample, async close() {} };
  if (sample.kind === 'bytes') {
    const { bytes } = sample;
    return { content: { sizeBytes: bytes.byteLength, chunks: pieces(bytes) }, async close() {} };
  }
  const file = await open(sample.path);
  const { size } = await file.stat();
  const chunks = file.createReadStream({ autoClose: false, highWaterMark: PIECE_BYTES });
  return {
    content: { sizeBytes: size, chunks },
    async close() {
      chunks.destroy();
      await file.close();
    },
  };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

// A multipart form with one file (RFC 7578), streamed while the file is read.

interface FormFile {
  readonly field: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: SizedBody;
}

const FALLBACK_TYPE = 'application/octet-stream';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

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

/** Escapes a name as the HTML standard requires ("Multipart form data") and removes control characters. */
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
