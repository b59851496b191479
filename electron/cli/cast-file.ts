import { statSync } from 'node:fs';
import { z } from 'zod';
import { UnsafeEntryError } from '../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../node/files/regular-file.ts';
import type { Role } from '../../shared/model/cast.ts';
import { fitsBatches } from '../../shared/rules/default-cast.ts';
import { speechParametersSchema } from '../../shared/service/input-parameters.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import { CliError } from './cli-error.ts';

const partSchema = z.union([
  z.string().min(1),
  speechParametersSchema.extend({
    voice: z.string().min(1).optional(),
    turn_prefix: z.string().min(1).optional(),
  }),
]);

/** A cast file: roles with a voice's identifier or name, or with a voice and parameters. */
const castFileSchema = z.record(z.string().regex(/\S/, 'a role has no name'), partSchema);
export type CastFile = z.infer<typeof castFileSchema>;

/** A thousand roles with every parameter are below a megabyte. */
const MAX_BYTES = 4 * 1024 * 1024;

const EXAMPLE = '{"ALGERNON": "a voice", "LANE": {"voice": "a voice", "speed": 1.1}}';

/**
 * Reads a cast file.
 *
 * @throws CliError 2, naming the role and the field that is wrong
 */
export function readCastFile(path: string): CastFile {
  const document = readDocument(path);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new CliError(`The cast file ${path} is no list of roles: write one like ${EXAMPLE}.`);
  }
  const parsed = castFileSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new CliError(
    `The cast file ${path} can’t be used: ${complaint(parsed.error, document)}; write it like ${EXAMPLE}.`,
  );
}

function readDocument(path: string): unknown {
  let text: string;
  try {
    text = readRegularFileSync(path, MAX_BYTES, 'follow').toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`There is no cast file ${path}: check the name.`);
    if (error instanceof UnsafeEntryError) {
      const isFolder = statSync(path).isDirectory();
      const what = isFolder ? 'a folder' : error.reason === 'too-large' ? 'too large to be one' : 'not a regular file';
      throw new CliError(`The cast file ${path} is ${what}: name the file itself.`);
    }
    throw new CliError(
      `The cast file ${path} can’t be read (${code ?? 'unknown error'}): check it and its permissions.`,
    );
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(`The cast file ${path} is not valid JSON (${why}): write it like ${EXAMPLE}.`);
  }
}

/** What is wrong first, with the role and the field: `ALGERNON.speed: too big: expected number to be <=5`. */
function complaint(error: z.ZodError, document: object): string {
  const issue = error.issues[0];
  const [role] = issue?.path ?? [];
  const part: unknown = role === undefined ? undefined : Reflect.get(document, role);
  if (issue?.code === 'invalid_key') return 'a role has no name';
  if (typeof part !== 'object' || part === null)
    return `${String(role)} is neither a voice nor a voice with parameters`;
  const inner = issue?.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : issue;
  const where = [...(issue?.path ?? []), ...(inner === issue ? [] : (inner?.path ?? []))].join('.');
  const message = inner?.message ?? 'it is not understood';
  return `${where}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/**
 * Casts roles as a cast file says. A voice is named by its identifier or, where only one has it, by its name.
 *
 * @throws CliError 2 for a voice that the service does not have, or that can't be used in batches
 */
export function applyCastFile(roles: readonly Role[], file: CastFile, voices: readonly VoiceReading[]): Role[] {
  const byName = new Map(roles.map((role) => [role.name, role]));
  for (const [name, part] of Object.entries(file)) {
    const { voice, turn_prefix, ...parameters } = typeof part === 'string' ? { voice: part } : part;
    const role = byName.get(name) ?? { name, voice: null, parameters: {}, turnPrefix: null };
    byName.set(name, {
      name,
      voice: voice === undefined ? role.voice : findVoice(voice, name, voices).id,
      parameters: typeof part === 'string' ? role.parameters : parameters,
      turnPrefix: turn_prefix ?? role.turnPrefix,
    });
  }
  return [...byName.values()];
}

function findVoice(wanted: string, role: string, voices: readonly VoiceReading[]): VoiceReading {
  const named = voices.filter((voice) => voice.name?.toLowerCase() === wanted.toLowerCase());
  const found = voices.find((voice) => voice.id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (!found) {
    const many = named.length > 1 ? `${named.length} voices are called "${wanted}": give the identifier.` : '';
    throw new CliError(
      many ||
        `${role} is cast with the voice "${wanted}", which the service does not have: choose one that "lectern voices" lists.`,
    );
  }
  if (!fitsBatches(found)) {
    throw new CliError(
      `${role} is cast with "${wanted}", a voice of the engine ${found.voice_engine}, which batches do not take.`,
    );
  }
  return found;
}
