// What the command line advises after a run that left something open: each command that it names does what it says.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostileBehaviours } from './hostile-service/behaviours.ts';
import { startHostileService } from './hostile-service/hostile-service.ts';
import { lectern, temporaryFolder } from './support/processes.ts';

const LINES = 12;
const SCRIPT = Array.from({ length: LINES }, (_, i) => `LANE: This is line ${i} of them.`).join('\n\n');
const is = (text: string | null, ...numbers: readonly number[]): boolean =>
  numbers.some((number) => text?.includes(`line ${number} of`));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

interface Trouble {
  readonly name: string;
  /** As long as the trouble lasts. */
  readonly behaviours: (lasts: () => boolean) => HostileBehaviours;
  /** The end of each command that is advised, in the order in which they are to be called. */
  readonly advised: readonly RegExp[];
  /** Jobs that are made by following the advice. */
  readonly paidAgain: number;
}

const TROUBLES: readonly Trouble[] = [
  {
    name: 'the service failed lines',
    behaviours: (lasts) => ({ fails: (text) => lasts() && is(text, 3, 7) }),
    advised: [/ --retry-failed 1$/],
    paidAgain: 2,
  },
  {
    name: 'no clear answer came',
    behaviours: () => ({ submission: { sequence: ['500-after'] } }),
    advised: [/ --resubmit-in-doubt$/],
    paidAgain: LINES,
  },
  {
    name: 'the audio is refused for a while',
    behaviours: (lasts) => ({ denies: ({ what, text }) => (lasts() && what === 'audio' && is(text, 5) ? 403 : null) }),
    advised: [/ resume \S+$/],
    paidAgain: 0,
  },
  {
    name: 'the audio of a line is gone and another line failed',
    behaviours: (lasts) => ({
      denies: ({ what, text }) => (lasts() && what === 'audio' && is(text, 4) ? 404 : null),
      fails: (text) => lasts() && is(text, 9),
    }),
    advised: [/ --retry-failed 1$/, / --resubmit-in-doubt$/],
    paidAgain: 2,
  },
];

it.each(TROUBLES)('where $name', async ({ behaviours, advised, paidAgain }) => {
  let lasts = true;
  const service = await startHostileService({ seed: 1, behaviours: behaviours(() => lasts) });
  try {
    const environment = {
      LECTERN_HOME: join(folder.path, 'home'),
      LECTERN_BASE_URL: service.baseUrl.origin,
      LECTERN_API_KEY: service.key,
      LECTERN_USER_ID: service.userId,
      LECTERN_PLAN: 'growth',
    };
    const script = join(folder.path, 'scene.txt');
    writeFileSync(script, SCRIPT);
    const first = await lectern(['render', script, '--out', join(folder.path, 'out')], environment);
    expect(first.status, first.stderr).toBe(1);
    const commands = [...first.stderr.matchAll(/lectern (resume .*)$/gm)].map(([, command]) => ` ${command}`);
    expect(commands.length, first.stderr).toBe(advised.length);
    lasts = false;
    const before = service.stats().jobs;
    let status: number | null = null;
    for (const [at, command] of commands.entries()) {
      expect(command).toMatch(advised[at] ?? /never/);
      const result = await lectern(command.trim().split(' '), environment);
      status = result.status;
      if (at === commands.length - 1) expect(status, result.stderr).toBe(0);
    }
    expect(status).toBe(0);
    expect(service.stats().jobs - before).toBe(paidAgain);
    const told = await lectern(['status', join(folder.path, 'out'), '--json'], environment);
    expect(JSON.parse(told.stdout)).toMatchObject({
      fresh: LINES,
      failed: 0,
      in_doubt: 0,
      lost: 0,
      in_flight: 0,
    });
  } finally {
    await service.close();
  }
});
