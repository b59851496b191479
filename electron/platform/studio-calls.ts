// What the main process does for the studio, and what it tells it at first.
import { join } from 'node:path';
import { app } from 'electron';
import type { StudioInit } from '../../shared/ipc/studio-protocol.ts';
import { decrypt, encrypt, hasKeychain } from './keychain.ts';
import type { StudioCallHandlers } from './studio-link.ts';
import { createLocalServices } from './utility-processes.ts';

/** @param service the local service's own entry */
export function studioCalls(service: string): StudioCallHandlers {
  const services = createLocalServices(service);
  return {
    encrypt: async ({ text }) => ({ bytes: encrypt(text) }),
    decrypt: async ({ bytes }) => ({ text: decrypt(bytes) }),
    startService: (input) => services.start(input.arguments, input.logPath),
    async stopService({ serviceId }) {
      services.stop(serviceId);
      return null;
    },
  };
}

/** @param projectsFolder the producer's own choice; null: in the system's place for documents */
export const studioInit = (
  { service, samples }: { readonly service: string; readonly samples: string },
  projectsFolder: string | null,
): StudioInit => ({
  type: 'init',
  projectsFolder: projectsFolder ?? join(app.getPath('documents'), 'Lectern'),
  samplesFolder: samples,
  serviceEntry: service,
  keychain: hasKeychain(),
  forksService: true,
});
