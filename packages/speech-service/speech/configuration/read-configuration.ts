import { isIP } from 'node:net';
import { z } from 'zod';
import { at } from '../../../../shared/rules/at.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { fieldName, issueMessages, joinMessages } from '../../common/invalid-parameters.ts';
import { readSmallFile } from '../../common/read-small-file.ts';
import { EMBEDDED_VOICES } from '../../voices/catalogue.ts';
import { isCloneIdentifier } from '../../voices/voice-directory.ts';
import { EMBEDDED_LANE } from '../speech-engine.ts';
import {
  type Configuration,
  type ConfiguredEngine,
  configurationSchema,
  ENGINE_KINDS,
} from './configuration-schema.ts';
import { languageOf, slugOf, voiceIdentifier } from './configured-engines.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** An invalid configuration. The message names the file and the fields, and says what to do. */
export class SpeechConfigurationError extends Error {
  override readonly name = 'SpeechConfigurationError';
  /** The invalid fields; null if the file can't be read at all. */
  readonly complaints: string | null;

  constructor(message: string, issues: string | null = null) {
    super(message);
    this.complaints = issues;
  }
}

export function isLoopbackUrl({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function keyIssues(engine: ConfiguredEngine): string[] {
  if (engine.kind !== 'openai') return [];
  const given = (['key', 'keyFile', 'keyEnv'] as const).filter((field) => engine[field] !== undefined);
  const found = given.slice(1).map((field) => `${field} can't be combined with ${given[0]}: use only one of them`);
  const url = new URL(engine.url);
  // Never send a key unencrypted over a network.
  if (given.length > 0 && url.protocol === 'http:' && !isLoopbackUrl(url)) {
    found.push('url must start with https://, because a key is sent to it');
  }
  return found;
}

function engineIssues(engine: ConfiguredEngine): string[] {
  const found = keyIssues(engine);
  if (engine.kind === 'piper' && engine.model === undefined) {
    for (const [index, voice] of engine.voices.entries()) {
      if (voice.model === undefined)
        found.push(`voices[${index}].model is missing: set it for the voice or for the engine`);
    }
  }
  for (const [index, voice] of engine.voices.entries()) {
    const field = `voices[${index}]`;
    if (slugOf(voice) === '') found.push(`${field}.id is missing: it can't be derived from the name`);
    if (voice.language === undefined && voice.languageCode === undefined) {
      found.push(`${field}.language is missing: set it, or set languageCode`);
    } else if (languageOf(voice) === undefined && voice.sampleText === undefined) {
      found.push(`${field}.sampleText is missing: there is no default for its language`);
    }
  }
  return found;
}

function reservedNames(): Set<string> {
  const names = [...EMBEDDED_VOICES.keys()].map((id) => at(id.split('/'), 3));
  return new Set([...names, EMBEDDED_LANE]);
}

function shapeIssues(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.path.length === 0 && issue.code === 'invalid_type') return ['the configuration must be an object'];
    const field = fieldName(issue.path);
    if (issue.code === 'custom') return [`${field} ${issue.message}`];
    if (issue.code !== 'invalid_union') return issueMessages(new z.ZodError([issue]));
    return [`${field} ${issue.path.at(-1) === 'kind' ? `must be one of ${ENGINE_KINDS.join(', ')}` : issue.message}`];
  });
}

function configurationIssues({ engines }: Configuration): string[] {
  const found: string[] = [];
  const reserved = reservedNames();
  const names = new Map<string, number>();
  for (const [index, engine] of engines.entries()) {
    const field = `engines[${index}]`;
    const earlier = names.get(engine.name);
    if (earlier !== undefined) found.push(`${field}.name is the same as engines[${earlier}].name`);
    else names.set(engine.name, index);
    const isTaken = reserved.has(engine.name) || isCloneIdentifier(voiceIdentifier(engine.name, 'x'));
    if (isTaken) found.push(`${field}.name is reserved: choose another name`);
    append(
      found,
      engineIssues(engine).map((complaint) => `${field}.${complaint}`),
    );
    const slugs = new Map<string, number>();
    for (const [number, voice] of engine.voices.entries()) {
      const slug = slugOf(voice);
      const first = slugs.get(slug);
      if (first === undefined) slugs.set(slug, number);
      else if (slug !== '') {
        const same = `${field}.voices[${number}].id would be the same as that of ${field}.voices[${first}]`;
        found.push(`${same} ("${slug}"): choose another id`);
      }
    }
  }
  return found;
}

/** Describes the position of a JSON syntax error. Never quotes the file, which may contain a key. */
function syntaxErrorPosition(error: unknown): string {
  const match = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
  return match === null ? '' : ` (line ${match[1]}, column ${match[2]})`;
}

export interface ConfigurationFile {
  readonly written: z.infer<typeof writtenSchema>;
  readonly configuration: Configuration;
}

const writtenSchema = z.looseObject({ engines: z.array(z.looseObject({ name: z.string() })) });
export type WrittenEngine = ConfigurationFile['written']['engines'][number];

export function validateConfiguration(value: unknown, path: string): Configuration {
  const parsed = configurationSchema.safeParse(value, { reportInput: true });
  const found = parsed.success ? configurationIssues(parsed.data) : shapeIssues(parsed.error);
  if (parsed.success && found.length === 0) return parsed.data;
  const complaints = joinMessages(found);
  const advice = 'Correct it, or move the file away to start without it.';
  throw new SpeechConfigurationError(
    `The speech configuration ${path} is invalid: ${complaints} ${advice}`,
    complaints,
  );
}

/** Reads the configuration; undefined if an optional file is missing. @throws SpeechConfigurationError */
export function readConfigurationFile(path: string, isRequired: boolean): ConfigurationFile | undefined {
  const refuse = (why: string): never => {
    throw new SpeechConfigurationError(`The speech configuration ${path} ${why}`);
  };
  let text = '';
  try {
    text = readSmallFile(path, MAX_BYTES);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' && !isRequired) return undefined;
    if (code === 'too-large') return refuse('is too large: choose another file with --speech-config.');
    return refuse(`can't be read (${code}): create it, or choose another file with --speech-config.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return refuse(`is not valid JSON${syntaxErrorPosition(error)}: correct it, or move it away to start without it.`);
  }
  const configuration = validateConfiguration(value, path);
  return { written: writtenSchema.parse(value), configuration };
}

export const readConfiguration = (path: string, isRequired: boolean): Configuration | undefined =>
  readConfigurationFile(path, isRequired)?.configuration;
