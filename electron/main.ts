import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol } from 'electron';
import { DataFolderError, makeDataFolder } from './core/local-service/data-folder.ts';
import { addRequestedFile, NO_REQUESTED_FILES, type RequestedFiles, requestedFilesIn } from './platform/named-files.ts';
import { SCHEME } from './platform/page-address.ts';
import { type ShellPaths, startShell } from './platform/shell.ts';
import { runWindowless, windowlessProgram } from './platform/windowless-program.ts';
import { t, tProblem } from './platform/words.ts';

/**
 * Paths are relative to this folder. Both it and the bundle's folder are one level deep, so that the same relative
 * paths work in both.
 */
const pathOf = (url: URL): string => fileURLToPath(url);

const service = (): string => pathOf(new URL('../packages/speech-service/main.ts', import.meta.url));
const pack = (): string => pathOf(new URL('../packages/speech-service/speech/packs/pack-child.ts', import.meta.url));
const recogniser = (): string => pathOf(new URL('./core/recognition/recogniser-child.ts', import.meta.url));

const PROGRAMS = {
  cli: () => pathOf(new URL('./cli.ts', import.meta.url)),
  service,
  'voice-pack': pack,
  recogniser,
};

const shellPaths = (dataFolder: string): ShellPaths => ({
  dataFolder,
  studio: pathOf(new URL('./studio/main.ts', import.meta.url)),
  service: service(),
  pack: pack(),
  recogniser: recogniser(),
  preload: pathOf(new URL('../out/preload.cjs', import.meta.url)),
  page: pathOf(new URL('../out/renderer/', import.meta.url)),
  samples: pathOf(new URL('../assets/samples/', import.meta.url)),
});

function setUpApp(dataFolder: string): void {
  app.setName('Lectern');
  app.setAppUserModelId('io.lectern.app');
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(dataFolder, 'window'));
  app.enableSandbox();
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

function start(dataFolder: string): void {
  setUpApp(dataFolder);
  let named = requestedFilesIn(process.argv, process.cwd());
  if (!app.requestSingleInstanceLock({ ...named })) {
    app.quit();
    return;
  }
  // On macOS, opened files arrive as events, both before and after the application is ready.
  let open = (more: RequestedFiles): void => {
    named = { project: more.project ?? named.project, scripts: [...named.scripts, ...more.scripts] };
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(addRequestedFile(NO_REQUESTED_FILES, path));
  });
  const shell = startShell(shellPaths(dataFolder), () => named);
  shell.then((running) => {
    open = running.open;
  }, fail);
  app.on('second-instance', (_event, _commandLine, _folder, data) => {
    // If the shell has failed to start, the error has been reported and the application exits.
    shell
      .then((running) => running.open({ ...NO_REQUESTED_FILES, ...(data as Partial<RequestedFiles>) }))
      .catch(() => {});
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof DataFolderError) return tProblem.data(error.problem);
  return error instanceof Error ? error.message : String(error);
}

function fail(error: unknown): void {
  dialog.showErrorBox(t('notStarted'), reasonOf(error));
  app.exit(1);
}

const program = windowlessProgram(process.argv);
try {
  if (program) runWindowless(program, PROGRAMS[program.name]());
  else start(makeDataFolder());
} catch (error) {
  fail(error);
}
