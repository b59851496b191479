import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOWEST_PRIORITY } from '../../../node/priority.ts';
import { createProofWorkers, type ProofUrgency } from './proof-workers.ts';

/** Of a language that no reference voice speaks, so its file isn't read. */
const KLINGON = { text: 'nuqneH', language: 'tlh', format: 'wav', sampleRate: 16_000, durationSeconds: 1 } as const;
const NO_FILE = { fd: 2 ** 30 };

/** The number of threads of this process that have the lowest priority. */
function countLowest(): number {
  const threads = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'latin1'));
  // Field 19 is the nice value; the second field, the name in parentheses, can contain spaces.
  return threads.filter((row) => Number(row.split(') ')[1]?.split(' ')[16]) === LOWEST_PRIORITY).length;
}

async function addedByThread(urgency: ProofUrgency): Promise<number> {
  const before = countLowest();
  const workers = createProofWorkers(1, urgency);
  try {
    const { notCompared } = await workers.compareTake(NO_FILE, KLINGON, { model: null, known: null, isHeard: false });
    expect(notCompared).toEqual({ kind: 'no-reference', language: 'tlh' });
    return countLowest() - before;
  } finally {
    await workers.close();
  }
}

describe.skipIf(process.platform !== 'linux')('a thread that compares takes', () => {
  test('in the background has the lowest priority', async () => {
    expect(await addedByThread('background')).toBe(1);
  });

  test('has the priority of the process if somebody waits for the result', async () => {
    expect(await addedByThread('awaited')).toBe(0);
  });
});
