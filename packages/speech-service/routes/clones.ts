import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import {
  CLONE_BOUNDS,
  type ClonedVoice,
  type CloneFields,
  cloneDeletionSchema,
  cloneFieldsSchema,
  PATHS,
} from '@lectern/tts-protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Cloner, SampleRejectedError } from '../cloning/cloner.ts';
import { newId } from '../common/ids.ts';
import { issueMessages, joinMessages } from '../common/invalid-parameters.ts';
import { ApiError, invalidParameters, notFound } from '../http/errors.ts';
import { rejectCompressed } from '../http/json-body.ts';
import type { StoredClone } from '../ports/clones.ts';
import { cloneIdentifier } from '../voices/voice-directory.ts';
import { callerOf, disconnectSignal, parseBody, type RouteContext, requestOrigin } from './context.ts';
import { sampleName, toListedRights } from './voices.ts';

const SAMPLE_FIELD = 'sample_file';

/** Maximum size of the form in bytes, in addition to the sample. */
const FORM_BYTES = 64 * 1024;

/** One byte more than the sample limit, to detect oversized samples, and a few extra parts for unknown fields. */
const FORM_LIMITS = {
  fileSize: CLONE_BOUNDS.bytes.max + 1,
  files: 3,
  fields: 16,
  parts: 19,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
} as const;

interface Upload {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly complaints: readonly string[];
  readonly bytes: number | undefined;
}

const tooLarge = (): ApiError =>
  new ApiError(
    413,
    'PAYLOAD_TOO_LARGE',
    `${SAMPLE_FIELD} is too large: it must be ${CLONE_BOUNDS.bytes.min} to ${CLONE_BOUNDS.bytes.max} bytes long.`,
  );

function translateUploadError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('EACC') || code === 'ENOENT') return error;
  if (['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'].includes(code)) {
    return invalidParameters('The form has too many parts.');
  }
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return invalidParameters('The form has a field with malformed JSON.');
  if (code === 'FST_PROTO_VIOLATION') return invalidParameters('The form has an unknown field.');
  return invalidParameters('The form is malformed or incomplete.');
}

class FormReceiver {
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
      const complaint = fieldname === SAMPLE_FIELD ? 'must be a single file' : 'is not a known file field';
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

async function receiveForm(request: FastifyRequest, path: string): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > CLONE_BOUNDS.bytes.max + FORM_BYTES) throw tooLarge();
  const intake = new FormReceiver(path);
  for await (const part of request.parts()) {
    if (part.type === 'file') await intake.file(part);
    else intake.field(part.fieldname, part.value);
  }
  return intake;
}

/** Receives the sample into `path`, and deletes it after `use`. @throws ApiError 400, 413; errors of `use` */
async function withUpload<T>(
  request: FastifyRequest,
  folder: string,
  use: (upload: Upload, path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, newId(''));
  try {
    const upload = await receiveForm(request, path).catch((error: unknown) => {
      // Keep reading the rest of the body, so that the client receives the error response.
      request.raw.unpipe();
      request.raw.resume();
      throw translateUploadError(error);
    });
    return await use(upload, path);
  } finally {
    await rm(path, { force: true });
  }
}

function toListedClone(clone: StoredClone, origin: string, { signer, voices }: RouteContext): ClonedVoice {
  const voice = voices.cloned(clone);
  return {
    id: clone.id,
    name: clone.name,
    type: 'instant',
    gender: clone.gender,
    language_code: voice.languageCode,
    voice_engine: voice.voiceEngine,
    is_cloned: true,
    sample: signer.sign(origin, sampleName(voice), 'samples'),
    created_at: new Date(clone.created_at).toISOString(),
    ...(voice.rights && { synthesizer: voice.synthesizer, rights: toListedRights(voice.rights) }),
  };
}

/** Checks the form's fields. @throws ApiError 400 that names each invalid field */
function checkFields({ fields, complaints, bytes }: Upload): CloneFields {
  const { sample_file_url: url, ...others } = fields;
  const parsed = cloneFieldsSchema.safeParse(others, { reportInput: true });
  const found = [...complaints, ...(parsed.success ? [] : issueMessages(parsed.error))];
  if (parsed.success && parsed.data.voice_name.trim() === '') found.push('voice_name must not be blank');
  const { min, max } = CLONE_BOUNDS.bytes;
  if (url !== undefined) {
    found.push(`sample_file_url is not supported: upload the sample as ${SAMPLE_FIELD} instead`);
  } else if (bytes === undefined && !complaints.some((complaint) => complaint.startsWith(SAMPLE_FIELD))) {
    found.push(`${SAMPLE_FIELD} is missing`);
  }
  if (bytes !== undefined && bytes < min) {
    found.push(`${SAMPLE_FIELD} is too small: it has ${bytes} bytes, but must have ${min} to ${max}`);
  }
  if (found.length > 0 || !parsed.success) throw invalidParameters(joinMessages(found));
  return parsed.data;
}

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  app.addHook('preParsing', async (request) => {
    const { headers, routeOptions } = request;
    const type = headers['content-type'];
    if (routeOptions.config.isRefusal === true) return;
    rejectCompressed(request);
    if (/^multipart\/form-data\s*(;|$)/i.test(type ?? '')) return;
    if (type === undefined) throw invalidParameters('The body is missing: it must be a form.');
    throw new ApiError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be a form, with content-type: multipart/form-data.',
    );
  });
}

async function createClone(
  request: FastifyRequest,
  cloner: Cloner,
  context: RouteContext,
  gone: AbortSignal,
): Promise<StoredClone> {
  const account = callerOf(request);
  await context.limits.check(account, 'clone');
  const { fields, tuned } = await withUpload(request, context.uploadFolder, async (upload, path) => {
    const checked = checkFields(upload);
    return { fields: checked, tuned: await cloner.clone({ path, gender: checked.gender }, gone) };
  }).catch((error: unknown) => {
    throw error instanceof SampleRejectedError ? invalidParameters(`${SAMPLE_FIELD} ${error.message}.`) : error;
  });
  // Count the request only now, because an invalid form or sample doesn't count towards the limit.
  await context.limits.count(account, 'clone');
  const clone = {
    id: cloneIdentifier(newId('')),
    user_id: account.userId,
    name: fields.voice_name.trim(),
    gender: tuned.gender,
    created_at: context.now(),
    based_on: tuned.basedOn,
    timbre: tuned.timbre,
  };
  await context.cloneSamples.write(clone.id, tuned.sample);
  try {
    await context.clones.add(clone);
  } catch (error) {
    await context.cloneSamples.remove(clone.id);
    throw error;
  }
  return clone;
}

function registerInstant(app: FastifyInstance, context: RouteContext): void {
  const cloner = new Cloner();
  app.addHook('onClose', () => cloner.close());
  app.addHook('onReady', async () => {
    // Also removes leftovers of a killed process.
    await rm(context.uploadFolder, { recursive: true, force: true });
    await mkdir(context.uploadFolder, { recursive: true, mode: 0o700 });
  });
  app.register(async (forms) => {
    acceptForms(forms);
    forms.post(PATHS.instantClone, async (request, reply) => {
      const gone = disconnectSignal(reply);
      try {
        const clone = await createClone(request, cloner, context, gone);
        return reply.code(201).send(toListedClone(clone, requestOrigin(request), context));
      } catch (error) {
        if (!gone.aborted) throw error;
        return reply.hijack();
      }
    });
  });
}

export function registerClones(app: FastifyInstance, context: RouteContext): void {
  const { limits, clones, voices, samples } = context;

  app.get(PATHS.clonedVoices, async (request, reply) => {
    const account = callerOf(request);
    await limits.count(account, 'list');
    context.refreshVoices();
    const clonesOfUser = await voices.clonesOf(account.userId);
    return reply.send(clonesOfUser.map((clone) => toListedClone(clone, requestOrigin(request), context)));
  });

  app.delete(PATHS.clonedVoices, async (request, reply) => {
    const account = callerOf(request);
    const { voice_id: id } = parseBody(cloneDeletionSchema, request.body);
    if ((await voices.find(account.userId, id))?.isCloned === false) {
      throw invalidParameters('voice_id is a prebuilt voice: only cloned voices can be deleted.');
    }
    await limits.count(account, 'clone');
    const deleted = await clones.delete(account.userId, id, context.now());
    if (deleted === undefined) throw notFound('There is no such cloned voice.');
    await context.cloneSamples.remove(id);
    await samples.remove(voices.cloned(deleted));
    return reply.send({
      message: 'The cloned voice was deleted.',
      deleted: toListedClone(deleted, requestOrigin(request), context),
    });
  });

  registerInstant(app, context);
}
