// The form of a clone, as it comes in: its fields, and its sample on the disk.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { CLONE_BOUNDS } from '../../shared/service/clones.ts';
import { newId } from '../common/ids.ts';
import { ApiError, invalidParameters } from '../http/errors.ts';

/** The part that carries the sample. */
export const SAMPLE_FIELD = 'sample_file';

/** More than the form's own words can be: more bytes than this around the sample are no form of a clone. */
const FORM_BYTES = 64 * 1024;

/** One byte more than a sample may have, so that one too many is seen; the few fields that there are, and some. */
export const FORM_LIMITS = {
  fileSize: CLONE_BOUNDS.bytes.max + 1,
  files: 3,
  fields: 16,
  parts: 19,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
} as const;

export interface Upload {
  /** By name; undefined names are not there. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What is wrong with the form beyond its fields' values: a complaint each. */
  readonly complaints: readonly string[];
  /** Bytes of the sample; undefined where there is none. */
  readonly bytes: number | undefined;
}

const tooLarge = (): ApiError =>
  new ApiError(
    413,
    'PAYLOAD_TOO_LARGE',
    `${SAMPLE_FIELD} is too large: it must be ${CLONE_BOUNDS.bytes.min} to ${CLONE_BOUNDS.bytes.max} bytes long.`,
  );

/** What the reader of forms throws, in the service's words. */
function ownWords(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('EACC') || code === 'ENOENT') return error;
  if (['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'].includes(code)) {
    return invalidParameters('The form has too many parts.');
  }
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return invalidParameters('The form has a field of malformed JSON.');
  if (code === 'FST_PROTO_VIOLATION') return invalidParameters('The form has a field that is not known.');
  return invalidParameters('The form is malformed, or it ends before its end.');
}

/** Takes in the parts of one form. */
class FormIntake {
  readonly fields: Record<string, unknown> = {};
  readonly complaints: string[] = [];
  bytes: number | undefined;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  field(name: string, value: unknown): void {
    if (name === SAMPLE_FIELD) this.complaints.push(`${SAMPLE_FIELD} must be a file`);
    else if (Object.hasOwn(this.fields, name)) this.complaints.push(`${name} is given more than once`);
    else this.fields[name] = value;
  }

  async file({ fieldname, file }: MultipartFile): Promise<void> {
    if (fieldname !== SAMPLE_FIELD || this.bytes !== undefined) {
      const complaint = fieldname === SAMPLE_FIELD ? 'must be one file, not more' : 'is not known as a file';
      this.complaints.push(`${fieldname} ${complaint}`);
      file.resume();
      return;
    }
    let bytes = 0;
    await pipeline(
      file,
      async function* (source: AsyncIterable<Uint8Array>) {
        for await (const chunk of source) {
          bytes += chunk.length;
          if (bytes > CLONE_BOUNDS.bytes.max) throw tooLarge();
          yield chunk;
        }
      },
      createWriteStream(this.#path, { mode: 0o600, flags: 'wx' }),
    );
    this.bytes = bytes;
  }
}

async function receive(request: FastifyRequest, path: string): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > CLONE_BOUNDS.bytes.max + FORM_BYTES) throw tooLarge();
  const intake = new FormIntake(path);
  for await (const part of request.parts()) {
    if (part.type === 'file') await intake.file(part);
    else intake.field(part.fieldname, part.value);
  }
  return intake;
}

/**
 * Reads a form and passes it to `use`. The sample is at `path` until `use` has finished, and is then deleted.
 *
 * @param folder where samples lie while they are needed; it exists
 * @throws ServiceError 400, 413; what `use` throws
 */
export async function withUpload<T>(
  request: FastifyRequest,
  folder: string,
  use: (upload: Upload, path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, newId(''));
  try {
    const upload = await receive(request, path).catch((error: unknown) => {
      // What is still to come of the body is dropped.
      request.raw.unpipe();
      request.raw.resume();
      throw ownWords(error);
    });
    return await use(upload, path);
  } finally {
    await rm(path, { force: true });
  }
}
