// Prepares a home as if Lectern had been used before and a service had been set up.
import { join } from 'node:path';
import { SCOPES } from '@lectern/tts-protocol';
import { ConnectionBook, type NewConnection } from '../../../electron/core/app/connections/connection-book.ts';
import { openConnectionKeys } from '../../../electron/core/app/connections/connection-keys.ts';
import { RecentProjects } from '../../../electron/core/app/library/recent-projects.ts';
import { openPreferences } from '../../../electron/core/app/preferences.ts';
import { systemClock, systemRandom } from '../../../electron/core/system.ts';
import type { Theme } from '../../../shared/ipc/settings-requests.ts';
import type { BudgetSettings, InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { TestFolders } from './folders.ts';

/** No limits, so that runs never wait for a rate limit. */
export const UNLIMITED: BudgetSettings = {
  plan: 'enterprise',
  limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])),
  sharePercent: 100,
};

export interface AccountSeed {
  readonly name: string;
  readonly baseUrl: URL;
  readonly userId: string;
  readonly key: string;
  readonly budget?: BudgetSettings;
  readonly pricePerThousand?: number;
  readonly webhookUrl?: string | null;
  readonly inDoubtPolicy?: InDoubtPolicy;
  /** `ask`: the key isn't stored, so the application asks for it every time it starts. */
  readonly keyStorage?: 'file' | 'ask';
}

/** Saves preferences as if Lectern had been used before, with the test's folder for new projects. */
export async function prepareHome(folders: TestFolders, theme: Theme = 'light'): Promise<void> {
  const preferences = await openPreferences(folders.home, systemClock);
  await preferences.change((before) => ({
    ...before,
    onboarded: true,
    theme,
    projectsFolder: projectsFolder(folders),
  }));
}

export const projectsFolder = ({ documents }: TestFolders): string => join(documents, 'Lectern');

export async function setUpLocalService(
  folders: TestFolders,
  budget: BudgetSettings = UNLIMITED,
  change: Partial<Pick<NewConnection, 'pricePerThousand' | 'webhookUrl' | 'inDoubtPolicy'>> = {},
): Promise<void> {
  await setUpConnection(folders, {
    kind: 'local',
    name: 'Local service',
    budget,
    pricePerThousand: null,
    currency: 'USD',
    webhookUrl: null,
    inDoubtPolicy: 'ask',
    ...change,
  });
}

/** Sets up an account as the current connection. By default, its key is stored in a file. */
export async function setUpAccount(folders: TestFolders, account: AccountSeed): Promise<void> {
  const { key, baseUrl, keyStorage = 'file', ...rest } = account;
  const id = await setUpConnection(folders, {
    budget: UNLIMITED,
    pricePerThousand: null,
    webhookUrl: null,
    inDoubtPolicy: 'ask',
    ...rest,
    kind: 'account',
    baseUrl: baseUrl.href,
    currency: 'EUR',
    keyStorage,
  });
  const nowhere = () => Promise.reject(new Error('there is no keychain here'));
  const keys = openConnectionKeys(folders.home, { isAvailable: () => false, encrypt: nowhere, decrypt: nowhere });
  if (keyStorage === 'file') await keys.set({ id, keyStorage, baseUrl: baseUrl.href }, key);
}

async function setUpConnection(folders: TestFolders, connection: NewConnection): Promise<string> {
  const book = await ConnectionBook.open(folders.home, { clock: systemClock, random: systemRandom });
  const { id } = await book.add(connection);
  await book.use(id);
  return id;
}

export async function rememberProject(folders: TestFolders, path: string, name: string): Promise<void> {
  const recent = await RecentProjects.open(folders.home, systemClock);
  await recent.recordOpened({ path, name, lines: 0, fresh: 0 });
}
