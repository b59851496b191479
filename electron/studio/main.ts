import { AUDIO_PRIORITY, lowerPriority } from '../../node/priority.ts';
import { createLinkOpener } from '../compose.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import type { ServiceStarter } from '../core/local-service/start-service.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { createStudio, type StudioCaller, type StudioPort, serveStudio } from './serve.ts';

interface UtilityProcess {
  readonly parentPort?: StudioPort;
}

const port = (process as UtilityProcess).parentPort;
if (!port) throw new Error('The studio is started by the main process, as a utility process.');

// Importing a run's audio must not slow down the window. Threads inherit the priority.
lowerPriority(AUDIO_PRIORITY);

const served = serveStudio({
  port,
  open: (init, call) =>
    createStudio({
      home: makeDataFolder(),
      projectsFolder: init.projectsFolder,
      samplesFolder: init.samplesFolder,
      openLink: createLinkOpener({
        entry: init.serviceEntry,
        ...(init.forksService ? { start: startThrough(call) } : {}),
      }),
      secretBox: {
        isAvailable: () => init.keychain,
        encrypt: async (text) => (await call('encrypt', { text })).bytes,
        decrypt: async (bytes) => (await call('decrypt', { bytes: new Uint8Array(bytes) })).text,
      },
      clock: systemClock,
      random: systemRandom,
      replies: init.trustsReplies ? 'trusted' : undefined,
      notice: (notice) => port.postMessage({ type: 'notice', notice }),
    }),
  onQuit: () => process.exit(0),
  onFailure(error) {
    // The studio can no longer reply. The main process detects the exit and starts a new one.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ type: 'notice', notice: { kind: 'log', level: 'error', message } });
    process.exit(1);
  },
});

// An unhandled rejection must not end the process while it has the project open and a paid run in progress.
process.on('unhandledRejection', (error) => served.noteUnhandled(error));

function startThrough(call: StudioCaller): ServiceStarter {
  return ({ args, logPath }) => {
    const started = call('startService', { arguments: [...args], logPath });
    const { promise: firstRow, resolve: told } = Promise.withResolvers<string>();
    const { promise: exit, resolve: ended, reject } = Promise.withResolvers<number | null>();
    started.then((outcome) => (outcome.kind === 'started' ? told(outcome.row) : ended(outcome.code)), reject);
    return {
      firstRow,
      exit,
      kill() {
        started
          .then((outcome) =>
            outcome.kind === 'started' ? call('stopService', { serviceId: outcome.serviceId }) : null,
          )
          // Ignore errors: if the service is running and can't be stopped, it exits by itself once it has no clients.
          .catch(() => {});
      },
      release() {},
    };
  };
}
