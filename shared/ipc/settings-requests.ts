// Requests for connections, appearance, preferences, diagnostics, and operating system features.

import { httpUrlSchema, planSchema, scopeSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { budgetSettingsSchema, inDoubtPolicySchema } from '../model/connection.ts';
import { serviceProblemSchema } from '../model/service-problem.ts';
import { ALL_LANGUAGES } from '../words/languages.ts';
import { commandIdSchema } from './commands.ts';
import { connectionErrorSchema } from './envelope.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';
import { viewPreferencesSchema } from './view-preferences.ts';

export const DATA_KINDS = [
  'service',
  'window',
  'settings',
  'limits',
  'logs',
  'cache',
  'keys',
  'answers',
  'other',
] as const;

const dataPartSchema = z.object({ kind: z.enum(DATA_KINDS), bytes: z.int().min(0), files: z.int().min(0) });
export type DataPart = z.infer<typeof dataPartSchema>;

export const upkeepRequests = {
  /**
   * Creates a support report without secrets: keys and local paths are omitted, user ids are masked, and it quotes at
   * most one line of the script. `about` has name/value pairs known to the window.
   */
  'report.make': request(
    z.object({
      about: z.array(z.object({ name: z.string().max(60), value: z.string().max(200) })).max(30),
      /** The line to quote, or null for no script text. */
      lineId: z.int().nullable(),
    }),
    z.object({
      text: z.string(),
      /** The exact script text included, or null. */
      words: z.string().nullable(),
    }),
  ),
  /** The home folder is shown as `~`. */
  'files.overview': request(
    z.object({}),
    z.object({ folder: z.string(), projectsFolder: z.string(), parts: z.array(dataPartSchema) }),
  ),
  /** Deletes files that can be recreated (compiled code and the older log) and returns the bytes freed. */
  'files.clean': request(z.object({}), z.object({ bytes: z.int().min(0) })),
};

/** Handled by the main process. */
export const preferenceRequests = {
  'preferences.get': request(z.object({}), viewPreferencesSchema),
  /** Changes the given preferences immediately and saves them if possible. */
  'preferences.change': request(viewPreferencesSchema.partial(), viewPreferencesSchema),
};

/** Stores the key in the operating system's keychain, in a file only the user can read, or not at all. */
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
  /** The URL the service calls when a line or batch is finished, or null. */
  webhookUrl: httpUrlSchema.nullable(),
  inDoubtPolicy: inDoubtPolicySchema,
  keyStorage: keyStorageSchema,
  hasKey: z.boolean(),
  /** Whether an earlier version stored a key without its server. It is only used after `connection.confirmKey`. */
  hasUnconfirmedKey: z.boolean(),
});
export type ConnectionEntry = z.infer<typeof connectionSchema>;

export const connectionStatusSchema = z.object({
  /** The current connection, or null if none is set up. */
  id: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['local', 'account']).nullable(),
  plan: planSchema.nullable(),
  state: z.enum(['none', 'connecting', 'ready', 'key-needed', 'failed']),
  failure: connectionErrorSchema.nullable(),
});
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

const languageSchema = z.enum(ALL_LANGUAGES);

export const languageChoiceSchema = z.enum(['system', ...ALL_LANGUAGES]);
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;

/** A full `https:` or `http:` URL of an account's service. */
export const accountAddressSchema = z.url({ protocol: /^https?$/ });

const accountSchema = z.object({
  name: z.string().trim().min(1).max(80),
  baseUrl: accountAddressSchema,
  userId: z.string().trim().min(1),
  budget: budgetSettingsSchema,
  pricePerThousand: z.number().min(0).nullable(),
  currency: z.string().trim().min(1).max(8),
  webhookUrl: httpUrlSchema.nullable(),
  inDoubtPolicy: inDoubtPolicySchema,
  keyStorage: keyStorageSchema,
});

const connectionFindingsSchema = z.object({
  voices: z.int().nullable(),
  failure: serviceProblemSchema.nullable(),
  /** Response time for the list of voices, or null without a response. */
  answerMs: z.int().min(0).nullable(),
  /** The limits in effect per scope. `lowered` means 429 responses revealed a lower limit than configured. */
  limits: z.array(
    z.object({
      scope: scopeSchema,
      requests: z.int().nullable(),
      characters: z.int().nullable(),
      lowered: z.boolean(),
    }),
  ),
});
export type ConnectionFindings = z.infer<typeof connectionFindingsSchema>;

const localServiceSchema = z.object({
  running: z.boolean(),
  /** Null if it isn't running. */
  address: z.string().nullable(),
  /** Its data folder, with the home folder as `~`. */
  folder: z.string(),
  /** The end of its log, newest last. */
  log: z.array(z.string()),
});

export const keySchema = z.string().min(1).max(4_096);

export const settingsRequests = {
  'connection.list': request(z.object({}), z.array(connectionSchema)),
  'connection.status': request(z.object({}), connectionStatusSchema),
  /** Connects to the local service, starting it if necessary. */
  'connection.useLocal': request(z.object({ plan: planSchema.nullable() }), connectionStatusSchema),
  /** Checks an account and adds it only if the service accepts it. */
  'connection.add': request(
    accountSchema.extend({
      webhookUrl: accountSchema.shape.webhookUrl.default(null),
      inDoubtPolicy: accountSchema.shape.inDoubtPolicy.default('ask'),
      key: keySchema,
    }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), status: connectionStatusSchema, voices: z.int() }),
      z.object({ ok: z.literal(false), failure: serviceProblemSchema }),
    ]),
  ),
  /** Cancels `connection.add` or `connection.test`, which then fail with `cancelled`. */
  'connection.cancelCheck': request(z.object({}), z.null()),
  'connection.update': request(accountSchema.partial().extend({ id: z.string() }), connectionSchema),
  /** `use` also makes it the current connection. */
  'connection.enterKey': request(
    z.object({ id: z.string(), key: keySchema, use: z.boolean().default(true) }),
    connectionStatusSchema,
  ),
  /** Confirms that a key stored by an earlier version is for the server at this origin, and uses the connection. */
  'connection.confirmKey': request(z.object({ id: z.string(), origin: z.string() }), connectionStatusSchema),
  'connection.use': request(z.object({ id: z.string() }), connectionStatusSchema),
  /**
   * Removes an account and its key from this machine immediately. Undo restores it, including its position and whether
   * it was in use, but after a while the key has to be entered again.
   */
  'connection.remove': request(
    z.object({ id: z.string() }),
    z.object({ ...stepShape, connections: z.array(connectionSchema) }),
  ),
  /** Checks whether the service still accepts the account. */
  'connection.test': request(z.object({ id: z.string() }), connectionFindingsSchema),
  'connection.local': request(z.object({}), localServiceSchema),
};

export const placeSchema = z.enum(['project', 'export', 'finished-export', 'logs', 'data', 'service', 'projects']);

/** Handled by the main process. */
export const shellRequests = {
  'app.info': request(
    z.object({}),
    z.object({
      version: z.string(),
      platform: z.string(),
      /** Whether the window runs in Electron or in the test host. */
      host: z.enum(['electron', 'chromium-host']),
      keychain: z.boolean(),
      onboarded: z.boolean(),
      theme: themeSchema,
      language: languageChoiceSchema,
      languages: z.array(languageSchema),
      lastConnectionId: z.string().nullable(),
    }),
  ),
  'app.setTheme': request(z.object({ theme: themeSchema }), z.null()),
  /** Changes the language of menus and dialogs, and returns the one for the window. */
  'app.setLanguage': request(z.object({ language: languageChoiceSchema }), z.object({ language: languageSchema })),
  'app.finishOnboarding': request(z.object({}), z.null()),
  /** Set if the window has edits that couldn't be saved. Closing it then asks first. */
  'app.setUnsaved': request(z.object({ unsaved: z.boolean() }), z.null()),
  /** Enables these commands in the menu and disables all others. `labels` replaces default labels. */
  'app.enableCommands': request(
    z.object({
      commands: z.array(commandIdSchema),
      labels: z.partialRecord(commandIdSchema, z.string().max(120)).default({}),
    }),
    z.null(),
  ),
  /** Asks for a folder and opens the project in it. */
  'dialog.openProject': request(z.object({}), z.object({ opened: z.boolean() })),
  /** Asks for script files and reads them. `later` lists all but the first. Null if cancelled. */
  'dialog.importScript': request(
    z.object({}),
    z.object({ importId: z.string(), later: z.array(z.string()) }).nullable(),
  ),
  /** Reads the clipboard; `importId` is null if it contains no text. */
  'shell.importClipboard': request(z.object({}), z.object({ importId: z.string().nullable() })),
  /** Asks for the folder for new projects. Null if cancelled. */
  'dialog.projectsFolder': request(z.object({}), z.object({ path: z.string() }).nullable()),
  /** Asks for an export folder. Null if cancelled. */
  'dialog.exportFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  /** Asks for the folder of a project to copy the cast from. Null if cancelled. */
  'dialog.castFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  /** Asks for a file name and saves the text. Null if cancelled. */
  'dialog.saveText': request(
    z.object({
      /** The suggested file name, without folders. */
      name: z.string().regex(/^[^/\\:\p{Cc}]{1,120}$/u),
      text: z.string().max(20_000_000),
    }),
    z.object({ path: z.string() }).nullable(),
  ),
  /** Grants microphone access for a recording, for at most ten minutes. The page never gets any other permission. */
  'app.allowMicrophone': request(z.object({ allowed: z.boolean() }), z.null()),
  'shell.reveal': request(z.object({ what: placeSchema }), z.null()),
};
