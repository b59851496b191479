// Projects as a stranger may have packed them. Nothing outside their folder is read, written, moved or deleted.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { copyProject } from '../project-copy.ts';
import { castAll, giveTake, problemOf, save, Workshop } from '../testing/test-project.ts';
import { listBackups } from './backup.ts';
import { inspectProject } from './inspect-project.ts';
import { ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';
import { restoreBackup } from './restore-backup.ts';
import { backUpInProject } from './routine-backups.ts';

const SECRET = 'a line that its owner alone may read\n'.repeat(64);

let workshop: Workshop;
let paths: ProjectPaths;
/** A file and a folder that lie outside the project. */
let secret: string;
let elsewhere: string;
let before: unknown;

beforeEach(async () => {
  workshop = new Workshop();
  paths = projectPaths(workshop.path());
  const project = workshop.create();
  save(project, '# One\n\nA: Hello.\n\nB: Yes.\n');
  castAll(project);
  for (const line of project.lines.states()) await giveTake(project, line);
  backUpInProject(paths.folder, 1_000);
  project.close();
  secret = join(workshop.folder, 'secret');
  elsewhere = join(workshop.folder, 'elsewhere');
  writeFileSync(secret, SECRET);
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'mine.txt'), SECRET);
  before = outside();
});
afterEach(() => workshop.clear());

/** What is outside, with the moments of its changes. */
function outside() {
  const state = (path: string) => {
    const { ino, mtimeMs, size } = statSync(path);
    return { ino, mtimeMs, size, content: readFileSync(path, 'utf8') };
  };
  return { secret: state(secret), elsewhere: readdirSync(elsewhere), mine: state(join(elsewhere, 'mine.txt')) };
}

/** Does everything with a project that writes to its folder. @returns the kinds of what was refused */
async function useProject(): Promise<Set<string>> {
  const refused = new Set<string>();
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      refused.add(error.problem.kind);
      return null;
    }
  };
  const use = async (project: Project) => {
    await attempt(() => project.rename('Renamed'));
    await attempt(() => project.db.allocateReserve());
    await attempt(() => project.takes.putAudio(Buffer.from('sound'), 'wav'));
    await attempt(() => project.takes.verify({ deep: true }));
    for (const { pick } of project.lines.states()) {
      if (pick)
        await project.takes.openAudio(pick.audioHash, pick.format).then(
          (file) => file.close(),
          () => null,
        );
    }
    await attempt(() => backUpInProject(paths.folder, 2_000));
    project.close();
  };
  await inspectProject(paths.folder);
  const read = await attempt(() => workshop.open('Play.lectern', 'read'));
  read?.close();
  const project = await attempt(() => workshop.open());
  if (project) await use(project);
  listBackups(paths.folder);
  await attempt(() => restoreBackup(paths.folder, 3_000));
  const { clock, random } = workshop;
  const signal = new AbortController().signal;
  const beside = [{ name: 'cover.png', maxBytes: 1_000_000 }];
  const options = { name: 'Copy', clock, random, signal, onProgress: () => {}, beside };
  await attempt(() => copyProject(paths.folder, workshop.path('Copy.lectern'), options));
  return refused;
}

/** Everything below a folder, as one text. */
function everything(folder: string): string {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join();
}

function change(sql: string): void {
  const database = new DatabaseSync(paths.database);
  database.exec(sql);
  database.close();
}

const takePath = (): string => {
  const name = readdirSync(paths.takes, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.wav'));
  return join(paths.takes, name ?? '');
};
const replaceBy = (make: (target: string, path: string) => void, path: string, target: string): void => {
  rmSync(path, { recursive: true, force: true });
  make(target, path);
};
const pipe = (path: string): void => {
  rmSync(path, { recursive: true, force: true });
  spawnSync('mkfifo', [path]);
};

const FILES = ['project.db', 'project.db-wal', 'project.db-shm', 'project.db-journal', 'project.db.restoring'];
const OTHERS = [
  'journal.reserve',
  'closed.json',
  'log.json',
  'writer.lock',
  'writer.lock-journal',
  'cover.png',
  'project.db.own',
];

describe.runIf(process.platform !== 'win32')('a project of a stranger', () => {
  it.each([...FILES, ...OTHERS])('whose %s is a link to a file elsewhere leaves that file as it is', async (name) => {
    replaceBy(symlinkSync, join(paths.folder, name), secret);
    await useProject();
    expect(outside()).toEqual(before);
    expect(everything(workshop.path('Copy.lectern'))).not.toContain(SECRET);
  });

  it.each([...FILES, ...OTHERS])(
    'whose %s is a second name of a file elsewhere leaves that file as it is',
    async (name) => {
      replaceBy(linkSync, join(paths.folder, name), secret);
      await useProject();
      expect(outside()).toEqual(before);
    },
  );

  it.each([...FILES, ...OTHERS])('whose %s is a pipe keeps no reader waiting', async (name) => {
    pipe(join(paths.folder, name));
    await useProject();
  });

  it.each(['takes', 'backups'])('whose folder %s is a link is refused', async (name) => {
    replaceBy(symlinkSync, join(paths.folder, name), elsewhere);
    expect(await useProject()).toContain('unsafe');
    expect(outside()).toEqual(before);
  });

  it('keeps takes in no folder that is a link', async () => {
    for (const name of readdirSync(paths.takes)) rmSync(join(paths.takes, name), { recursive: true });
    for (let byte = 0; byte < 256; byte += 1) {
      symlinkSync(elsewhere, join(paths.takes, byte.toString(16).padStart(2, '0')));
    }
    expect(await useProject()).toContain('unsafe');
    expect(outside()).toEqual(before);
  });

  it('finds takes that are links or pipes missing, and copies none of them', async () => {
    replaceBy(symlinkSync, takePath(), secret);
    pipe(takePath());
    const project = workshop.open();
    expect((await project.takes.verify()).map(({ problem }) => problem)).toContain('missing');
    project.close();
    await useProject();
    expect(everything(workshop.path('Copy.lectern'))).not.toContain(SECRET);
    expect(outside()).toEqual(before);
  });

  it('is refused where its database is that of another project, by a link; by a second name the other stays as it is', async () => {
    const other = workshop.path('Other.lectern');
    cpSync(paths.folder, other, { recursive: true });
    const database = join(other, 'project.db');
    const content = readFileSync(database);
    replaceBy(linkSync, paths.database, database);
    await useProject();
    expect(readFileSync(database).equals(content)).toBe(true);
    replaceBy(symlinkSync, paths.database, database);
    expect(await useProject()).toContain('unsafe');
    expect(readFileSync(database).equals(content)).toBe(true);
  });

  it.each(['../../../secret', '/etc/passwd', `${'a'.repeat(62)}/x`, '..', ''])(
    'whose take is named %j has no audio for it',
    async (hash) => {
      change(`UPDATE takes SET audio_hash = '${hash}'`);
      const project = workshop.open();
      expect((await project.takes.verify()).map(({ problem }) => problem)).toEqual(['missing', 'missing', 'missing']);
      project.close();
      await useProject();
      expect(outside()).toEqual(before);
    },
  );

  it.each([
    ['a trigger', 'CREATE TRIGGER spy AFTER UPDATE ON project BEGIN DELETE FROM lines; END', 'trigger spy'],
    ['a view', 'CREATE VIEW spy AS SELECT * FROM lines', 'view spy'],
    ['a table', 'CREATE TABLE spy (x)', 'table spy'],
    ['a virtual table', 'CREATE VIRTUAL TABLE spy USING fts5(x)', 'table spy'],
    [
      'a view in the place of a table',
      `ALTER TABLE project RENAME TO spied; CREATE VIEW project AS
         WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS name, x AS place FROM n`,
      expect.stringMatching(/project|spied/),
    ],
  ])('whose database holds %s is refused', async (_, sql, entry) => {
    change(sql);
    for (const mode of ['read', 'write'] as const) {
      expect(() => workshop.open('Play.lectern', mode)).toThrow(
        expect.objectContaining({ problem: { kind: 'unsafe', path: paths.folder, entry, reason: 'foreign-schema' } }),
      );
    }
    expect((await inspectProject(paths.folder)).state.kind).toBe('unreadable');
  });

  it.each([
    `UPDATE takes SET format = 'wav/../../../secret'`,
    'UPDATE lines SET characters = 9223372036854775807',
    'UPDATE takes SET duration = 9e999',
    'UPDATE takes SET size = -1',
    `PRAGMA ignore_check_constraints = ON; UPDATE takes SET verdict = 'perfect'`,
    `PRAGMA ignore_check_constraints = ON; UPDATE project SET closed = 7`,
    `PRAGMA ignore_check_constraints = ON; UPDATE paragraphs SET kind = ''`,
  ])('with a value that Lectern never writes is damaged: %s', (sql) => {
    change(sql);
    expect(problemOf(() => workshop.open())).toMatchObject({ kind: 'damaged', damage: { kind: 'odd-value' } });
  });

  it('is damaged where a row that points nowhere has a number beyond all that JavaScript has', () => {
    change(
      'PRAGMA foreign_keys = OFF; UPDATE paragraphs SET id = 9223372036854775807, chapter_id = 7777 WHERE id = (SELECT min(id) FROM paragraphs)',
    );
    expect(problemOf(() => workshop.open())).toMatchObject({ kind: 'damaged', damage: { kind: 'dangling' } });
  });

  it('opens with settings that nothing can read, so that they can be reset', () => {
    change(`UPDATE project SET settings = '{'`);
    const project = workshop.open();
    expect(() => project.settings()).toThrow(
      expect.objectContaining({ problem: { kind: 'settings-unreadable', path: paths.folder } }),
    );
    project.close();
  });

  it('is called damaged where a line’s own settings are no JSON', () => {
    change(`UPDATE lines SET override = '{'`);
    const project = workshop.open();
    expect(() => project.db.prepare(`SELECT json_extract(override, '$.voice') FROM lines`).all()).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'damaged' }) }),
    );
    project.close();
  });

  it.each(['-journal', '.restoring'])('is left as it is by a restore where project.db%s is a folder', (ending) => {
    mkdirSync(paths.database + ending);
    const content = readFileSync(paths.database);
    expect(() => restoreBackup(paths.folder, 1)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'unsafe' }) }),
    );
    expect(readFileSync(paths.database).equals(content)).toBe(true);
  });

  it('whose database lacks a table is damaged', () => {
    change('PRAGMA foreign_keys = OFF; DROP TABLE picks');
    expect(() => workshop.open()).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'damaged' }) }),
    );
  });

  it('is looked through though it pretends to have been closed in good order', () => {
    const content = readFileSync(paths.database);
    content.fill(0xff, content.length - 4_096);
    const aside = `${paths.database}.aside`;
    const { mtime } = statSync(paths.database);
    writeFileSync(aside, content);
    utimesSync(aside, mtime, mtime);
    renameSync(aside, paths.database);
    const { mtimeNs } = statSync(paths.database, { bigint: true });
    const seal = JSON.parse(readFileSync(paths.seal, 'utf8')) as Record<string, string>;
    writeFileSync(paths.seal, JSON.stringify({ ...seal, bytes: String(content.length), changed: String(mtimeNs) }));
    expect(() => workshop.open()).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'damaged' }) }),
    );
  });

  it('whose journal names another file is refused', () => {
    const project = workshop.open();
    project.close();
    // The end of a journal that belongs to several databases: the name of the journal that they share.
    const name = Buffer.from(secret);
    const end = Buffer.alloc(16);
    end.writeUInt32BE(name.length, 0);
    end.writeUInt32BE(
      name.reduce((sum, byte) => sum + byte, 0),
      4,
    );
    Buffer.from('d9d505f920a163d7', 'hex').copy(end, 8);
    writeFileSync(`${paths.database}-journal`, Buffer.concat([end.subarray(8), Buffer.alloc(504), name, end]));
    expect(() => workshop.open()).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'unsafe' }) }),
    );
    expect(outside()).toEqual(before);
  });

  it('has no backups that are links, pipes or folders', async () => {
    rmSync(paths.backups, { recursive: true });
    mkdirSync(paths.backups);
    copyFileSync(paths.database, join(elsewhere, 'other.db'));
    symlinkSync(join(elsewhere, 'other.db'), join(paths.backups, '2030-01-01.db'));
    pipe(join(paths.backups, '2031-01-01.db'));
    mkdirSync(join(paths.backups, '2032-01-01.db'));
    expect(listBackups(paths.folder)).toEqual([]);
    const problem = problemOf(() => restoreBackup(paths.folder, 1));
    expect(problem).toMatchObject({ kind: 'damaged', damage: { kind: 'no-backup' } });
  });
});
