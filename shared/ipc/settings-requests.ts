// What the settings show and change: connections, appearance, preferences, and what Lectern tells about itself; and what
// the window asks of its shell.

import { httpUrlSchema, planSchema, scopeSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { budgetSettingsSchema, inDoubtPolicySchema } from '../model/connection.ts';
import { ALL_LANGUAGES } from '../words/languages.ts';
import { commandIdSchema } from './commands.ts';
import { serviceFailureSchema } from './envelope.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';
import { viewPreferencesSchema } from './view-preferences.ts';

// What Lectern tells about itself: a report to send when asking for help, and what its data folder contains.

/** What lies in the data folder, by what it is for. */
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
   * A report without secrets: no key, user ids masked, no paths of this machine, no words of a script but those of the one
   * line that is named. `about`: what the window knows, name and value.
   */
  'report.make': request(
    z.object({
      about: z.array(z.object({ name: z.string().max(60), value: z.string().max(200) })).max(30),
      /** A line of the open project whose words are put in; null: no words at all. */
      lineId: z.int().nullable(),
    }),
    z.object({
      text: z.string(),
      /** The words of the script that are in it, exactly; null: none. */
      words: z.string().nullable(),
    }),
  ),
  /** Folders are written with the home folder as `~`. */
  'files.overview': request(
    z.object({}),
    z.object({ folder: z.string(), projectsFolder: z.string(), parts: z.array(dataPartSchema) }),
  ),
  /** Takes away what is made again by itself: compiled code and the older log. Answers what that freed. */
  'files.clean': request(z.object({}), z.object({ bytes: z.int().min(0) })),
};

/** Answered by the main process itself. */
export const preferenceRequests = {
  'preferences.get': request(z.object({}), viewPreferencesSchema),
  /** Changes what is named, at once; it is kept where it can be. */
  'preferences.change': request(viewPreferencesSchema.partial(), viewPreferencesSchema),
};

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
  /** What the service calls when a line or a batch has come to its end; null: nothing. */
  webhookUrl: httpUrlSchema.nullable(),
  inDoubtPolicy: inDoubtPolicySchema,
  keyStorage: keyStorageSchema,
  /** Whether its key is at hand. */
  hasKey: z.boolean(),
  /** Whether an earlier version kept a key without its server: it is used only after `connection.confirmKey`. */
  hasUnconfirmedKey: z.boolean(),
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

const languageSchema = z.enum(ALL_LANGUAGES);

/** What a producer chooses: a language, or whichever the system has. */
export const languageChoiceSchema = z.enum(['system', ...ALL_LANGUAGES]);
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;

/** The address of an account's service: whole, `https:` or `http:`. */
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

/** What a check of a connection found. */
const connectionFindingsSchema = z.object({
  voices: z.int().nullable(),
  failure: serviceFailureSchema.nullable(),
  /** Milliseconds from the question to the list of voices; null where there is none. */
  answerMs: z.int().min(0).nullable(),
  /** What this machine goes by, for each scope: `lowered` where refusals (429) have taught it less than was set. */
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

/** The service that Lectern brings, as it is found. */
const localServiceSchema = z.object({
  running: z.boolean(),
  /** Null where none runs. */
  address: z.string().nullable(),
  /** Its data folder, the home folder as `~`. */
  folder: z.string(),
  /** The last rows of its log, newest last. */
  log: z.array(z.string()),
});

export const keySchema = z.string().min(1).max(4_096);

export const settingsRequests = {
  'connection.list': request(z.object({}), z.array(connectionSchema)),
  'connection.status': request(z.object({}), connectionStatusSchema),
  /** Uses the local service, started where none runs. */
  'connection.useLocal': request(z.object({ plan: planSchema.nullable() }), connectionStatusSchema),
  /** Checks an account at once; kept only where the service accepts it. */
  'connection.add': request(
    accountSchema.extend({
      webhookUrl: accountSchema.shape.webhookUrl.default(null),
      inDoubtPolicy: accountSchema.shape.inDoubtPolicy.default('ask'),
      key: keySchema,
    }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), status: connectionStatusSchema, voices: z.int() }),
      z.object({ ok: z.literal(false), failure: serviceFailureSchema }),
    ]),
  ),
  /** Calls off `connection.add` or `connection.test`, which then answer `cancelled`. */
  'connection.cancelCheck': request(z.object({}), z.null()),
  'connection.update': request(accountSchema.partial().extend({ id: z.string() }), connectionSchema),
  /** `use`: whether the connection is also used from now on. */
  'connection.enterKey': request(
    z.object({ id: z.string(), key: keySchema, use: z.boolean().default(true) }),
    connectionStatusSchema,
  ),
  /** Says that the key of an earlier version is for the server at this origin, and uses the connection. */
  'connection.confirmKey': request(z.object({ id: z.string(), origin: z.string() }), connectionStatusSchema),
  'connection.use': request(z.object({ id: z.string() }), connectionStatusSchema),
  /**
   * Forgets an account, and its key on this machine at once. Its step brings it back where it was, and in use if it was;
   * after a while its key has to be entered again.
   */
  'connection.remove': request(
    z.object({ id: z.string() }),
    z.object({ ...stepShape, connections: z.array(connectionSchema) }),
  ),
  /** Asks the service again whether it accepts the account. */
  'connection.test': request(z.object({ id: z.string() }), connectionFindingsSchema),
  'connection.local': request(z.object({}), localServiceSchema),
};

/** What can be shown in the file manager: a project's places, and Lectern's own. */
export const placeSchema = z.enum(['project', 'export', 'finished-export', 'logs', 'data', 'service', 'projects']);

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
      language: languageChoiceSchema,
      /** Which there are to choose from. */
      languages: z.array(languageSchema),
      lastConnectionId: z.string().nullable(),
    }),
  ),
  'app.setTheme': request(z.object({ theme: themeSchema }), z.null()),
  /** Has everything outside the window said in another language, and answers which one the window is to speak. */
  'app.setLanguage': request(z.object({ language: languageChoiceSchema }), z.object({ language: languageSchema })),
  'app.finishOnboarding': request(z.object({}), z.null()),
  /** Whether the window holds edits that could not be saved: closing it asks first. */
  'app.setUnsaved': request(z.object({ unsaved: z.boolean() }), z.null()),
  /** Which commands can be given now: the menu shows the others grey. `labels`: those that are called otherwise now. */
  'app.enableCommands': request(
    z.object({
      commands: z.array(commandIdSchema),
      labels: z.partialRecord(commandIdSchema, z.string().max(120)).default({}),
    }),
    z.null(),
  ),
  /** Asks for a folder with the system's own dialog, then opens the project in it. Null: called off. */
  'dialog.openProject': request(z.object({}), z.object({ opened: z.boolean() })),
  /** Asks for script files, then reads them; `later`: those after the first. Null: called off. */
  'dialog.importScript': request(
    z.object({}),
    z.object({ importId: z.string(), later: z.array(z.string()) }).nullable(),
  ),
  /** Reads what is on the clipboard; `importId` is null where there are no words on it. */
  'shell.importClipboard': request(z.object({}), z.object({ importId: z.string().nullable() })),
  /** Asks for the folder in which new projects are made from now on. Null: called off. */
  'dialog.projectsFolder': request(z.object({}), z.object({ path: z.string() }).nullable()),
  /** Asks for the folder of an export. Null: called off. */
  'dialog.exportFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  /** Asks for the folder of a project whose cast is to be taken over. Null: called off. */
  'dialog.castFolder': request(z.object({}), z.object({ folderId: z.string(), path: z.string() }).nullable()),
  /** Asks where a text is to be put, and puts it there. Null: called off. */
  'dialog.saveText': request(
    z.object({
      /** What the file is called unless the producer names it otherwise: no folders in it. */
      name: z.string().regex(/^[^/\\:\p{Cc}]{1,120}$/u),
      text: z.string().max(20_000_000),
    }),
    z.object({ path: z.string() }).nullable(),
  ),
  /**
   * A recording begins, or has ended: in between, and at most for ten minutes, the page is granted the microphone, and
   * nothing else ever.
   */
  'app.allowMicrophone': request(z.object({ allowed: z.boolean() }), z.null()),
  /** Shows the project, or its last export, in the file manager. */
  'shell.reveal': request(z.object({ what: placeSchema }), z.null()),
};
