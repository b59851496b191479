// The window, traced in the browser: keystroke to picture, scrolling, start, opening, what blocks, and memory, each against
// something bare on the same host. To be run after `npm run build`, while the machine does nothing else.
import { loadavg } from 'node:os';
import { makeFolders } from '../e2e/window/support/folders.ts';
import { settleIn, setUpLocalService } from '../e2e/window/support/home.ts';
import { startLocalService } from '../e2e/window/support/local-service.ts';
import type { BenchRow } from './bench-row.ts';
import { benchLarge } from './window-large.ts';
import { makeProjects } from './window-projects.ts';
import { benchScreens } from './window-screens.ts';
import { benchStart } from './window-start.ts';

/** All rows of the window's measurements. Takes some minutes. */
export async function run(): Promise<BenchRow[]> {
  const folders = makeFolders();
  try {
    await settleIn(folders);
    await setUpLocalService(folders);
    const service = await startLocalService(folders, 'silent');
    const projects = await makeProjects(folders, service);
    await service.stop();
    console.log(`processes that wanted the processor before it began: ${loadavg()[0]?.toFixed(1)} in the last minute`);
    const start = await benchStart(folders, projects.Large);
    const large = await benchLarge(folders, projects.Large);
    return [...start, ...large, ...(await benchScreens(folders))];
  } finally {
    folders.remove();
  }
}
