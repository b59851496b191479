// Another Lectern process that has a project open.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const HOLDER = fileURLToPath(new URL('../../support/hold-project.ts', import.meta.url));

export interface OtherLectern {
  close(): Promise<void>;
}

/** Opens a project for writing in a new process. */
export async function openInOtherLectern(folder: string): Promise<OtherLectern> {
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
