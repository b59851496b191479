import { httpUrlSchema, planSchema, scopeSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { budgetSettingsSchema, inDoubtPolicySchema } from '../model/connection.ts';
import { serviceProblemSchema } from '../model/problems/service-problem.ts';
import { LANGUAGE_TAG } from '../words/languages.ts';
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
   * Creates a report that omits keys and local paths, masks user ids, and quotes no more than one line of the script.
   */
  'report.make': request(
    z.object({
      about: z.array(z.object({ name: z.string().max(60), value: z.string().max(200) })).max(30),
      lineId: z.int().nullable(),
    }),
    z.object({
      text: z.string(),
      words: z.string().nullable(),
    }),
  ),
  /** The home folder is shown as `~`. */
  'files.overview': request(
    z.object({}),
    z.object({ folder: z.string(), projectsFolder: z.string(), parts: z.array(dataPartSchema) }),
  ),
  /** Deletes files that can be recreated (compiled code and the older log). Returns the number of bytes freed. */
  'files.clean': request(z.object({}), z.object({ bytes: z.int().min(0) })),
};

export const preferenceRequests = {
  'preferences.get': request(z.object({}), viewPreferencesSchema),
  'preferences.change': request(viewPreferencesSchema.partial(), viewPreferencesSchema),
};

/**
 * Where the key is stored: in the operating system's keychain, in a file that only the user can read, or not at all.
 */
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
  webhookUrl: httpUrlSchema.nullable(),
  inDoubtPolicy: inDoubtPolicySchema,
  keyStorage: keyStorageSchema,
  hasKey: z.boolean(),
});
export type ConnectionEntry = z.infer<typeof connectionSchema>;

export const connectionStatusSchema = z.object({
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

const languageSchema = z.string().regex(LANGUAGE_TAG);

/** A language that is no longer available counts as `system`. */
export const languageChoiceSchema = z.union([z.literal('system'), languageSchema]);
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;

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
  /** Response time for the voice list; null without a response. */
  answerMs: z.int().min(0).nullable(),
  /**
   * The limits in effect, by scope. `lowered`: 429 responses showed that the limit is lower than the configured one.
   */
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
  address: z.string().nullable(),
  folder: z.string(),
  log: z.array(z.string()),
});

export const keySchema = z.string().min(1).max(4_096);

export const settingsRequests = {
  'connection.list': request(z.object({}), z.array(connectionSchema)),
  'connection.status': request(z.object({}), connectionStatusSchema),
  'connection.useLocal': request(z.object({ plan: planSchema.nullable() }), connectionStatusSchema),
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
  'connection.cancelCheck': request(z.object({}), z.null()),
  'connection.update': request(accountSchema.partial().extend({ id: z.string() }), connectionSchema),
  'connection.enterKey': request(
    z.object({ id: z.string(), key: keySchema, use: z.boolean().default(true) }),
    connectionStatusSchema,
  ),
  'connection.use': request(z.object({ id: z.string() }), connectionStatusSchema),
  /** Removes an account and its key. Undo restores the account, but after a while the key has to be entered again. */
  'connection.remove': request(
    z.object({ id: z.string() }),
    z.object({ ...stepShape, connections: z.array(connectionSchema) }),
  ),
  'connection.test': request(z.object({ id: z.string() }), connectionFindingsSchema),
  'connection.local': request(z.object({}), localServiceSchema),
};

export const shownFolderSchema = z.enum([
  'project',
  'export',
  'finished-export',
  'logs',
  'data',
  'service',
  'projects',
]);

const savedName = z.string().regex(/^[^/\\:\p{Cc}]{1,120}$/u);
/** In UTF-16 code units. */
export const MAX_SAVED_TEXT = 20_000_000;
export const MAX_SAVED_ROWS = 80_000;

export const shellRequests = {
  'app.info': request(
    z.object({}),
    z.object({
      version: z.string(),
      platform: z.string(),
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
  'app.setLanguage': request(z.object({ language: languageChoiceSchema }), z.object({ language: languageSchema })),
  'app.finishOnboarding': request(z.object({}), z.null()),
  /** True if the UI has edits that couldn't be saved. In that case, the user is asked before the window closes. */
  'app.setUnsaved': request(z.object({ unsaved: z.boolean() }), z.null()),
  /** Enables these menu commands and disables all others. `labels` replaces default labels. */
  'app.enableCommands': request(
    z.object({
      commands: z.array(commandIdSchema),
      labels: z.partialRecord(commandIdSchema, z.string().max(120)).default({}),
    }),
    z.null(),
  ),
  'dialog.openProject': request(z.object({}), z.object({ opened: z.boolean() })),
  /** `later` contains all scripts except the first. Null if cancelled. */
  'dialog.importScript': request(
    z.object({}),
    z.object({ importId: z.string(), later: z.array(z.string()) }).nullable(),
  ),
  'shell.importClipboard': request(z.object({}), z.object({ importId: z.string().nullable() })),
  'dialog.projectsFolder': request(z.object({}), z.object({ path: z.string() }).nullable()),
  'dialog.exportFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  'dialog.castFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  'dialog.saveText': request(
    z.object({ name: savedName, text: z.string().max(MAX_SAVED_TEXT) }),
    z.object({ path: z.string() }).nullable(),
  ),
  /** Saves a table as an Excel workbook if the name ends in `.xlsx`, and as CSV otherwise. */
  'dialog.saveTable': request(
    z.object({ name: savedName, rows: z.array(z.array(z.string()).max(20)).max(MAX_SAVED_ROWS) }),
    z.object({ path: z.string() }).nullable(),
  ),
  /** Grants microphone access for a recording, for at most ten minutes. The page never gets any other permission. */
  'app.allowMicrophone': request(z.object({ allowed: z.boolean() }), z.null()),
  'shell.reveal': request(z.object({ what: shownFolderSchema }), z.null()),
};
