// What the main process does for the studio, and what it tells it at first.
import { join } from 'node:path';
import { app } from 'electron';
import type { StudioInit } from '../../shared/ipc/studio-protocol.ts';
import { decrypt, encrypt, hasKeychain } from './keychain.ts';
import type { StudioCallHandlers } from './studio-link.ts';
import { createLocalServices } from './utility-processes.ts';

/**
 * @param service the local service's own entry
 * @param headStart resolves when the local service may be started
 */
export function studioCalls(service: string, headStart: Promise<void>): StudioCallHandlers {
  const services = createLocalServices(service);
  return {
    encrypt: async ({ text }) => ({ bytes: encrypt(text) }),
    decrypt: async ({ bytes }) => ({ text: decrypt(bytes) }),
    async startService(input) {
      await headStart;
      return services.start(input.arguments, input.logPath);
    },
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
