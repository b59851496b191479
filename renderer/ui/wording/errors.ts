// What errors of the bridge say to a person: what, where, what to do.
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import { asSentence, type ErrorWords } from './error-words.ts';
import { wordExportProblem, wordImportProblem } from './file-problems.ts';
import { wordProjectProblem } from './project-problems.ts';
import { wordRefusedValue } from './refused-values.ts';
import { wordServiceFailure } from './service-failures.ts';

const NOT_FOUND = {
  line: 'This line is not in the script any more.',
  take: 'This take is not in the project any more.',
  chapter: 'This chapter is not in the script any more.',
  role: 'This role is not in the script any more.',
  batch: 'This batch is not in the project’s journal.',
  connection: 'This connection was removed.',
  key: 'The address of this connection has changed. Enter the key.',
  project: 'This project is not in the list any more.',
  audition: 'This audition has ended.',
  sample: 'The sample is no longer there. Choose or record it again.',
  consent: 'This consent is not in the records any more.',
  voice: 'The service does not list this voice, or has no sample of it.',
  preset: 'This preset is not in the project any more.',
} as const;

const BUSY = {
  run: 'A run is going on. Pause it or wait until it is done, then try again.',
  export: 'An export is going on. Wait until it is done or cancel it, then try again.',
  import: 'A script is being read. Try again in a moment.',
  copy: 'A project is being copied. Wait until it is done or cancel it, then try again.',
  clone: 'A voice is being made. Wait until it is done or cancel it, then try again.',
  'other-window': 'The project is open in another window.',
} as const;

/** The words for an error. */
export function wordError(error: BridgeError): ErrorWords {
  switch (error.kind) {
    case 'project':
      return wordProjectProblem(error.problem);
    case 'import':
      return wordImportProblem(error.file, error.problem);
    case 'export':
      return wordExportProblem(error);
    case 'service':
      return wordServiceFailure(error.failure);
    case 'not-found':
      return { title: 'Not there any more', detail: NOT_FOUND[error.what] };
    case 'busy':
      return { title: 'Something else has to end first', detail: BUSY[error.what] };
    case 'no-project':
      return { title: 'No project is open', detail: 'Open one in the library, or make a new one.', action: 'library' };
    case 'stale-document':
      return { title: 'The script changed elsewhere', detail: 'It is being read again.', action: 'retry' };
    case 'invalid':
      return wordRefusedValue(error);
    case 'cancelled':
      return { title: 'Cancelled', detail: 'Nothing more was done.' };
    default:
      return wordConnectionError(error);
  }
}

type ConnectionError = Extract<
  BridgeError,
  { kind: 'local-service' | 'key-needed' | 'keychain-unavailable' | 'other-connection' | 'no-connection' }
>;
type RemainingError = Extract<
  BridgeError,
  { kind: 'malformed-request' | 'forbidden' | 'data-folder' | 'studio-gone' | 'internal' }
>;

function wordConnectionError(error: ConnectionError | RemainingError): ErrorWords {
  switch (error.kind) {
    case 'no-connection':
      return {
        title: 'No service is connected',
        detail: 'Use the local service, or add an account in Settings.',
        action: 'use-local',
        otherAction: 'settings',
      };
    case 'local-service':
      return {
        title: 'The local service did not start',
        detail: `${asSentence(error.detail)} Try again; if it happens again, look into the log.`,
        action: 'retry',
      };
    case 'key-needed':
      return {
        title: 'The key is needed',
        detail: `Enter the key of “${error.connectionName}”: it is not kept on this machine.`,
        action: 'enter-key',
      };
    case 'keychain-unavailable':
      return {
        title: 'The keychain is not available',
        detail:
          'Choose in Settings how the key is to be kept: asked for each time, or in a file that only you can read.',
        action: 'settings',
      };
    case 'other-connection':
      return {
        title: 'The project belongs to another service',
        detail:
          `Its lines were sent to ${serviceName(error.projectOrigin)}, and ${serviceName(error.connectedOrigin)} is ` +
          'connected. Choose that connection in Settings, or use this one for the project from now on.',
        action: 'adopt-connection',
      };
    default:
      return wordDefect(error);
  }
}

/** What a service is called by the origin of its address. */
export const serviceName = (origin: string): string => (origin === 'local' ? 'the local service' : origin);

function wordDefect(error: RemainingError): ErrorWords {
  switch (error.kind) {
    case 'data-folder':
      return {
        title: 'Lectern’s own folder can’t be used',
        detail: `${asSentence(error.detail)} Check that the disk has room and that you may write there.`,
        action: 'retry',
      };
    case 'studio-gone':
      return {
        title: 'The project’s process ended',
        detail: 'It is being started again; nothing that was saved is lost.',
        action: 'retry',
      };
    case 'malformed-request':
      return {
        title: 'The window asked for something wrong',
        detail: `This is a defect of Lectern (${error.fields.join(', ')}). Nothing was changed.`,
        action: 'logs',
      };
    case 'forbidden':
      return { title: 'Not allowed', detail: 'This page may not ask for that. Nothing was changed.' };
    case 'internal':
      return {
        title: 'Something went wrong inside Lectern',
        detail: `Nothing more is known here. The log has it under ${error.id}.`,
        action: 'logs',
      };
  }
}
