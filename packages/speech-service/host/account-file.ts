import { readFileSync } from 'node:fs';
import { type Plan, planSchema, SCOPES } from '@lectern/tts-protocol';
import { z } from 'zod';
import { PRIVATE_FILE_MODE, replaceFileSync } from '../../../node/files/durable-write.ts';
import { newId } from '../common/ids.ts';
import type { ServiceAccount } from '../ports/accounts.ts';

const limitSchema = z.strictObject({
  requests: z.int().min(0).exactOptional(),
  characters: z.int().min(0).exactOptional(),
});

const fileSchema = z.strictObject({
  key: z.string().min(16).regex(/^\S+$/),
  user: z.string().min(1),
  signing_secret: z.string().min(16),
  plan: planSchema.optional(),
  api_access: z.boolean().optional(),
  /** Limits that override those of the plan: `{"batch": {"requests": 5, "characters": 1000}, "read": null}`. */
  limits: z.partialRecord(z.enum(SCOPES), limitSchema.nullable()).optional(),
});

export class AccountFileError extends Error {
  override readonly name = 'AccountFileError';
}

function readAccountFile(path: string): z.infer<typeof fileSchema> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    throw new AccountFileError(
      `The account file ${path} is invalid: correct it, or move it away to create a new account.`,
    );
  }
}

export interface LocalAccount {
  readonly account: ServiceAccount;
  readonly signingSecret: string;
}

/**
 * Reads the account file.
 * @param plan overrides the file's plan, which defaults to enterprise
 * @throws AccountFileError
 */
export function loadLocalAccount(path: string, plan: Plan | undefined): LocalAccount {
  let file = readAccountFile(path);
  if (file === undefined) {
    file = { key: newId('sk-') + newId(''), user: newId('user-'), signing_secret: newId('') + newId('') };
    replaceFileSync(path, `${JSON.stringify(file, null, 2)}\n`, PRIVATE_FILE_MODE);
  }
  return {
    account: {
      key: file.key,
      userId: file.user,
      plan: plan ?? file.plan ?? 'enterprise',
      apiAccess: file.api_access ?? true,
      limits: file.limits,
    },
    signingSecret: file.signing_secret,
  };
}
