// Manipulates databases: rows, schema, pages and journals.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Harm, type HarmContext, isOwnFile, isWithin } from './harms.ts';

/** Changes the project's database, if the project still has one. */
function changeDatabase(context: HarmContext, work: (database: DatabaseSync) => void): void {
  const path = join(context.project, 'project.db');
  if (![path, `${path}-wal`, `${path}-shm`, `${path}-journal`].every((each) => isOwnFileOrMissing(context, each)))
    return;
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
      work(database);
    } finally {
      database.close();
    }
  } catch {
    // An earlier manipulation has broken the database.
  }
}

const isOwnFileOrMissing = (context: HarmContext, path: string): boolean =>
  isOwnFile(context, path) || lstatSync(path, { throwIfNoEntry: false }) === undefined;

const TEXTS = [
  ...['', 'null', '[]', '{}', '[null]', '0', '"x"', '{"a":', '[[[[[[[[]]]]]]]]', '{"__proto__":{"x":1}}'],
  ...[
    '[{"role":1,"text":null}]',
    '[{"text":"x"}]',
    '../../../etc/passwd',
    '\u0000',
    '\u202ex',
    "'; DROP TABLE lines; --",
  ],
  ...['{"version":999}', '{"version":1,"masterFormat":"exe"}', '{"kind":"three-roles"}', 'x'.repeat(200_000)],
];
const NUMBERS = [0, -1, 1, 2 ** 31, -(2n ** 63n), 2n ** 63n - 1n, 9e18];
const REALS = [0, -1, 1e308, -1e308, Number.POSITIVE_INFINITY, 1e-320];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

const row: Harm = (context) => {
  const { draw } = context;
  let done = 'nothing';
  changeDatabase(context, (database) => {
    const columns = database
      .prepare(
        `SELECT m.name AS "table", c.name AS name, c.type AS type FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`,
      )
      .all() as unknown as Column[];
    const { table, name, type } = draw.of(columns);
    const value = type === 'TEXT' ? draw.of(TEXTS) : type === 'REAL' ? draw.of(REALS) : draw.of(NUMBERS);
    done = `${table}.${name} is ${String(value).slice(0, 40)}`;
    const which =
      draw.below(2) === 0 ? '' : ' WHERE rowid IN (SELECT rowid FROM "TABLE" LIMIT 1)'.replace('TABLE', table);
    database
      .prepare(`UPDATE OR IGNORE "${table}" SET "${name}" = ?${which}`)
      .run(typeof value === 'bigint' ? value : value);
  });
  return done;
};

const changePathRow: Harm = (context) => {
  const { draw, outside, project } = context;
  const target = draw.of(outside.files);
  const way = relative(join(project, 'takes', '..'), target);
  const hashes = [way, target, `../../${way}`, `${'a'.repeat(60)}/../x`, '..', '.', '/', 'a/b', 'A'.repeat(64), ''];
  const outDirs = [...outside.folders, outside.folder, project, join(project, 'takes'), '/proc/x', '../..', '/', '~'];
  const choice = (outDir: string, template: string) => ({
    format: 'wav',
    template,
    allowStale: true,
    approvedOnly: false,
    chapterIds: null,
    outDir,
  });
  const templates = [
    '{line}',
    '../../{line}',
    '/etc/{line}',
    'Play.lectern/{line}',
    '{role}/{words}',
    'con',
    '{project}',
  ];
  const outDir = draw.of(outDirs);
  const preset = { id: 'p1', name: 'x', options: choice('', draw.of(templates)), outDir };
  const latest = choice(outDir, draw.of(templates));
  const statements: readonly [sql: string, value: string][] = [
    ['UPDATE takes SET audio_hash = ?', draw.of(hashes)],
    ['UPDATE takes SET format = ?', draw.of(['../x', 'wav/../../x', '', 'exe', 'WAV'])],
    ['UPDATE takes SET size = ?', '1000000000000'],
    ['UPDATE project SET last_export = ?', JSON.stringify(latest)],
    [
      'UPDATE project SET last_export = ?',
      JSON.stringify({ version: 2, choice: latest, presets: [preset], defaultPresetId: 'p1', report: null }),
    ],
    ['UPDATE project SET name = ?', draw.of(['../../x', '/etc/x', '..', 'x'.repeat(5_000), '\u001b[2J', ''])],
    ['UPDATE project SET origin = ?', draw.of(['https://example.invalid', 'file:///etc', '', 'local'])],
    ['UPDATE project SET place = ?', JSON.stringify({ path: draw.of(outside.folders), machine: '', sharedBatches: 9 })],
    ['UPDATE batches SET self_link = ?', draw.of(['../../x', 'file:///etc/passwd', 'http://127.0.0.1:1/', '//x', ''])],
    ['UPDATE jobs SET child_link = ?', draw.of(['../../x', 'file:///etc/passwd', 'http://127.0.0.1:1/', '//x', ''])],
    ['UPDATE jobs SET state = ?', draw.of(['sent', 'accepted', 'in-doubt', 'failed', 'resubmitted'])],
    ['UPDATE batches SET state = ?', draw.of(['sending', 'accepted', 'in-doubt', 'refused', 'resubmitted'])],
    ['UPDATE runs SET state = ?', draw.of(['open', 'done', 'cancelled'])],
    ['UPDATE paragraphs SET chapter_id = id WHERE id <> ?', 'x'],
  ];
  const [sql, value] = draw.of(statements);
  changeDatabase(context, (database) => database.prepare(sql).run(value));
  return `${sql} with ${value.slice(0, 60)}`;
};

/** Adds a take whose audio file is a link to an outside file. The file name is the outside file's hash. */
const addLinkedTake: Harm = (context) => {
  const { draw, outside, project } = context;
  const target = draw.of(outside.files);
  const bytes = readFileSync(target);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const path = join(project, 'takes', hash.slice(0, 2), `${hash}.wav`);
  if (!isWithin(context, path)) return 'nothing';
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(target, path);
  } catch {
    return 'nothing';
  }
  changeDatabase(context, (database) =>
    database.prepare(`UPDATE takes SET audio_hash = ?, size = ?, format = 'wav'`).run(hash, bytes.byteLength),
  );
  return `all takes are ${target}, by a link that has its hash`;
};

const changeSchema: Harm = (context) => {
  const [name, sql] = context.draw.of([
    ['a trigger', 'CREATE TRIGGER spy AFTER UPDATE ON project BEGIN DELETE FROM lines; END'],
    ['a trigger on rows', 'CREATE TRIGGER spy2 AFTER INSERT ON jobs BEGIN UPDATE takes SET audio_hash = 1; END'],
    ['a view', 'CREATE VIEW spy3 AS SELECT * FROM project'],
    ['a table', 'CREATE TABLE spy4 (x DEFAULT (randomblob(1000000000)))'],
    ['a virtual table', 'CREATE VIRTUAL TABLE spy5 USING fts5(x)'],
    ['an index', `CREATE INDEX spy6 ON lines (hex(zeroblob(characters)))`],
    [
      'a view that never ends',
      `ALTER TABLE project RENAME TO hidden; CREATE VIEW project AS WITH RECURSIVE n(x) AS
         (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS name, x AS place, x AS settings FROM n`,
    ],
    ['a column', 'ALTER TABLE lines ADD COLUMN spy TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000))) VIRTUAL'],
    ['no takes', 'DROP TABLE takes'],
    ['a loose table', `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')`],
    ['another version', 'PRAGMA user_version = 1'],
    ['a newer version', 'PRAGMA user_version = 999'],
    ['another program', 'PRAGMA application_id = 7'],
    ['no rows', 'DELETE FROM project'],
  ] as const);
  changeDatabase(context, (database) => database.exec(sql));
  return `the database has ${name}`;
};

const damagePages: Harm = (context) => {
  const { project, draw } = context;
  const path = join(project, draw.of(['project.db', 'project.db', 'closed.json', 'writer.lock']));
  if (!isOwnFile(context, path)) return 'nothing';
  try {
    const { mtime, size } = statSync(path);
    const bytes = readFileSync(path);
    const count = draw.of([1, 8, 200]);
    for (let at = 0; at < count && bytes.length > 0; at += 1) bytes[draw.below(bytes.length)] = draw.below(256);
    if (draw.below(3) === 0) bytes.writeUInt32BE(draw.of([0, 1, 0xffff_fffe]), 28);
    rmSync(path);
    writeFileSync(path, bytes);
    if (draw.below(3) === 0) truncateSync(path, draw.below(size + 1));
    utimesSync(path, mtime, mtime);
    return `${count} bytes of ${path} are others`;
  } catch {
    return 'nothing';
  }
};

const changeJournal: Harm = (context) => {
  const { project, outside, draw } = context;
  const path = join(project, `${draw.of(['project.db', 'writer.lock'])}${draw.of(['-journal', '-wal', '-shm'])}`);
  const name = Buffer.from(draw.of(outside.files));
  const end = Buffer.alloc(16);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  const magic = Buffer.from('d9d505f920a163d7', 'hex');
  magic.copy(end, 8);
  const noise = Buffer.from(Array.from({ length: 600 }, () => draw.below(256)));
  if (!isWithin(context, path)) return 'nothing';
  try {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, draw.of([Buffer.concat([magic, Buffer.alloc(504), name, end]), noise, Buffer.alloc(70_000)]));
    if (draw.below(2) === 0) appendFileSync(path, noise);
  } catch {
    return 'nothing';
  }
  return `${path} is a journal of something else`;
};

const changeSeal: Harm = (context) => {
  const { project, draw } = context;
  const path = join(project, 'closed.json');
  if (!isWithin(context, path)) return 'nothing';
  try {
    const { size, mtimeNs } = statSync(join(project, 'project.db'), { bigint: true });
    // A sender can't predict the inode and the change time of the unpacked file, so leave them invalid.
    const marks = { bytes: String(size), changed: String(mtimeNs), touched: String(mtimeNs), number: '1' };
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, draw.of([JSON.stringify(marks), '{', 'x'.repeat(5_000_000), 'null']));
  } catch {
    return 'nothing';
  }
  return 'the seal is another';
};

export const DATABASE_HARMS: readonly Harm[] = [
  row,
  row,
  row,
  row,
  changePathRow,
  changePathRow,
  changePathRow,
  addLinkedTake,
  changeSchema,
  damagePages,
  changeJournal,
  changeSeal,
];
