import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { app, utilityProcess } from 'electron';
import type { StudioCallReplyOf, StudioInit } from '../../shared/ipc/studio-protocol.ts';
import { childEnvironment } from '../../shared/rules/child-environment.ts';
import { decrypt, encrypt, hasKeychain } from './keychain.ts';
import type { StudioCallHandlers, StudioProcess } from './studio-link.ts';
import { t } from './words.ts';

/**
 * Uses Node's compile cache in `codeCache`, to speed up the next start, unless the environment specifies another one.
 */
export function forkStudio(file: string, codeCache: string): StudioProcess {
  const env = { NODE_COMPILE_CACHE: codeCache, ...childEnvironment(process.env) };
  return utilityProcess.fork(file, [], { serviceName: t('process.studio'), stdio: 'inherit', env });
}

export interface LocalServices {
  /** Returns the first line of the service's stdout, or its exit code if it exits first. */
  start(args: readonly string[], logPath: string): Promise<StudioCallReplyOf<'startService'>>;
  stop(serviceId: string): void;
}

export function createLocalServices(file: string): LocalServices {
  const running = new Map<string, { kill(): unknown }>();
  let started = 0;
  return {
    start(args, logPath) {
      const child = utilityProcess.fork(file, [...args], {
        serviceName: t('process.service'),
        stdio: 'pipe',
        env: childEnvironment(process.env),
      });
      started += 1;
      const serviceId = String(started);
      running.set(serviceId, child);
      const log = createWriteStream(logPath, { flags: 'a', mode: 0o600 });
      // If the disk is full, log lines are lost, but the service keeps running.
      log.on('error', () => child.stderr?.resume());
      child.stderr?.pipe(log);
      return new Promise((resolve) => {
        child.once('exit', (code) => {
          running.delete(serviceId);
          resolve({ kind: 'ended', code });
        });
        const { stdout } = child;
        if (!stdout) return;
        const rows = createInterface({ input: stdout });
        rows.once('line', (row) => resolve({ kind: 'started', serviceId, row }));
      });
    },
    stop: (serviceId) => void running.get(serviceId)?.kill(),
  };
}

/** `headStart` resolves when the local service may be started. */
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
  trustsReplies: app.isPackaged,
});
