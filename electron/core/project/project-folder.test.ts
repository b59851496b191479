import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTION, problemOf, Workshop } from './testing/test-project.ts';

const script = (name: string) => fileURLToPath(new URL(`./testing/${name}.ts`, import.meta.url));

let workshop: Workshop;
const held: ChildProcess[] = [];

beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => {
  for (const child of held.splice(0)) child.kill('SIGKILL');
  workshop.clear();
});

/** Another process that has the project open to write. */
async function holdElsewhere(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script('hold-project'), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  held.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

describe('a new project', () => {
  it('is a folder with a database and a place for takes, and remembers its connection', () => {
    const project = workshop.create();
    expect(readdirSync(project.dir)).toEqual(expect.arrayContaining(['project.db', 'takes', 'writer.lock']));
    expect(project.info()).toMatchObject({ name: 'Play', connection: CONNECTION, moved: false });
    project.close();
    expect(workshop.open().info()).toMatchObject({ name: 'Play', connection: CONNECTION, moved: false });
  });

  it('is not made over something that is there', () => {
    mkdirSync(workshop.path());
    writeFileSync(join(workshop.path(), 'letter.txt'), 'mine');
    expect(problemOf(() => workshop.create()).kind).toBe('exists');
    expect(readdirSync(workshop.path())).toEqual(['letter.txt']);
  });

  it('takes an empty folder, and makes the folders above it', () => {
    mkdirSync(workshop.path());
    expect(workshop.create().info().name).toBe('Play');
    expect(workshop.create('shelf/of/mine/Other.lectern').info().name).toBe('Play');
  });

  it('leaves nothing where it fails half way', () => {
    const name = 'shelf/Play.lectern';
    expect(() => workshop.create(name, { lineCharacters: 1 })).toThrow();
    expect(readdirSync(workshop.folder)).toEqual([]);
  });
});

describe('one writer', () => {
  it('tells a second writer in the same process', () => {
    workshop.create();
    expect(problemOf(() => workshop.open()).kind).toBe('in-use');
  });

  it('welcomes readers while it writes, and they see what it commits', () => {
    const writer = workshop.create();
    const reader = workshop.open('Play.lectern', 'read');
    writer.setLastExport({ folder: 'out' });
    expect(reader.lastExport()).toEqual({ folder: 'out' });
    expect(() => reader.setLastExport(null)).toThrow();
  });

  it('tells a second process, and is followed by it when it is killed, with what it committed', async () => {
    workshop.create().close();
    const child = await holdElsewhere(workshop.path());
    expect(problemOf(() => workshop.open()).kind).toBe('in-use');
    expect(workshop.open('Play.lectern', 'read').info().name).toBe('committed');
    await kill(child);
    expect(workshop.open().info().name).toBe('committed');
  });

  it('closes so that the file alone holds everything', () => {
    const project = workshop.create();
    project.setLastExport({ folder: 'out' });
    project.close();
    project.close();
    expect(readdirSync(project.dir).sort()).toEqual(['closed.json', 'project.db', 'takes', 'writer.lock']);
  });
});

describe('a project that moved', () => {
  it('says so until its place is confirmed', () => {
    workshop.create().close();
    renameSync(workshop.path(), workshop.path('Other.lectern'));
    const moved = workshop.open('Other.lectern');
    expect(moved.info().moved).toBe(true);
    moved.confirmPlace();
    expect(moved.info().moved).toBe(false);
  });

  it('is told from the one that it was copied from', () => {
    workshop.create().close();
    cpSync(workshop.path(), workshop.path('Copy.lectern'), { recursive: true });
    expect(workshop.open('Copy.lectern').info().moved).toBe(true);
    expect(workshop.open().info().moved).toBe(false);
  });
});

describe('what is no project', () => {
  it('is not found', () => {
    expect(problemOf(() => workshop.open('None.lectern')).kind).toBe('not-found');
  });

  it('is a folder without a database, a file, or a database of something else', () => {
    mkdirSync(workshop.path('Empty.lectern'));
    writeFileSync(workshop.path('File.lectern'), 'text');
    mkdirSync(workshop.path('Other.lectern'));
    const other = new DatabaseSync(join(workshop.path('Other.lectern'), 'project.db'));
    other.exec('CREATE TABLE letters (id INTEGER); PRAGMA user_version = 1');
    other.close();
    for (const name of ['Empty.lectern', 'File.lectern', 'Other.lectern']) {
      expect(problemOf(() => workshop.open(name)).kind).toBe('not-a-project');
      expect(problemOf(() => workshop.open(name, 'read')).kind).toBe('not-a-project');
    }
  });

  it('is refused, untouched, where a newer Lectern wrote it', () => {
    workshop.create().close();
    const file = join(workshop.path(), 'project.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const before = readFileSync(file);
    for (const mode of ['write', 'read'] as const) {
      expect(problemOf(() => workshop.open('Play.lectern', mode))).toMatchObject({ kind: 'newer', version: 99 });
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('a damaged database', () => {
  let file: string;

  beforeEach(() => {
    const project = workshop.create();
    for (let id = 0; id < 400; id += 1) project.setLastExport({ folder: 'out'.repeat(2_000) });
    project.close();
    file = join(workshop.path(), 'project.db');
  });

  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['has a page overwritten', (bytes) => bytes.fill(0xa5, 3 * 4096, 6 * 4096)],
    ['has its head overwritten', (bytes) => bytes.fill(0xa5, 0, 4096)],
    ['was cut short', (bytes) => bytes.subarray(0, bytes.length - 3 * 4096)],
    ['was cut within its head', (bytes) => bytes.subarray(0, 50)],
    ['is empty', () => Buffer.alloc(0)],
    ['is something else', () => Buffer.from('This is a letter, and not a database at all. '.repeat(500))],
  ];

  it.each(damages)('is found when it %s, and left as it is', (_, damage) => {
    const damaged = Buffer.from(damage(readFileSync(file)));
    writeFileSync(file, damaged);
    for (const mode of ['write', 'read'] as const) {
      expect(problemOf(() => workshop.open('Play.lectern', mode)).kind).toBe('damaged');
    }
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  it('is told with its latest backup', () => {
    const backup = join(workshop.path(), 'backups', '2026-01-01T00-00-00-000Z-format-1.db');
    mkdirSync(join(workshop.path(), 'backups'));
    writeFileSync(backup, '');
    truncateSync(file, 4096);
    const problem = problemOf(() => workshop.open());
    expect(problem).toMatchObject({ kind: 'damaged', backup });
  });
});

describe('a folder that can not be written', () => {
  /** Opens in a process that no permission is waived for. */
  const openAsSomebody = (mode: string, folder: string): string => {
    const root = process.getuid?.() === 0;
    const nobody = { uid: 65_534, gid: 65_534 };
    const { stdout, stderr } = spawnSync(process.execPath, [script('open-project'), mode, folder], {
      encoding: 'utf8',
      ...(root ? nobody : {}),
    });
    return stdout || stderr;
  };

  beforeEach(() => {
    workshop.create().close();
    chmodSync(workshop.folder, 0o755);
    chmodSync(workshop.path(), 0o555);
  });
  afterEach(() => {
    chmodSync(workshop.path(), 0o755);
  });

  it('is refused to a writer, and can be read', () => {
    expect(openAsSomebody('write', workshop.path())).toMatch(/^(read-only|no-permission)$/);
    expect(openAsSomebody('read', workshop.path())).toBe('Play');
  });

  it('takes no new project', () => {
    expect(openAsSomebody('create', join(workshop.path(), 'New.lectern'))).toMatch(/^(read-only|no-permission)$/);
  });

  it.runIf(process.getuid?.() === 0)('takes no new project where it can not be entered', () => {
    chmodSync(workshop.folder, 0o700);
    expect(openAsSomebody('create', join(workshop.path(), 'New.lectern'))).toMatch(/^(read-only|no-permission)$/);
  });
});

describe('settings', () => {
  it('that can not be read are reported, and kept aside when they are reset', () => {
    const project = workshop.create();
    project.db.exec(`UPDATE project SET settings = '{"version": 7}'`);
    project.close();
    const again = workshop.open();
    expect(again.info().name).toBe('Play');
    expect(problemOf(() => again.settings()).kind).toBe('settings-unreadable');
    again.resetSettings();
    expect(again.settings().version).toBe(1);
    const kept = again.db.prepare('SELECT what, content FROM kept_aside').all();
    expect(kept).toEqual([{ what: 'settings', content: '{"version": 7}' }]);
  });
});
