// Starts the applications to measure: Lectern, and a minimal one on the same host.
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { environmentOf, type TestFolders } from '../e2e/window/support/folders.ts';
import { windowHost } from '../e2e/window/support/launch.ts';
import { root } from '../scripts/steps.ts';
import type { ProjectName } from './window-projects.ts';

interface BareApp {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** Starts the minimal application. @param text the path of the page's text */
export async function launchBare(folders: TestFolders, name: 'empty' | 'editor' | 'rows', text = ''): Promise<BareApp> {
  const host = windowHost();
  if (host.kind === 'chromium-host') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = host.distPath;
  const app = await _electron.launch({
    args: [join(root, 'bench', 'window-bare.ts'), `--user-data-dir=${join(folders.root, 'bare')}`, name, text],
    env: environmentOf(folders),
  });
  const page = await app.firstWindow();
  await page.waitForLoadState();
  return { app, page };
}

export async function openFromLibrary(page: Page, name: ProjectName): Promise<void> {
  await projectCard(page, name).click();
  await page.locator('.cm-line').first().waitFor();
}

export const projectCard = (page: Page, name: ProjectName) =>
  page
    .getByRole('list', { name: 'Recent projects' })
    .getByRole('listitem')
    .filter({ hasText: `${name}.lectern` })
    .getByRole('button')
    .first();

/**
 * How long to wait for background work to finish after starting the application or opening a project, in milliseconds.
 */
const SETTLED_MS = 3_000;

export const settle = (page: Page): Promise<void> => page.waitForTimeout(SETTLED_MS);
