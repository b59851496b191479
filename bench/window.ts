// Measures the window with browser traces: key-to-screen latency, scrolling, startup, opening, blocking and memory.
// Each is compared with a minimal reference on the same host. Run these benchmarks on an idle machine.
import { loadavg } from 'node:os';
import { makeFolders, type TestFolders } from '../e2e/window/support/folders.ts';
import { prepareHome, setUpLocalService } from '../e2e/window/support/home.ts';
import { startLocalService } from '../e2e/window/support/local-service.ts';
import { buildAll } from '../scripts/build/build-all.ts';
import { root } from '../scripts/steps.ts';
import type { BenchRow } from './bench-row.ts';
import { benchImporting } from './window-importing.ts';
import { benchLarge } from './window-large.ts';
import { benchPlaying } from './window-playing.ts';
import { makeProjects, type ProjectName } from './window-projects.ts';
import { benchScreens } from './window-screens.ts';
import { benchStart } from './window-start.ts';

/** Measures startup until the window is usable. Takes about two minutes. */
export const runStart = (): Promise<BenchRow[]> =>
  withProjects(['Large'], (folders, { Large = '' }) => benchStart(folders, Large));

/** Opens a project of 100,000 lines. Takes about three minutes. */
export const runLarge = (): Promise<BenchRow[]> =>
  withProjects(['Large'], (folders, { Large = '' }) => benchLarge(folders, Large));

/** Measures typing during a large import. Takes about two minutes. */
export const runImport = (): Promise<BenchRow[]> => withProjects(['Chapter'], (folders) => benchImporting(folders));

/** Measures typing and scrolling in long chapters and tables. Takes about three minutes. */
export const runScreens = (): Promise<BenchRow[]> =>
  withProjects(['Table', 'Chapter'], (folders) => benchScreens(folders));

/** Plays a ten-hour book. Takes a minute. */
export const runPlaying = (): Promise<BenchRow[]> => withProjects(['Hours'], (folders) => benchPlaying(folders));

type Projects = Readonly<Partial<Record<ProjectName, string>>>;

async function withProjects(
  wanted: readonly ProjectName[],
  bench: (folders: TestFolders, projects: Projects) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  await buildAll(root);
  const folders = makeFolders();
  try {
    await prepareHome(folders);
    await setUpLocalService(folders);
    const service = await startLocalService(folders, 'silent');
    const projects = await makeProjects(folders, service, wanted);
    await service.stop();
    console.log(`processes that wanted the processor before it began: ${loadavg()[0]?.toFixed(1)} in the last minute`);
    return await bench(folders, projects);
  } finally {
    folders.remove();
  }
}
