// The life of the application.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol } from 'electron';
import { makeDataFolder } from './core/local-service/data-folder.ts';
import { projectOf } from './platform/open-project.ts';
import { SCHEME } from './platform/page-address.ts';
import { type ShellPlaces, startShell } from './platform/shell.ts';
import { t } from './platform/words.ts';

/** One folder deep, like the bundle that this becomes, so that the same addresses hold for both. */
const placeOf = (url: URL): string => fileURLToPath(url);

const places = (dataFolder: string): ShellPlaces => ({
  dataFolder,
  studio: placeOf(new URL('./studio/main.ts', import.meta.url)),
  service: placeOf(new URL('../service/main.ts', import.meta.url)),
  preload: placeOf(new URL('../out/preload.cjs', import.meta.url)),
  page: placeOf(new URL('../out/renderer/', import.meta.url)),
  samples: placeOf(new URL('../assets/samples/', import.meta.url)),
});

/**
 * Names the application and its places, and makes its scheme a secure origin of its own.
 * @param dataFolder what belongs to no project is kept in it, what Chromium keeps in a folder of its own
 */
function setUpApp(dataFolder: string): void {
  app.setName('Lectern');
  app.setAppUserModelId('io.lectern.app');
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(dataFolder, 'window'));
  app.enableSandbox();
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

interface SecondInstance {
  readonly project?: string | null;
}

function start(dataFolder: string): void {
  setUpApp(dataFolder);
  const project = projectOf(process.argv, process.cwd());
  const told: SecondInstance = { project };
  if (!app.requestSingleInstanceLock({ ...told })) {
    app.quit();
    return;
  }
  const shell = startShell(places(dataFolder), project);
  shell.catch(fail);
  app.on('second-instance', (_event, _commandLine, _folder, data) => {
    // A shell that did not start has said so, and ends.
    shell.then(({ open }) => open((data as SecondInstance).project ?? null)).catch(() => {});
  });
}

function fail(error: unknown): void {
  dialog.showErrorBox(t('notStarted'), error instanceof Error ? error.message : String(error));
  app.exit(1);
}

try {
  start(makeDataFolder());
} catch (error) {
  fail(error);
}
