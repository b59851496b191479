// What the command line says to folders, drives, projects and ports that it can't work with, and what it leaves alone.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lectern, type ServiceProcess, startLectern, startService, temporaryFolder } from './support/processes.ts';
import { expectRefusal, expectRefusalWithoutOutput } from './support/refusals.ts';
import { processesUsing, waitUntilUnused } from './support/running-processes.ts';
import { manyLines, SCENE } from './support/sample-texts.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const script = at('scene.txt');
const plainFile = at('file');
let service: ServiceProcess;
let account: Readonly<Record<string, string>>;

beforeAll(async () => {
  writeFileSync(script, SCENE);
  writeFileSync(plainFile, 'words');
  service = await startService(at('service'), '--speech', 'silent');
  account = { ...service.environment, LECTERN_HOME: at('home') };
  const { status } = await lectern(['render', script, '--out', at('done'), '--fail-on', 'never'], account);
  expect(status).toBe(0);
});
afterAll(async () => {
  await service.stop();
  await waitUntilUnused(folder.path);
  expect(processesUsing(folder.path)).toEqual([]);
  folder.remove();
});

let outs = 0;
const newOut = (): string => {
  outs += 1;
  return at(`out-${outs}`);
};

/** Every file below a folder with its bytes, but for what SQLite keeps beside an open database. */
function contentOf(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => join(entry.parentPath, entry.name)).filter((name) => !/-(wal|shm)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(name, 'latin1')]));
}

describe.concurrent('a folder for audio', () => {
  it('that is a file', async () => {
    const sentence = await expectRefusal(['render', script, '--out', plainFile], account);
    expect(sentence).toBe(`The folder for the audio, ${plainFile}, is not a folder: choose another --out.`);
    expect(readFileSync(plainFile, 'utf8')).toBe('words');
  });

  it('below a file, found out before anything is rendered for it', async () => {
    const project = at('unborn.lectern');
    const args = ['render', script, '--out', join(plainFile, 'sub'), '--project', project];
    expect(await expectRefusal(args, account)).toMatch(
      /sub, can’t be created, because .*file is not a folder: choose another --out\.$/,
    );
    expect(existsSync(project)).toBe(false);
  });

  it.each(['export', 'resume'])('that is a file, for %s', async (command) => {
    const args = [command, at('done'), '--out', plainFile, ...(command === 'export' ? ['--as', 'lines'] : [])];
    expect(await expectRefusal(args, account)).toMatch(/is not a folder: choose another --out\.$/);
  });

  it('that holds the export of another project', async () => {
    const out = at('of-another');
    cpSync(at('done'), out, { recursive: true, filter: (name) => !name.includes('.lectern') });
    const before = contentOf(out);
    const sentence = await expectRefusal(['render', script, '--out', out], account);
    expect(sentence).toMatch(/of-another contains the export of another project, “scene”\. Choose/);
    expect(contentOf(out)).toEqual(before);
  });

  it('that holds a manifest of something else', async () => {
    const out = at('site');
    mkdirSync(out);
    writeFileSync(join(out, 'manifest.json'), '{"name": "My web site"}');
    expect(await expectRefusal(['render', script, '--out', out], account)).toMatch(
      /^The file manifest\.json in .* isn’t from Lectern/,
    );
    expect(readdirSync(out)).toEqual(['manifest.json']);
  });

  it('that holds the project of another script', async () => {
    const out = at('other-script');
    cpSync(at('done'), out, { recursive: true });
    const other = at('other.txt');
    writeFileSync(other, manyLines(30));
    const before = contentOf(join(out));
    const sentence = await expectRefusal(['render', other, '--out', out], account);
    expect(sentence).toMatch(
      /scene\.lectern contains a different script, which shares hardly any lines with .*other\.txt: choose another --out/,
    );
    delete before[join(out, 'scene.lectern', 'closed.json')];
    expect(contentOf(out)).toMatchObject(
      Object.fromEntries(Object.entries(before).filter(([name]) => !name.endsWith('project.db'))),
    );
    const status = JSON.parse((await lectern(['status', out, '--json'], account)).stdout) as { fresh: number };
    expect(status.fresh).toBe(22);
  });
});

describe.concurrent('a project', () => {
  const harms: [what: string, harm: (database: string) => void, says: RegExp][] = [
    [
      'of a newer version',
      (path) => {
        const database = new DatabaseSync(path);
        database.exec('PRAGMA user_version = 999');
        database.close();
      },
      /^The project .* was saved by a newer Lectern \(format 999; this one reads up to \d+\)\. Update Lectern/,
    ],
    [
      'with bytes overwritten',
      (path) => {
        const bytes = readFileSync(path);
        for (let place = 4_096; place < bytes.length; place += 1) bytes[place] = (place * 7) % 256;
        writeFileSync(path, bytes);
      },
      /^The database of the project .* is damaged: .* It was not changed\. Restore/,
    ],
    [
      'cut off',
      (path) => truncateSync(path, 20_000),
      /^The database of the project .* is damaged: .* It was not changed/,
    ],
    [
      'whose database is a text',
      (path) => writeFileSync(path, 'Dear diary,\n'.repeat(500)),
      /^The database of the project .* is damaged: file is not a database\. It was not changed/,
    ],
    [
      'whose database is empty',
      (path) => writeFileSync(path, ''),
      /^The database of the project .* is damaged: the file is empty\. It was not changed/,
    ],
  ];
  it.each(harms)('%s', async (what, harm, says) => {
    const out = at(`harmed ${what}`);
    cpSync(at('done'), out, { recursive: true });
    harm(join(out, 'scene.lectern', 'project.db'));
    const before = contentOf(out);
    const calls = [
      ['render', script, '--out', out],
      ['status', out],
      ['export', out, '--out', newOut(), '--as', 'lines'],
    ];
    for (const args of calls) expect(await expectRefusal(args, account), args[0]).toMatch(says);
    expect(contentOf(out)).toEqual(before);
  });

  it('that is a folder of something else', async () => {
    const other = at('photos');
    mkdirSync(other);
    writeFileSync(join(other, 'beach.jpg'), 'sand');
    const sentence = await expectRefusalWithoutOutput(['render', script, '--project', other], newOut(), account);
    expect(sentence).toMatch(/photos is not a Lectern project: it has no project\.db\. Choose/);
    expect(await expectRefusal(['status', other], account)).toBe(sentence);
    expect(readdirSync(other)).toEqual(['beach.jpg']);
  });

  it('that is a file, or below one', async () => {
    const render = ['render', script, '--project'];
    expect(await expectRefusalWithoutOutput([...render, plainFile], newOut(), account)).toMatch(
      /is not a Lectern project/,
    );
    expect(await expectRefusalWithoutOutput([...render, join(plainFile, 'p.lectern')], newOut(), account)).toMatch(
      /^The project .* can’t be created: .*file is not a folder\. Choose another place with --project\.$/,
    );
  });

  it('in which nothing was begun can’t be resumed, and says what to call', async () => {
    const project = at('imported.lectern');
    expect((await lectern(['import', script, '--project', project], account)).status).toBe(0);
    expect(await expectRefusal(['resume', project], account)).toBe(
      `There is no run in the project ${project} to resume. Run "lectern render SCRIPT --out DIR --project ${project}" instead.`,
    );
  });

  it('of another connection', async () => {
    const sentence = await expectRefusal(['render', script, '--out', at('done')], {
      ...account,
      LECTERN_BASE_URL: (account['LECTERN_BASE_URL'] ?? '').replace('127.0.0.1', 'localhost'),
    });
    expect(sentence).toMatch(/^The project .* uses http:\/\/127\.0\.0\.1:\d+ .*, not http:\/\/localhost/);
  });
});

describe.concurrent('the data folder', () => {
  it('that is a file, or below one', async () => {
    for (const home of [plainFile, join(plainFile, 'home')]) {
      for (const args of [['voices'], ['serve'], ['render', script, '--out', newOut()]]) {
        expect(await expectRefusal(args, { LECTERN_HOME: home })).toMatch(
          /^Lectern’s data folder .* can’t be used\. .* is not a folder\. Set LECTERN_HOME to a folder/,
        );
      }
    }
  });
});

describe.runIf(process.platform === 'linux').concurrent('a place where the system keeps no files', () => {
  const noFiles = /the system (keeps (no )?|doesn’t store )files/;

  it('as the folder for audio', async () => {
    for (const args of [
      ['render', script, '--out', '/proc/lectern/audio'],
      ['render', script, '--out', '/proc'],
      ['export', at('done'), '--as', 'lines', '--out', '/sys/audio'],
      ['resume', at('done'), '--out', '/dev/fd/audio'],
    ]) {
      expect(await expectRefusal(args, account), args.join(' ')).toMatch(noFiles);
    }
  });

  it('as a project', async () => {
    expect(await expectRefusal(['import', script, '--project', '/proc/a/b.lectern'], account)).toMatch(noFiles);
    expect(await expectRefusal(['import', script, '--project', '/proc'], account)).toMatch(
      /^\/proc is not a Lectern project/,
    );
    expect(await expectRefusal(['status', '/proc'], account)).toMatch(/^\/proc is not a Lectern project/);
  });

  it('as a script', async () => {
    for (const file of ['/proc', '/proc/kmsg', '/dev/zero']) {
      expect(await expectRefusal(['render', file, '--out', newOut()], account)).toMatch(
        /is a folder|has no (words|text)|is empty|is not a regular file|can't be (read|imported)/,
      );
    }
  });

  it('as the data folder', async () => {
    const stored = /The system doesn’t store files in/;
    expect(await expectRefusal(['voices'], { LECTERN_HOME: '/proc/lectern' })).toMatch(stored);
    expect(await expectRefusal(['serve', '--data', '/proc/lectern'], account)).toMatch(stored);
  });
});

describe.concurrent('the local service’s own files', () => {
  const DIARY = 'Dear diary, '.repeat(1_000);

  function damaged(name: string): { readonly home: string; readonly service: string } {
    const home = at(`home with a damaged ${name}`);
    const service = join(home, 'service');
    mkdirSync(service, { recursive: true });
    writeFileSync(join(service, name), DIARY);
    return { home, service };
  }

  it('account.json, damaged, is named and left as it is', async () => {
    const { home, service } = damaged('account.json');
    expect(await expectRefusal(['voices'], { LECTERN_HOME: home })).toMatch(
      /^The local service didn’t start: The account file .*account\.json is invalid: correct it/,
    );
    expect(readFileSync(join(service, 'account.json'), 'utf8')).toBe(DIARY);
  });

  it('service.db, damaged, is kept aside, and the service starts with a new one', async () => {
    const { home, service } = damaged('service.db');
    const { status, stderr } = await lectern(['voices'], { LECTERN_HOME: home });
    expect(status, stderr).toBe(0);
    const [aside = ''] = readdirSync(service).filter((name) => name.startsWith('service.db.damaged-'));
    expect(readFileSync(join(service, aside), 'utf8')).toBe(DIARY);
  });
});

describe('the local service alone', () => {
  it('refuses data that another one holds, and a port that is taken, and the first goes on', async () => {
    const first = startLectern(['serve', '--json', '--data', at('shared-data')], account);
    const address = await new Promise<string>((resolve, reject) => {
      first.process.once('exit', () => reject(new Error('it ended')));
      first.process.stdout?.once('data', (row: Buffer) => resolve(JSON.parse(String(row)).address));
    });
    const second = await lectern(['serve', '--data', at('shared-data')], account);
    expect(second.status).toBe(2);
    expect(second.stderr).toBe(
      `A service with the data folder ${at('shared-data')} is already running at ${address}.\n`,
    );
    const { port } = new URL(address);
    const third = await lectern(['serve', '--data', at('own-data'), '--port', port], account);
    expect(third.status).toBe(2);
    expect(third.stderr).toBe(
      `The port ${port} is already in use: choose another with --port, or omit it to use a free port.\n`,
    );
    expect((await fetch(new URL('/api/v2/voices', address))).status).toBe(401);
    first.process.kill('SIGTERM');
    expect((await first.result).status).toBe(0);
  });
});
