// Every request of the bridge, once. Types are inferred from it; the main process and the studio parse by it.
import type { z } from 'zod';
import { castRequests } from './cast-requests.ts';
import { cloneRequests } from './clone-requests.ts';
import { exportRequests } from './export-requests.ts';
import { libraryRequests, libraryShellRequests } from './library-requests.ts';
import { playbackRequests } from './playback-requests.ts';
import { preferenceRequests } from './preference-requests.ts';
import { productionRequests } from './production-requests.ts';
import { projectRequests } from './project-requests.ts';
import { pronunciationRequests } from './pronunciation-requests.ts';
import { reviewRequests } from './review-requests.ts';
import { scriptRequests } from './script-requests.ts';
import { settingsRequests, shellRequests } from './settings-requests.ts';
import { undoRequests } from './undo-requests.ts';
import { upkeepRequests } from './upkeep-requests.ts';

/** Answered by the studio: the process that holds the project. */
export const STUDIO_REQUESTS = {
  ...libraryRequests,
  ...projectRequests,
  ...scriptRequests,
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
export const SHELL_REQUESTS = { ...shellRequests, ...preferenceRequests, ...libraryShellRequests };

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
