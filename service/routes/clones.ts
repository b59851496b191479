// Cloned voices: making one from a sample, listing them, deleting them.
import { mkdir, rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  CLONE_BOUNDS,
  type ClonedVoice,
  type CloneFields,
  cloneDeletionSchema,
  cloneFieldsSchema,
} from '../../shared/service/clones.ts';
import { PATHS } from '../../shared/service/requests.ts';
import { Cloner, SampleRejectedError } from '../cloning/cloner.ts';
import { newId } from '../common/ids.ts';
import { complaintsOf, explain } from '../common/invalid-parameters.ts';
import { ApiError, invalidParameters, notFound } from '../http/errors.ts';
import { refuseCompressed } from '../http/json-body.ts';
import type { AddressSigner } from '../http/signed-addresses.ts';
import type { StoredClone } from '../voices/clone-store.ts';
import { clonedVoice, cloneIdentifier } from '../voices/voice-directory.ts';
import { callerOf, disconnectSignal, originOf, parsedBody, type RouteContext } from './context.ts';
import { FORM_LIMITS, SAMPLE_FIELD, type Upload, withUpload } from './receive-upload.ts';
import { sampleName } from './voices.ts';

function listed(clone: StoredClone, origin: string, signer: AddressSigner): ClonedVoice {
  const voice = clonedVoice(clone);
  return {
    id: clone.id,
    name: clone.name,
    type: 'instant',
    gender: clone.gender,
    language_code: voice.languageCode,
    voice_engine: voice.voiceEngine,
    is_cloned: true,
    sample: signer.address(origin, sampleName(voice), 'samples'),
    created_at: new Date(clone.created_at).toISOString(),
  };
}

/** The fields of a form that is in order. @throws ServiceError 400 that names each wrong field */
function checkedFields({ fields, complaints, bytes }: Upload): CloneFields {
  const { sample_file_url: url, ...others } = fields;
  const parsed = cloneFieldsSchema.safeParse(others, { reportInput: true });
  const found = [...complaints, ...(parsed.success ? [] : complaintsOf(parsed.error))];
  if (parsed.success && parsed.data.voice_name.trim() === '') found.push('voice_name must not be blank');
  const { min, max } = CLONE_BOUNDS.bytes;
  if (url !== undefined) {
    found.push(`sample_file_url is not taken: this service fetches nothing from a network, send ${SAMPLE_FIELD}`);
  } else if (bytes === undefined && !complaints.some((complaint) => complaint.startsWith(SAMPLE_FIELD))) {
    found.push(`${SAMPLE_FIELD} is missing`);
  }
  if (bytes !== undefined && bytes < min) {
    found.push(`${SAMPLE_FIELD} is too small: it has ${bytes} bytes, it must have ${min} to ${max}`);
  }
  if (found.length > 0 || !parsed.success) throw invalidParameters(explain(found));
  return parsed.data;
}

/** Bodies are forms on this path, and on no other. */
function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  app.addHook('preParsing', async (request) => {
    const { headers, routeOptions } = request;
    const type = headers['content-type'];
    if (routeOptions.config.isRefusal === true) return;
    refuseCompressed(request);
    if (/^multipart\/form-data\s*(;|$)/i.test(type ?? '')) return;
    if (type === undefined) throw invalidParameters('The body is missing: it must be a form.');
    throw new ApiError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be a form, with content-type: multipart/form-data.',
    );
  });
}

/** Makes a clone of the form that comes with a request, and keeps it. */
async function made(
  request: FastifyRequest,
  cloner: Cloner,
  context: RouteContext,
  gone: AbortSignal,
): Promise<StoredClone> {
  const account = callerOf(request);
  context.limits.check(account, 'clone');
  const { fields, tuned } = await withUpload(request, context.uploadFolder, async (upload, path) => {
    const checked = checkedFields(upload);
    return { fields: checked, tuned: await cloner.make({ path, gender: checked.gender }, gone) };
  }).catch((error: unknown) => {
    throw error instanceof SampleRejectedError ? invalidParameters(`${SAMPLE_FIELD} ${error.message}.`) : error;
  });
  // What is refused for its form or its sample does not count.
  context.limits.count(account, 'clone');
  const clone = {
    id: cloneIdentifier(newId('')),
    user_id: account.userId,
    name: fields.voice_name.trim(),
    gender: tuned.gender,
    created_at: context.now(),
    based_on: tuned.basedOn,
    timbre: tuned.timbre,
  };
  context.clones.add(clone);
  return clone;
}

function registerInstant(app: FastifyInstance, context: RouteContext): void {
  const cloner = new Cloner();
  app.addHook('onClose', () => cloner.close());
  app.addHook('onReady', async () => {
    // What a service that was killed left behind goes as well.
    await rm(context.uploadFolder, { recursive: true, force: true });
    await mkdir(context.uploadFolder, { recursive: true, mode: 0o700 });
  });
  app.register(async (forms) => {
    takeForms(forms);
    forms.post(PATHS.instantClone, async (request, reply) => {
      const gone = disconnectSignal(reply);
      try {
        const clone = await made(request, cloner, context, gone);
        return reply.code(201).send(listed(clone, originOf(request), context.signer));
      } catch (error) {
        if (!gone.aborted) throw error;
        return reply.hijack();
      }
    });
  });
}

/** Registers the listing of clones, instant cloning and deletion. */
export function registerClones(app: FastifyInstance, context: RouteContext): void {
  const { limits, clones, signer, voices, samples } = context;

  app.get(PATHS.clonedVoices, (request, reply) => {
    const account = callerOf(request);
    limits.count(account, 'list');
    return reply.send(voices.clonesOf(account.userId).map((clone) => listed(clone, originOf(request), signer)));
  });

  app.delete(PATHS.clonedVoices, async (request, reply) => {
    const account = callerOf(request);
    const { voice_id: id } = parsedBody(cloneDeletionSchema, request.body);
    if (voices.find(account.userId, id)?.isCloned === false) {
      throw invalidParameters('voice_id is a prebuilt voice: only cloned ones can be deleted.');
    }
    limits.count(account, 'clone');
    const deleted = clones.delete(account.userId, id, context.now());
    if (deleted === undefined) throw notFound('There is no such cloned voice.');
    await samples.forget(clonedVoice(deleted));
    return reply.send({
      message: 'The cloned voice was deleted.',
      deleted: listed(deleted, originOf(request), signer),
    });
  });

  registerInstant(app, context);
}
