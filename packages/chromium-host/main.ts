// Entry point of the host. Chromium starts first, in parallel with loading Electron's API and the application.
import inspector from 'node:inspector';
import { createRequire, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packedApplication, readApplication } from './application.ts';
import { ChromiumProcess } from './chromium/chromium-process.ts';
import { findChromium } from './chromium/find-chromium.ts';
import { LoopbackServer } from './chromium/loopback-server.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import { provideElectron } from './electron-hook.ts';
import { type Application, type Host, printError, setHost } from './host-state.ts';
import { hasFuse } from './packed/fuses.ts';
import { strict } from './strict.ts';

const EXIT_USAGE_ERROR = 2;

type HostApp = typeof import('./api/app.ts').app;

const isVerbose = process.env['LECTERN_HOST_VERBOSE'] === '1';

function end(message: string): never {
  printError(message);
  process.exit(EXIT_USAGE_ERROR);
}

/**
 * The packaged application's executable if the host stands in for it; null if the host stands in for an installed
 * Electron.
 */
const packagedExecutable = process.env['LECTERN_HOST_EXECUTABLE'] ?? null;

function findApplication(givenPath: string | null): Application {
  const packed = packagedExecutable === null ? null : packedApplication(packagedExecutable);
  if (packed) return packed;
  if (givenPath === null) end('Name the application: electron [switches] FOLDER');
  return readApplication(givenPath);
}

/** Starts Chromium. Playwright waits for the line `DevTools listening on`. */
async function startHost({ switches, application }: CommandLine): Promise<Host> {
  const found = findApplication(application);
  if (isWindowless(switches)) return { application: found, switches, ...(await createWindowlessHost()) };
  const path = findChromium();
  if (!path) end('There is no Chromium: install one, or set CHROMIUM_PATH to its executable');
  const server = new LoopbackServer(printError);
  await server.start();
  const chromium = new ChromiumProcess(path, server.port, switches, (line) => {
    if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`);
    else if (isVerbose) printError(line);
  });
  return { application: found, chromium, server, switches };
}

/**
 * Returns whether the application is started with Chromium's switch for machines without a display and shows no
 * windows.
 */
const isWindowless = (switches: ReadonlyMap<string, string>): boolean => switches.get('ozone-platform') === 'headless';

async function createWindowlessHost(): Promise<Pick<Host, 'chromium' | 'server'>> {
  const none = { switches: new Map<string, string>(), async stop() {} };
  // Throw a descriptive error when the application uses anything that needs a window.
  return {
    chromium: strict('Chromium without a display', none) as unknown as ChromiumProcess,
    server: new LoopbackServer(printError),
  };
}

const canBeInspected = (): boolean => packagedExecutable === null || hasFuse(packagedExecutable, 'nodeCliInspect');

/** Makes this process look like Electron's main process. */
function imitateElectron(args: readonly string[]): void {
  process.argv = [packagedExecutable ?? process.argv[1] ?? '', ...args];
  // The application must launch its own executable, not the Node that runs the host.
  if (packagedExecutable !== null) Object.defineProperty(process, 'execPath', { value: packagedExecutable });
  Object.defineProperty(process, 'type', { value: 'browser' });
  Object.defineProperty(process, 'resourcesPath', { value: import.meta.dirname });
  Object.defineProperty(process.versions, 'electron', { value: '0.0.0-chromium-host', enumerable: true });
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const commandLine = parseCommandLine(args);
  const host = await startHost(commandLine);
  setHost(host);
  imitateElectron(args);
  const { app, handleChromiumExit } = await import('./api/app.ts');
  const { watchTargets } = await import('./api/web-contents.ts');
  await provideElectron();
  if (isWindowless(host.switches)) {
    await import(pathToFileURL(host.application.entry).href);
    app.markReady();
    return;
  }
  void host.chromium.ended.then(handleChromiumExit);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit());

  const require = createRequire(import.meta.url);
  // Ignore switches set by Playwright's loader: the host has already started Chromium with those that matter.
  const { appendSwitch } = app.commandLine;
  app.commandLine.appendSwitch = (name, value = '') => void host.switches.set(name, value);
  for (const file of commandLine.preloads) require(resolve(file));
  app.commandLine.appendSwitch = appendSwitch;
  if (commandLine.inspect && canBeInspected())
    inspector.open(commandLine.inspect.port, commandLine.inspect.host, false);

  await runApplication(host, app, watchTargets);
  // Save the compiled code early, because tests kill and restart this process.
  setTimeout(() => flushCompileCache(), 3_000).unref();
}

/** Loads the application's main module and emits `ready` once Chromium responds. */
async function runApplication(host: Host, app: HostApp, watchTargets: () => void): Promise<void> {
  const loading = import(pathToFileURL(host.application.entry).href);
  watchTargets();
  const answering = host.chromium.devtools.browser.send('Target.setDiscoverTargets', { discover: true });
  // Ignore this error: if the application exits while loading, Chromium never responds.
  answering.catch(() => {});
  await loading;
  if (app.isExiting()) return;
  await answering;
  app.markReady();
}

process.on('uncaughtException', (error) =>
  printError(`Uncaught exception in the main process\n${error.stack ?? error}`),
);

main().catch((error) => {
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
