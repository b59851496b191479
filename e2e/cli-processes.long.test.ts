// The command line among other processes: signals, a second one at the same time, services that die, a terminal.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHostileService } from './hostile-service/hostile-service.ts';
import { longPdf } from './support/long-pdf.ts';
import {
  lecternProcess as lectern,
  type RunningCommand,
  startLectern,
  startService,
  temporaryFolder,
} from './support/processes.ts';
import { expectRefusal } from './support/refusals.ts';
import { waitUntilUnused } from './support/running-processes.ts';
import { manyLines, SCENE, SCENE_SPEECHES } from './support/sample-texts.ts';
import { hasTerminal, runOnTerminal } from './support/terminal.ts';

let folder: ReturnType<typeof temporaryFolder>;
/** The local service, started by each command. */
let local: Readonly<Record<string, string>>;
const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(() => {
  folder = temporaryFolder();
  local = { LECTERN_HOME: at('home') };
});
afterEach(async () => {
  await waitUntilUnused(folder.path);
  folder.remove();
});

interface Report {
  readonly rendered: number;
  readonly reused: number;
  readonly failed: readonly unknown[];
  readonly in_doubt: number;
  readonly files: readonly string[];
}

const reportOf = ({ stdout }: { readonly stdout: string }): Report => JSON.parse(stdout) as Report;

function write(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

/** Resolves when what a command writes to stderr matches. */
function untilSaid(running: RunningCommand, what: RegExp): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    running.process.stderr?.on('data', (text: string) => {
      said += text;
      if (what.test(said)) resolve();
    });
    running.process.once('close', () => reject(new Error(`it ended without a word of it: ${said}`)));
  });
}

/** A service whose jobs take a while, as the command line is told of it. */
async function slowService(readsUntilDone: number) {
  const service = await startHostileService({ seed: 1, behaviours: { readsUntilDone } });
  const account = {
    ...local,
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
  };
  return { service, account };
}

describe('a signal in the middle of a run', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with 130 and the way to go on, and that way works',
    async (signal) => {
      const { service, account } = await slowService(4);
      try {
        const out = at('out');
        const running = startLectern(['render', write('scene.txt', SCENE), '--out', out, '--json'], account);
        while (service.stats().requests.read === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        running.process.kill(signal);
        const stopped = await running.result;
        expect(stopped.status, stopped.stderr).toBe(130);
        expect(stopped.stderr).toContain('Stopping. Nothing more will be sent,');
        const resume = /^Interrupted\. .*lectern (resume \S+)$/m.exec(stopped.stderr)?.[1] ?? '';
        expect(reportOf(stopped).failed).toEqual([]);
        const resumed = await lectern([...resume.split(' '), '--json'], account);
        expect(resumed.status, resumed.stderr).toBe(0);
        expect(reportOf(resumed)).toMatchObject({ failed: [], in_doubt: 0 });
        expect(reportOf(stopped).rendered + reportOf(resumed).rendered).toBe(SCENE_SPEECHES);
        expect(reportOf(resumed).files).toHaveLength(SCENE_SPEECHES);
        expect(service.stats().jobs).toBe(SCENE_SPEECHES);
      } finally {
        await service.close();
      }
    },
  );

  it('ends a long import with a sentence, and nothing is made', async () => {
    writeFileSync(at('war.pdf'), longPdf());
    const running = startLectern(['import', at('war.pdf'), '--project', at('War.lectern')], local);
    // On a slow machine the first row is of an earlier stage than the pages, and the next one comes much later.
    await untilSaid(running, /war\.pdf/);
    running.process.kill('SIGINT');
    const { status, stderr } = await running.result;
    expect([status, stderr]).toEqual([130, expect.stringContaining('war.pdf was cancelled. Nothing was created.')]);
    expect(existsSync(at('War.lectern'))).toBe(false);
  });

  it('the second one ends it at once', async () => {
    const { service, account } = await slowService(1_000);
    try {
      const running = startLectern(['render', write('scene.txt', SCENE), '--out', at('out')], account);
      while (service.stats().requests.read === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const stopping = untilSaid(running, /Stopping/);
      running.process.kill('SIGINT');
      await stopping;
      running.process.kill('SIGINT');
      expect((await running.result).status).toBe(130);
    } finally {
      await service.close();
    }
  });

  it('a kill takes the local service along, and resuming finishes', async () => {
    const script = write('long.txt', manyLines(70));
    const running = startLectern(['render', script, '--out', at('out')], local);
    await untilSaid(running, /To render: 70 lines/);
    running.process.kill('SIGKILL');
    await running.result;
    await waitUntilUnused(at('home'));
    const resumed = await lectern(['resume', at('out'), '--resubmit-in-doubt', '--json'], local);
    expect(resumed.status, resumed.stderr).toBe(0);
    expect(reportOf(resumed).files).toHaveLength(70);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s ends `serve`, with its service', async (signal) => {
    const serving = startLectern(['serve', '--json'], local);
    const row = await new Promise<string>((resolve) => serving.process.stdout?.once('data', resolve));
    const { address, key, user } = JSON.parse(row) as Record<string, string>;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect([key, user].every((word) => typeof word === 'string' && word.length > 8)).toBe(true);
    const account = {
      LECTERN_HOME: at('other'),
      LECTERN_BASE_URL: address ?? '',
      LECTERN_API_KEY: key ?? '',
      LECTERN_USER_ID: user ?? '',
    };
    expect((await lectern(['voices'], account)).status).toBe(0);
    serving.process.kill(signal);
    const { status } = await serving.result;
    if (signal !== 'SIGKILL') expect(status).toBe(0);
    await waitUntilUnused(at('home'));
  });

  it('`serve` without --json prints address, key and user in rows', async () => {
    const serving = startLectern(['serve'], local);
    let said = '';
    await new Promise<void>((resolve) =>
      serving.process.stdout?.on('data', (text: string) => {
        said += text;
        if (said.includes('user: ')) resolve();
      }),
    );
    serving.process.kill('SIGTERM');
    expect((await serving.result).status).toBe(0);
    expect(said).toMatch(/^address: http:\/\/127\.0\.0\.1:\d+\nkey: \S+\nuser: \S+\n$/);
  });
});

describe('two commands at once', () => {
  it('on one local service, with a project each, both end well', async () => {
    const script = write('scene.txt', SCENE);
    const results = await Promise.all(
      ['one', 'two'].map((name) => lectern(['render', script, '--out', at(name), '--json'], local)),
    );
    for (const result of results) {
      expect(result.status, result.stderr).toBe(0);
      expect(reportOf(result)).toMatchObject({ rendered: SCENE_SPEECHES, failed: [], in_doubt: 0 });
    }
  });

  it('on one project, the second is told, and the first ends well', async () => {
    const { service, account } = await slowService(3);
    try {
      const script = write('scene.txt', SCENE);
      const out = at('out');
      const first = startLectern(['render', script, '--out', out, '--json'], account);
      while (service.stats().requests.read === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      // It holds the project for as long as it is asleep.
      first.process.kill('SIGSTOP');
      const inUse = /^The project .* is open in another Lectern\. Close it there, or wait until it has finished\.$/;
      expect(await expectRefusal(['render', script, '--out', out], account)).toMatch(inUse);
      expect(await expectRefusal(['resume', out], account)).toMatch(inUse);
      expect((await lectern(['status', out, '--json'], account)).status).toBe(0);
      first.process.kill('SIGCONT');
      const result = await first.result;
      expect(result.status, result.stderr).toBe(0);
      expect(service.stats().jobs).toBe(SCENE_SPEECHES);
    } finally {
      await service.close();
    }
  });

  it('that make the same project, one wins and the other is told', async () => {
    const { service, account } = await slowService(2);
    try {
      const script = write('scene.txt', SCENE);
      const args = ['render', script, '--out', at('out'), '--json'];
      const results = await Promise.all([lectern(args, account), lectern(args, account)]);
      for (const result of results) {
        expect([0, 2], result.stderr).toContain(result.status);
        if (result.status === 2)
          expect(result.stderr).toMatch(/already exists|is open in another Lectern|Another export/);
        expect(result.stderr).not.toMatch(/^\s+at /m);
      }
      const last = await lectern(args, account);
      expect(reportOf(last).files).toHaveLength(SCENE_SPEECHES);
      expect(service.stats().jobs).toBe(SCENE_SPEECHES);
    } finally {
      await service.close();
    }
  });
});

describe('a service that dies in the middle of a run', () => {
  it('and comes back at the same address with the same data: the run ends well', async () => {
    const data = at('service');
    const first = await startService(data);
    const { port } = new URL(first.environment['LECTERN_BASE_URL'] ?? '');
    const account = { ...first.environment, ...local };
    const running = startLectern(['render', write('long.txt', manyLines(70)), '--out', at('out'), '--json'], account);
    await untilSaid(running, /To render: 70 lines/);
    // All accepted and answered: work on a batch begins behind its answer, and this one's turn comes last.
    while (!isAtLastBatch(data, 70)) await new Promise((resolve) => setTimeout(resolve, 10));
    first.process.kill('SIGKILL');
    await new Promise((resolve) => first.process.once('exit', resolve));
    const second = await startService(data, '--port', port);
    const result = await running.result;
    await second.stop();
    expect(result.status, result.stderr).toBe(0);
    expect(reportOf(result)).toMatchObject({ rendered: 70, failed: [], in_doubt: 0 });
  });
});

describe('what a run looks like', () => {
  it('in a pipe: plain rows without any control', async () => {
    const result = await lectern(['render', write('scene.txt', SCENE), '--out', at('out')], local);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/^To render: 22 lines, [\d,]+ characters\.$/m);
    expect(result.stderr).not.toMatch(/[^\n\P{Cc}]/u);
  });

  it.runIf(hasTerminal)('on a terminal of 80 columns: rows that move, and nothing left of them', async () => {
    const { service, account } = await slowService(4);
    try {
      const args = ['render', write('scene.txt', SCENE), '--out', at('out')];
      const run = await runOnTerminal(args, account, 80);
      expect(run.status, run.written).toBe(0);
      expect(run.frames.length).toBeGreaterThan(2);
      for (const rows of run.frames) for (const row of rows) expect(row.length).toBeLessThanOrEqual(80);
      expect(run.frames[0]?.slice(-3)).toEqual([
        '░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  0 of 22 lines rendered.',
        expect.stringMatching(/^This minute: [\d,]+ of 35,000 characters, \d of 20 requests\.$/),
        'Waiting for the first lines.',
      ]);
      expect(run.screen.join('\n')).not.toMatch(/[█░]|This minute|left\.|Finishing/);
      expect(run.screen.join('\n')).toMatch(/^To render: 22 lines/m);
      expect(run.screen.join(' ')).toMatch(/22 lines rendered, 0 reused, 0 failed, 0 in doubt/);
      expect(run.written.lastIndexOf('\x1b[?25h'), 'the cursor is back').toBeGreaterThan(
        run.written.lastIndexOf('\x1b[?25l'),
      );
    } finally {
      await service.close();
    }
  });

  it.runIf(hasTerminal)('Ctrl-C on a terminal leaves nothing of what moved', async () => {
    const { service, account } = await slowService(100);
    try {
      let typed = false;
      const args = ['render', write('scene.txt', SCENE), '--out', at('out')];
      const run = await runOnTerminal(args, account, 80, (_written, type) => {
        if (typed || service.stats().requests.read === 0) return;
        typed = true;
        type('\x03');
      });
      expect(run.status, run.written).toBe(130);
      expect(run.screen.join('\n')).not.toMatch(/[█░]|This minute|Waiting/);
      expect(run.screen.join(' ')).toMatch(/Stopping\. Nothing more will be sent, .*Interrupted\. Nothing is lost/);
    } finally {
      await service.close();
    }
  });
});

/** Whether a service has taken at least this many jobs, and has begun work on the last batch. */
function isAtLastBatch(data: string, jobs: number): boolean {
  const database = new DatabaseSync(join(data, 'service.db'), { readOnly: true });
  try {
    const row = database
      .prepare(
        `SELECT (SELECT count(*) FROM jobs) AS jobs, count(*) AS begun FROM jobs
         WHERE status <> 'pending' AND batch_id = (SELECT batch_id FROM jobs ORDER BY number DESC LIMIT 1)`,
      )
      .get();
    return Number(row?.['jobs']) >= jobs && Number(row?.['begun']) > 0;
  } finally {
    database.close();
  }
}
