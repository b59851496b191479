import { statSync } from 'node:fs';
import type { VoiceReading } from '@lectern/tts-protocol';
import { speechParametersSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { UnsafeEntryError } from '../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../node/files/regular-file.ts';
import type { Role } from '../../shared/model/cast.ts';
import { fitsBatches } from '../../shared/rules/cast/default-cast.ts';
import { CliError } from './exit.ts';
import { t } from './words.ts';

const partSchema = z.union([
  z.string().min(1),
  speechParametersSchema.extend({
    voice: z.string().min(1).optional(),
    turn_prefix: z.string().min(1).optional(),
  }),
]);

/** Maps each role to a voice id or name, or to an object with a voice and parameters. */
const castFileSchema = z.record(z.string().regex(/\S/), partSchema);
export type CastFile = z.infer<typeof castFileSchema>;

/** A file with a thousand roles and all parameters is smaller than 1 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

function castFileExample(): string {
  const voice = t('cast.aVoice');
  return `{"ALGERNON": "${voice}", "LANE": {"voice": "${voice}", "speed": 1.1}}`;
}

/** Throws a CliError with the invalid role and field. */
export function readCastFile(path: string): CastFile {
  const document = readDocument(path);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new CliError(t('cast.noList', { path, example: castFileExample() }));
  }
  const parsed = castFileSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new CliError(
    t('cast.unusable', { path, complaint: firstProblem(parsed.error, document), example: castFileExample() }),
  );
}

function readDocument(path: string): unknown {
  let text: string;
  try {
    text = readRegularFileSync(path, MAX_BYTES, 'follow').toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(t('cast.noFile', { path }));
    if (error instanceof UnsafeEntryError) {
      if (statSync(path).isDirectory()) throw new CliError(t('cast.isFolder', { path }));
      throw new CliError(error.reason === 'too-large' ? t('cast.isTooLarge', { path }) : t('cast.isNoFile', { path }));
    }
    throw new CliError(t('cast.unreadable', { path, code: code ?? t('cast.unknownError') }));
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(t('cast.noJson', { path, why, example: castFileExample() }));
  }
}

/** Describes the first problem, such as `ALGERNON.speed: too big: expected number to be <=5`. */
function firstProblem(error: z.ZodError, document: object): string {
  const issue = error.issues[0];
  const [role] = issue?.path ?? [];
  const part: unknown = role === undefined ? undefined : Reflect.get(document, role);
  if (issue?.code === 'invalid_key') return t('cast.complaint.nameless');
  if (typeof part !== 'object' || part === null) return t('cast.complaint.neither', { role: String(role) });
  const inner = issue?.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : issue;
  const field = [...(issue?.path ?? []), ...(inner === issue ? [] : (inner?.path ?? []))].join('.');
  const message = inner?.message ?? t('cast.complaint.notUnderstood');
  return t('cast.complaint.field', { field, what: `${message.charAt(0).toLowerCase()}${message.slice(1)}` });
}

/** Applies a cast file to the roles. A voice is identified by its id or, if unambiguous, by its name. */
export function applyCastFile(roles: readonly Role[], file: CastFile, voices: readonly VoiceReading[]): Role[] {
  const byName = new Map(roles.map((role) => [role.name, role]));
  const index = indexVoices(voices);
  for (const [name, part] of Object.entries(file)) {
    const { voice, turn_prefix, ...parameters } = typeof part === 'string' ? { voice: part } : part;
    const role = byName.get(name) ?? { name, voice: null, parameters: {}, turnPrefix: null };
    byName.set(name, {
      name,
      voice: voice === undefined ? role.voice : findVoice(voice, name, index).id,
      parameters: typeof part === 'string' ? role.parameters : parameters,
      turnPrefix: turn_prefix ?? role.turnPrefix,
    });
  }
  return [...byName.values()];
}

interface VoiceIndex {
  readonly byId: ReadonlyMap<string, VoiceReading>;
  readonly byName: ReadonlyMap<string, readonly VoiceReading[]>;
}

const indexVoices = (voices: readonly VoiceReading[]): VoiceIndex => ({
  byId: new Map(voices.map((voice) => [voice.id, voice])),
  byName: Map.groupBy(voices, ({ name }) => name?.toLowerCase() ?? ''),
});

function findVoice(nameOrId: string, role: string, { byId, byName }: VoiceIndex): VoiceReading {
  const named = byName.get(nameOrId.toLowerCase()) ?? [];
  const found = byId.get(nameOrId) ?? (named.length === 1 ? named[0] : undefined);
  if (!found) {
    throw new CliError(
      named.length > 1
        ? t('cast.manyVoices', { voices: named.length, voice: nameOrId })
        : t('cast.unknownVoice', { role, voice: nameOrId }),
    );
  }
  if (!fitsBatches(found)) {
    throw new CliError(t('cast.engine', { role, voice: nameOrId, engine: String(found.voice_engine) }));
  }
  return found;
}
