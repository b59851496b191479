// Configuration file for the account at another service (docs/service.md, "A studio's account at another service").
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { slugSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { budgetSettingsSchema } from '../../shared/model/connection.ts';
import { isPrivateAddress } from '../core/api/links.ts';

const MAX_BYTES = 64 * 1024;

const configurationSchema = z
  .strictObject({
    /** Part of the voices' identifiers. */
    name: slugSchema,
    address: z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' }),
    userId: z.string().min(1, 'is empty'),
    keyFile: z.string().min(1, 'is empty').exactOptional(),
    keyEnv: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
      .exactOptional(),
    plan: budgetSettingsSchema.shape.plan,
    limits: budgetSettingsSchema.shape.limits,
    sharePercent: budgetSettingsSchema.shape.sharePercent,
    /** Whether the account's terms allow the same audio to be used for several identical requests. */
    reuse: z.boolean().default(false),
  })
  .refine(({ keyFile, keyEnv }) => (keyFile === undefined) !== (keyEnv === undefined), {
    message: 'must name either keyFile or keyEnv',
  })
  .refine(({ address }) => !URL.canParse(address) || isPrivateAddress(new URL(address)), {
    message: 'must have an address that starts with https://, because the key is sent to it',
  });

export interface UpstreamConfiguration {
  readonly name: string;
  readonly baseUrl: URL;
  readonly credentials: { readonly key: string; readonly userId: string };
  readonly settings: z.infer<typeof budgetSettingsSchema>;
  readonly reuse: boolean;
}

/** The message names the file and says what to change. It never quotes the file's contents or a key. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @throws ConfigurationError */
export function readUpstreamConfiguration(path: string, environment: NodeJS.ProcessEnv): UpstreamConfiguration {
  const refuse = (why: string): never => {
    throw new ConfigurationError(`The file ${path} ${why}`);
  };
  const text = readText(path, (code) => refuse(`can’t be read (${code}): choose another file with --upstream.`));
  const parsed = configurationSchema.safeParse(parseJson(text, () => refuse('isn’t valid JSON.')));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.');
    return refuse(`is invalid: ${field} ${issue?.message ?? ''}.`);
  }
  const { name, address, userId, keyFile, keyEnv, plan, limits, sharePercent, reuse } = parsed.data;
  const readKey = (): string => {
    if (keyEnv !== undefined)
      return environment[keyEnv] ?? refuse(`names the environment variable ${keyEnv}, which isn’t set.`);
    const file = resolve(dirname(path), keyFile ?? '');
    return readText(file, (code) => refuse(`names the key file ${file}, which can’t be read (${code}).`));
  };
  const key = readKey().trim();
  if (key === '') return refuse('refers to an empty key.');
  return {
    name,
    baseUrl: new URL(address),
    credentials: { key, userId },
    settings: { plan, limits, sharePercent },
    reuse,
  };
}

function readText(path: string, refuse: (code: string) => never): string {
  try {
    if (statSync(path).size > MAX_BYTES) return refuse('it is too long');
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return refuse(error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
  }
}

function parseJson(text: string, refuse: () => never): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refuse();
  }
}
