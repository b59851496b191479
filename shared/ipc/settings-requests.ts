// Connections, appearance, and what the window asks of its shell.
import { z } from 'zod';
import { budgetSettingsSchema } from '../model/connection.ts';
import { planSchema } from '../service/plans.ts';
import { commandIdSchema } from './commands.ts';
import { request } from './request.ts';
import { serviceFailureSchema } from './service-failure.ts';

/** How a key is kept: in the operating system's keychain, in a file that only the producer may read, or not at all. */
export const keyStorageSchema = z.enum(['keychain', 'file', 'ask']);
export type KeyStorage = z.infer<typeof keyStorageSchema>;

export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'account']),
  /** Null for the local service. */
  baseUrl: z.string().nullable(),
  userId: z.string(),
  budget: budgetSettingsSchema,
  pricePerThousand: z.number().min(0).nullable(),
  currency: z.string(),
  keyStorage: keyStorageSchema,
  /** Whether its key is at hand. */
  hasKey: z.boolean(),
});
export type ConnectionEntry = z.infer<typeof connectionSchema>;

export const connectionStatusSchema = z.object({
  /** The connection that is in use; null: none is set up. */
  id: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['local', 'account']).nullable(),
  plan: planSchema.nullable(),
  state: z.enum(['none', 'connecting', 'ready', 'key-needed', 'failed']),
  failure: serviceFailureSchema.nullable(),
});
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

/** The address of an account's service: whole, `https:` or `http:`. */
export const accountAddressSchema = z.url({ protocol: /^https?$/ });

const accountSchema = z.object({
  name: z.string().trim().min(1).max(80),
  baseUrl: accountAddressSchema,
  userId: z.string().trim().min(1),
  budget: budgetSettingsSchema,
  pricePerThousand: z.number().min(0).nullable(),
  currency: z.string().trim().min(1).max(8),
  keyStorage: keyStorageSchema,
});

const keySchema = z.string().min(1).max(4_096);

export const settingsRequests = {
  'connection.list': request(z.object({}), z.array(connectionSchema)),
  'connection.status': request(z.object({}), connectionStatusSchema),
  /** Uses the local service, started where none runs. */
  'connection.useLocal': request(z.object({ plan: planSchema.nullable() }), connectionStatusSchema),
  /** Checks an account at once; kept only where the service accepts it. */
  'connection.add': request(
    accountSchema.extend({ key: keySchema }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), status: connectionStatusSchema, voices: z.int() }),
      z.object({ ok: z.literal(false), failure: serviceFailureSchema }),
    ]),
  ),
  /** Calls off `connection.add` or `connection.test`, which then answer `cancelled`. */
  'connection.cancelCheck': request(z.object({}), z.null()),
  'connection.update': request(accountSchema.partial().extend({ id: z.string() }), connectionSchema),
  'connection.enterKey': request(z.object({ id: z.string(), key: keySchema }), connectionStatusSchema),
  'connection.use': request(z.object({ id: z.string() }), connectionStatusSchema),
  'connection.remove': request(z.object({ id: z.string() }), z.array(connectionSchema)),
  /** Asks the service again whether it accepts the account. */
  'connection.test': request(
    z.object({ id: z.string() }),
    z.object({ voices: z.int().nullable(), failure: serviceFailureSchema.nullable() }),
  ),
};

/** Answered by the main process itself. */
export const shellRequests = {
  'app.info': request(
    z.object({}),
    z.object({
      version: z.string(),
      platform: z.string(),
      /** Whether the window runs in Electron or in its stand-in. */
      host: z.enum(['electron', 'chromium-host']),
      keychain: z.boolean(),
      onboarded: z.boolean(),
      theme: themeSchema,
      lastConnectionId: z.string().nullable(),
    }),
  ),
  'app.setTheme': request(z.object({ theme: themeSchema }), z.null()),
  'app.finishOnboarding': request(z.object({}), z.null()),
  /** Whether the window holds edits that could not be saved: closing it asks first. */
  'app.setUnsaved': request(z.object({ unsaved: z.boolean() }), z.null()),
  /** Which commands can be given now: the menu shows the others grey. */
  'app.enableCommands': request(z.object({ commands: z.array(commandIdSchema) }), z.null()),
  /** Asks for a folder with the system's own dialog, then opens the project in it. Null: called off. */
  'dialog.openProject': request(z.object({}), z.object({ opened: z.boolean() })),
  /** Asks for a script file, then reads it. Null: called off. */
  'dialog.importScript': request(z.object({}), z.object({ importId: z.string() }).nullable()),
  /** Asks for the folder of an export. Null: called off. */
  'dialog.exportFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  /** Shows the project, or its last export, in the file manager. */
  'shell.reveal': request(z.object({ what: z.enum(['project', 'export', 'logs']) }), z.null()),
};
