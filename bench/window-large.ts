// Measures a project of 100,000 lines in the window: how long it takes to open, how long processes are blocked, and how
// much memory they use.
import { join } from 'node:path';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import { launchLectern } from '../e2e/window/support/launch.ts';
import { startLocalService } from '../e2e/window/support/local-service.ts';
import type { BenchRow } from './bench-row.ts';
import { launchBare, openFromLibrary, settle } from './window-apps.ts';
import { blockRows, installProbes, walkThrough } from './window-blocks.ts';
import { type Memory, measureMemory, memoryRow } from './window-memory.ts';
import { benchOpeningInWindow, closeProject } from './window-opening.ts';

/** @param project the project's folder */
export async function benchLarge(folders: TestFolders, project: string): Promise<BenchRow[]> {
  const empty = await measureEmptyMemory(folders);
  const blocks = join(folders.root, 'blocks.jsonl');
  const service = await startLocalService(folders, 'silent');
  const lectern = await launchLectern(folders);
  try {
    const { page } = lectern;
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    const opening = await benchOpeningInWindow(page, project);
    await openFromLibrary(page, 'Large');
    await settle(page);
    const memory = await measureMemory(lectern.app.process().pid ?? 0, page);
    await closeProject(page);
    await installProbes(lectern, blocks);
    const phases = await walkThrough(page);
    return [
      opening,
      memoryRow('memory with 100,000 lines open', memory, 'an empty window', empty),
      ...blockRows(blocks, phases),
    ];
  } finally {
    await lectern.close();
    await service.stop();
  }
}

async function measureEmptyMemory(folders: TestFolders): Promise<Memory> {
  const { app, page } = await launchBare(folders, 'empty');
  const memory = await measureMemory(app.process().pid ?? 0, page);
  await app.close();
  return memory;
}
