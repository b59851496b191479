// Sets up an account at the hostile service as the current connection.
import type { BudgetSettings, InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { HostileBehaviours } from '../../hostile-service/behaviours.ts';
import { type HostileService, startHostileService } from '../../hostile-service/hostile-service.ts';
import { manyLines } from '../../support/sample-texts.ts';
import { makeBook } from './books.ts';
import type { TestFolders } from './folders.ts';
import { prepareHome, setUpAccount } from './home.ts';

const VOICES = ['anna', 'ben', 'cora', 'dan'].map((name) => `s3://voices/${name}/manifest.json`);

export interface HostileSetting {
  readonly behaviours: HostileBehaviours;
  readonly lines: number;
  readonly budget?: BudgetSettings;
  readonly pricePerThousand?: number;
  readonly webhookUrl?: string;
  readonly inDoubtPolicy?: InDoubtPolicy;
}

export interface HostileStage {
  readonly service: HostileService;
  /** The folder of the project `Book`. */
  readonly book: string;
}

/**
 * Starts a misbehaving service, and creates an account and a project with `lines` lines. The caller must close the
 * service.
 */
export async function setHostileStage(folders: TestFolders, setting: HostileSetting): Promise<HostileStage> {
  const { behaviours, lines, ...account } = setting;
  const service = await startHostileService({ seed: 7, behaviours });
  await prepareHome(folders);
  await setUpAccount(folders, { name: 'Studio account', ...service, ...account });
  const connection = { origin: service.baseUrl.origin, userId: service.userId };
  const book = await makeBook(folders, { text: manyLines(lines), connection, voices: VOICES });
  return { service, book };
}

/** One batch per minute, so that every test ends before the second batch is sent. */
export const ONE_BATCH_A_MINUTE: BudgetSettings = {
  plan: 'hacker',
  limits: { batch: { requests: 1, characters: 1_000_000 }, read: {}, list: {} },
  sharePercent: 100,
};
