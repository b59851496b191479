// What has to stand before the application is ready.
import { join } from 'node:path';
import { app, protocol } from 'electron';
import { SCHEME } from './page-address.ts';

/**
 * Names the application and its places, and makes its scheme a secure origin of its own.
 * @param dataFolder what belongs to no project is kept in it, what Chromium keeps in a folder of its own
 */
export function setUpApp(dataFolder: string): void {
  app.setName('Lectern');
  app.setAppUserModelId('io.lectern.app');
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(dataFolder, 'window'));
  app.enableSandbox();
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}
