// Every request of the bridge, once. Types are inferred from it; the main process and the studio parse by it.
import { z } from 'zod';
import { listenedEntrySchema } from '../model/listening.ts';
import { bookRequests } from './book-requests.ts';
import { castRequests } from './cast-requests.ts';
import { cloneRequests } from './clone-requests.ts';
import { engineRequests } from './engine-requests.ts';
import { exportRequests } from './export-requests.ts';
import { libraryRequests, libraryShellRequests } from './library-requests.ts';
import { modelRequests } from './model-requests.ts';
import { packRequests, packShellRequests } from './pack-requests.ts';
import { productionRequests } from './production-requests.ts';
import { projectRequests } from './project-requests.ts';
import { pronunciationRequests } from './pronunciation-requests.ts';
import { request } from './request.ts';
import { reviewRequests } from './review-requests.ts';
import { revisionRequests } from './revision-requests.ts';
import { scriptRequests } from './script-requests.ts';
import { preferenceRequests, settingsRequests, shellRequests, upkeepRequests } from './settings-requests.ts';
import { speakerRequests } from './speaker-requests.ts';
import { undoRequests } from './undo-requests.ts';

// What is listened to, one line after the other.

const playbackRequests = {
  /** A chapter in script order, with its pause marks; null: what stands before the first heading. */
  'playback.chapter': request(z.object({ chapterId: z.int().nullable() }), z.array(listenedEntrySchema)),
  /** Lines in the order of their ids, without pause marks; those that are not in the script are left out. */
  'playback.lines': request(z.object({ lineIds: z.array(z.int()).max(200) }), z.array(listenedEntrySchema)),
  /**
   * Has a line without a take spoken by a voice of the local service, whatever service the project has: nothing is sent to
   * an account, and no take is made. The audio is where `audition.start` has it. Null: its words can't be spoken.
   */
  'playback.speak': request(z.object({ lineId: z.int() }), z.object({ auditionId: z.string().nullable() })),
};

/** Answered by the studio: the process that holds the project. */
export const STUDIO_REQUESTS = {
  ...libraryRequests,
  ...projectRequests,
  ...bookRequests,
  ...scriptRequests,
  ...revisionRequests,
  ...speakerRequests,
  ...modelRequests,
  ...engineRequests,
  ...packRequests,
  ...castRequests,
  ...productionRequests,
  ...reviewRequests,
  ...playbackRequests,
  ...pronunciationRequests,
  ...cloneRequests,
  ...exportRequests,
  ...settingsRequests,
  ...undoRequests,
  ...upkeepRequests,
};
/** Answered by the main process: dialogs, appearance, the file manager. */
export const SHELL_REQUESTS = {
  ...shellRequests,
  ...preferenceRequests,
  ...libraryShellRequests,
  ...packShellRequests,
};

export const CONTRACT = { ...STUDIO_REQUESTS, ...SHELL_REQUESTS };

export type Channel = keyof typeof CONTRACT;
export type StudioChannel = keyof typeof STUDIO_REQUESTS;
export type ShellChannel = keyof typeof SHELL_REQUESTS;

/** What is asked, as the caller writes it. */
export type RequestOf<C extends Channel> = z.input<(typeof CONTRACT)[C]['input']>;
/** What is asked, as the handler gets it. */
export type ParsedRequestOf<C extends Channel> = z.output<(typeof CONTRACT)[C]['input']>;
/** What is answered. */
export type ReplyOf<C extends Channel> = z.output<(typeof CONTRACT)[C]['output']>;

/** The one Electron channel for requests, and the one for events. */
export const REQUEST_CHANNEL = 'lectern:request';
export const EVENT_CHANNEL = 'lectern:event';
