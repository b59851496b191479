// Another Lectern that writes a project: a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const HOLDER = fileURLToPath(new URL('../../support/hold-project.ts', import.meta.url));

export interface OtherLectern {
  /** Closes the project in order. */
  close(): Promise<void>;
}

/** Has a project opened to write by another process. */
export async function openElsewhere(folder: string): Promise<OtherLectern> {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface({ input: child.stdout }), 'line');
  return {
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
