// The studio as a process of its own: the core, served over the port that Electron gives to a utility process.
import { lowerPriority, STUDIO_PRIORITY } from '../../node/priority.ts';
import { linkOpener } from '../compose.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import type { ServiceStarter } from '../core/local-service/start-service.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { type StudioCaller, type StudioPort, serveStudio } from './serve.ts';
import { createStudio } from './studio.ts';

/** What a utility process has beside Node. */
interface UtilityProcess {
  readonly parentPort?: StudioPort;
}

const port = (process as UtilityProcess).parentPort;
if (!port) throw new Error('The studio is started by the main process, as a utility process.');

// Taking in a run's audio must not slow the window down. Threads inherit this.
lowerPriority(STUDIO_PRIORITY);

const served = serveStudio({
  port,
  open: (init, call) =>
    createStudio({
      home: makeDataFolder(),
      projectsFolder: init.projectsFolder,
      samplesFolder: init.samplesFolder,
      openLink: linkOpener({
        entry: init.serviceEntry,
        ...(init.forksService ? { start: forkedBy(call) } : {}),
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
    // Nothing can be answered any more: the main process sees this end and starts another studio.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ type: 'notice', notice: { kind: 'log', level: 'error', message } });
    process.exit(1);
  },
});

// A promise that failed unseen must not take the project and a run that is paid for down with it.
process.on('unhandledRejection', (error) => served.noteUnhandled(error));

/** Starts the local service by the main process, as a utility process. */
function forkedBy(call: StudioCaller): ServiceStarter {
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
          // A service that was not started, or whose end can't be asked for, ends by itself when it has no holder.
          .catch(() => {});
      },
      release() {},
    };
  };
}
