import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import type { StudioCallReplyOf, StudioInit } from '../../shared/ipc/studio-protocol.ts';
import { childEnvironment } from '../../shared/rules/child-environment.ts';
import { isLaunchRequest, type LaunchEvent } from '../../shared/rules/launched-process.ts';
import { decrypt, encrypt, offersKeychain } from './keychain.ts';
import type { StudioCallHandlers, StudioProcess } from './studio-link.ts';
import { t } from './words.ts';

/**
 * Uses Node's compile cache in `codeCache`, to speed up the next start, unless the environment specifies another one.
 */
export function forkStudio({ studio: file, recogniser }: StudioFiles, codeCache: string): StudioProcess {
  const env = { NODE_COMPILE_CACHE: codeCache, ...childEnvironment(process.env) };
  const studio = utilityProcess.fork(file, [], { serviceName: t('process.studio'), stdio: 'inherit', env });
  ignoreFatalErrors(studio);
  launchModels(studio, recogniser, t('process.recogniser'));
  return studio;
}

export interface StudioFiles {
  readonly studio: string;
  /** The entry point of a speech recogniser's process. */
  readonly recogniser: string;
}

export interface LocalServices {
  /** Returns the first line of the service's stdout, or its exit code if it exits first. */
  start(args: readonly string[], logPath: string): Promise<StudioCallReplyOf<'startService'>>;
  stop(serviceId: string): void;
}

export interface ServiceFiles {
  readonly service: string;
  /** The entry point of a voice pack's process. */
  readonly pack: string;
}

/** Starts processes that run models for another process, and forwards their messages. They end when that process ends. */
function launchModels(parent: UtilityProcess, file: string, serviceName: string): void {
  const models = new Map<number, UtilityProcess>();
  const report = (event: LaunchEvent): void => parent.postMessage(event);
  const launch = (id: number, env: Readonly<Record<string, string>>): void => {
    const model = utilityProcess.fork(file, [], { serviceName, stdio: 'pipe', env: { ...env } });
    models.set(id, model);
    ignoreFatalErrors(model);
    model.once('spawn', () => report({ kind: 'launched', id, pid: model.pid }));
    model.on('message', (message: unknown) => report({ kind: 'launched-sent', id, message }));
    model.stdout?.resume();
    model.stderr?.on('data', (bytes: Buffer) => report({ kind: 'launched-wrote', id, text: bytes.toString('latin1') }));
    model.once('exit', (code) => {
      models.delete(id);
      report({ kind: 'launched-ended', id, code });
    });
  };
  parent.on('message', (message: unknown) => {
    if (!isLaunchRequest(message)) return;
    if (message.kind === 'launch') launch(message.id, message.env);
    else if (message.kind === 'send-to-launched') models.get(message.id)?.postMessage(message.message);
    else killAtOnce(models.get(message.id));
  });
  parent.once('exit', () => {
    for (const model of models.values()) killAtOnce(model);
  });
}

/** Without a listener, a fatal V8 error in the child would throw here. Its `exit` event follows. */
const ignoreFatalErrors = (child: UtilityProcess): void => void child.on('error', () => {});

/** `UtilityProcess.kill` sends SIGTERM. Native code that is stuck might never handle it. */
function killAtOnce(child: UtilityProcess | undefined): void {
  if (child?.pid === undefined) child?.kill();
  else {
    try {
      process.kill(child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

export function createLocalServices({ service, pack }: ServiceFiles): LocalServices {
  const running = new Map<string, { kill(): unknown }>();
  let started = 0;
  return {
    start(args, logPath) {
      const child = utilityProcess.fork(service, [...args], {
        serviceName: t('process.service'),
        stdio: 'pipe',
        env: childEnvironment(process.env),
      });
      ignoreFatalErrors(child);
      started += 1;
      const serviceId = String(started);
      running.set(serviceId, child);
      launchModels(child, pack, t('process.voicePack'));
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

/** `headStart` resolves when it is time to start the local service. */
export function studioCalls(files: ServiceFiles, headStart: Promise<void>): StudioCallHandlers {
  const services = createLocalServices(files);
  return {
    encrypt: async ({ text }) => ({ bytes: await encrypt(text) }),
    decrypt: async ({ bytes }) => ({ text: await decrypt(bytes) }),
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
  keychain: offersKeychain(),
  forksService: true,
  trustsReplies: app.isPackaged,
});
