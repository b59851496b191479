// A home in which Lectern was used before: the first start is done, and a service is set up.
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

/** Not limited: what a run waits for is never the clock. */
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
  /** `ask`: the key is kept nowhere, and asked for at each start. */
  readonly keyStorage?: 'file' | 'ask';
}

/** Preferences of a returning user; projects are made in the test's own folder. */
export async function settleIn(folders: TestFolders, theme: Theme = 'light'): Promise<void> {
  const preferences = await openPreferences(folders.home, systemClock);
  await preferences.change((before) => ({
    ...before,
    onboarded: true,
    theme,
    projectsFolder: projectsFolder(folders),
  }));
}

export const projectsFolder = ({ documents }: TestFolders): string => join(documents, 'Lectern');

/** Sets the local service up as the one in use. */
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

/** Sets an account up as the one in use, its key in a file unless it is to be asked for. */
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

/** Puts a project into the library's list. */
export async function rememberProject(folders: TestFolders, path: string, name: string): Promise<void> {
  const recent = await RecentProjects.open(folders.home, systemClock);
  await recent.opened({ path, name, lines: 0, fresh: 0 });
}
