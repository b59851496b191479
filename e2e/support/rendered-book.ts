// A project rendered by `lectern render` with a local service, which the tests of a file share.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Project } from '../../electron/core/project/project.ts';
import { openProject } from '../../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './processes.ts';

/** Creates `book.lectern` before the tests, and removes it after them. @param serviceOptions arguments of `startService` */
export function renderedBook(script: string, ...serviceOptions: readonly string[]) {
  const folder = temporaryFolder();
  const at = (...names: string[]): string => join(folder.path, ...names);
  const project = at('book.lectern');
  let service: ServiceProcess | undefined;
  const run = (...args: readonly string[]) => {
    if (!service) throw new Error('The service hasn’t been started yet.');
    return lectern(args, { ...service.environment, LECTERN_HOME: at('home') });
  };
  beforeAll(async () => {
    service = await startService(at('service'), ...serviceOptions);
    writeFileSync(at('book.txt'), script);
    const { status, stderr } = await run('render', at('book.txt'), '--project', project, '--out', at('out'));
    expect(status, stderr).toBe(0);
  });
  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });
  return {
    at,
    project,
    /** Runs `lectern` with the service's account, and its data in `home`. */
    run,
    async json(...args: readonly string[]): Promise<{ readonly status: number | null; readonly printed: unknown }> {
      const { status, stdout, stderr } = await run(...args, '--json');
      expect(stdout, stderr).not.toBe('');
      return { status, printed: JSON.parse(stdout) };
    },
    read<T>(look: (project: Project) => T): T {
      const opened = openProject(project, { mode: 'read', clock: systemClock, random: systemRandom });
      try {
        return look(opened);
      } finally {
        opened.close();
      }
    },
  };
}
