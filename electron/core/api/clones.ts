// Cloned voices: made from a sample, and deleted. Their payloads are not shown in the interface: the form is what public
// documentation says, and whatever answers is read tolerantly.

import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type ClonedVoiceReading, cloneDeletionSchema, PATHS } from '@lectern/tts-protocol';
import type { SizedBody } from '../ports.ts';
import { foreign, isPage } from './error-body.ts';
import { readErrorReply } from './exchange.ts';
import { cloneOf } from './readings.ts';
import { answerOnce, type SendContext, type SendOrder, sendOnce } from './send-once.ts';
import { ServiceError } from './service-error.ts';

/** A recording of the voice: in memory, in a file, or on its way. */
export type SampleUpload =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string }
  | ({ readonly kind: 'chunks' } & SizedBody);

export interface CloneCreation {
  readonly name: string;
  readonly gender?: 'male' | 'female' | undefined;
  readonly sample: SampleUpload;
  /** What the file is called, without folders. */
  readonly fileName: string;
  /** Such as `audio/wav`. */
  readonly mediaType: string;
}

/** Of a file, at a time. Bytes. */
const PIECE_BYTES = 64 * 1024;

/**
 * Has a voice made from a sample, once. The sample is never held whole, unless it is given whole.
 *
 * @throws ServiceError, `in-doubt` where the voice may have been made; what reading the file throws; the signal's reason
 */
export async function createClone(
  { name, gender, sample, fileName, mediaType }: CloneCreation,
  signal: AbortSignal | undefined,
  context: SendContext,
): Promise<ClonedVoiceReading> {
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
      // The service listens to the whole sample before it answers.
      patienceMs: context.timeouts.exchangeMs,
    };
    return await answerOnce(order, signal, context, 'clone', cloneOf);
  } finally {
    await close();
  }
}

/**
 * Deletes a voice. It is asked once: a second time it would not be there.
 *
 * @throws ServiceError, `in-doubt` where it may be gone; the signal's reason
 */
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
  // Whatever it says, and even where that is lost, the status says that the voice is gone; but a page's says nothing.
  const answer = await readErrorReply(reply);
  if (isPage(answer)) throw new ServiceError(foreign(answer, context.scrubber));
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

/** Parts of what is there, without copies. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

// A form with one file in it (RFC 7578), sent while the file is read.

interface FormFile {
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
