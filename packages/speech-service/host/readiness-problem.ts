import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../ports/objects.ts';
import type { SharedDatabase } from '../postgres/open.ts';

const READY_TIMEOUT_MS = 2000;

/** Returns why a process can't use the database or the storage, or undefined if it can use both. */
export async function readinessProblem({ pool }: SharedDatabase, objects: ObjectStore): Promise<string | undefined> {
  const answersWithin = (problem: string) => sleep(READY_TIMEOUT_MS, problem, { ref: false });
  const database = pool.query('SELECT 1').then(
    () => undefined,
    () => 'the database cannot be reached',
  );
  const found = await Promise.race([database, answersWithin('the database does not answer')]);
  if (found !== undefined) return found;
  const storage = objects.check().then(
    () => undefined,
    () => 'the storage cannot be used',
  );
  return Promise.race([storage, answersWithin('the storage does not answer')]);
}
