// All requests to the bridge. Types are inferred from this contract, and both processes validate messages against it.
import { z } from 'zod';
import { playbackEntrySchema } from '../model/listening.ts';
import { bookRequests } from './book-requests.ts';
import { castRequests } from './cast-requests.ts';
import { cloneRequests, consentRequests } from './clone-requests.ts';
import { conformRequests, conformShellRequests } from './conform-requests.ts';
import { cueRequests, cueShellRequests } from './cue-requests.ts';
import { driftRequests } from './drift-requests.ts';
import { engineRequests } from './engine-requests.ts';
import type { Envelope } from './envelope.ts';
import { exportRequests } from './export-requests.ts';
import { libraryRequests, libraryShellRequests } from './library-requests.ts';
import { modelRequests } from './model-requests.ts';
import { packRequests, packShellRequests } from './pack-requests.ts';
import { pickupRequests } from './pickup-requests.ts';
import { productionRequests } from './production-requests.ts';
import { projectRequests } from './project-requests.ts';
import { pronunciationRequests } from './pronunciation-requests.ts';
import { proofRequests } from './proof-requests.ts';
import { queueRequests } from './queue-requests.ts';
import { type RequestDefinition, request } from './request.ts';
import { reviewRequests } from './review-requests.ts';
import { revisionRequests } from './revision-requests.ts';
import { scriptRequests } from './script-requests.ts';
import { preferenceRequests, settingsRequests, shellRequests, upkeepRequests } from './settings-requests.ts';
import { signingRequests, signingShellRequests } from './signing-requests.ts';
import { snapshotRequests } from './snapshot-requests.ts';
import { speakerRequests } from './speaker-requests.ts';
import { undoRequests } from './undo-requests.ts';
import { verifyRequests, verifyShellRequests } from './verify-requests.ts';

const playbackRequests = {
  /** A chapter in script order with its pause marks. A null chapter is the text before the first heading. */
  'playback.chapter': request(z.object({ chapterId: z.int().nullable() }), z.array(playbackEntrySchema)),
  /** Lines in the order of the given ids, without pause marks. Unknown ids are skipped. */
  'playback.lines': request(z.object({ lineIds: z.array(z.int()).max(200) }), z.array(playbackEntrySchema)),
  /**
   * Renders a line that has no take with the local service, regardless of the current connection. Returns null if the
   * line can't be spoken.
   */
  'playback.speak': request(z.object({ lineId: z.int() }), z.object({ auditionId: z.string().nullable() })),
};

/** Requests handled by the studio, the process that has the project open. */
export const STUDIO_REQUESTS = {
  ...libraryRequests,
  ...projectRequests,
  ...bookRequests,
  ...cueRequests,
  ...conformRequests,
  ...scriptRequests,
  ...revisionRequests,
  ...snapshotRequests,
  ...speakerRequests,
  ...modelRequests,
  ...engineRequests,
  ...packRequests,
  ...castRequests,
  ...productionRequests,
  ...queueRequests,
  ...reviewRequests,
  ...pickupRequests,
  ...driftRequests,
  ...playbackRequests,
  ...proofRequests,
  ...pronunciationRequests,
  ...cloneRequests,
  ...consentRequests,
  ...exportRequests,
  ...settingsRequests,
  ...signingRequests,
  ...verifyRequests,
  ...undoRequests,
  ...upkeepRequests,
};
export const SHELL_REQUESTS = {
  ...shellRequests,
  ...preferenceRequests,
  ...libraryShellRequests,
  ...packShellRequests,
  ...cueShellRequests,
  ...conformShellRequests,
  ...signingShellRequests,
  ...verifyShellRequests,
};

export const CONTRACT = { ...STUDIO_REQUESTS, ...SHELL_REQUESTS };

export type Channel = keyof typeof CONTRACT;
export type StudioChannel = keyof typeof STUDIO_REQUESTS;
export type ShellChannel = keyof typeof SHELL_REQUESTS;

export type RequestOf<C extends Channel> = z.input<(typeof CONTRACT)[C]['input']>;
/** The input after parsing, with defaults applied. */
export type ParsedRequestOf<C extends Channel> = z.output<(typeof CONTRACT)[C]['input']>;
export type ReplyOf<C extends Channel> = z.output<(typeof CONTRACT)[C]['output']>;

export const REQUEST_CHANNEL = 'lectern:request';
export const EVENT_CHANNEL = 'lectern:event';

const MAX_PLACES = 20;

/** Validates a request. Errors contain only field paths, never values, because a value may be a key. */
export function parseRequest<I extends z.ZodType>(
  { input }: RequestDefinition<I>,
  asked: unknown,
): Envelope<z.output<I>> {
  const parsed = input.safeParse(asked);
  if (parsed.success) return { ok: true, value: parsed.data };
  const places = parsed.error.issues.map(({ path }) => path.map(String).join('.') || 'input');
  return malformed([...new Set(places)].slice(0, MAX_PLACES));
}

export const malformed = (fields: readonly string[]): Envelope<never> => ({
  ok: false,
  error: { kind: 'malformed-request', fields: [...fields] },
});
