// The command line as a person calls it: real processes, the local service that it brings, real files.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decode } from '@lectern/audio';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manifestSchema } from '../electron/core/export/files/line-list.ts';
import { blockEvidenceSchema } from '../shared/model/block-evidence.ts';
import { exportDisclosureSchema } from '../shared/model/export/disclosure.ts';
import { exportVerdictSchema } from '../shared/model/export/export.ts';
import { exportSigningSchema } from '../shared/model/export/signature.ts';
import { importNoticeSchema } from '../shared/model/import-notes.ts';
import { snapshotSchema } from '../shared/model/snapshot.ts';
import { sourcePositionSchema } from '../shared/model/source-position.ts';
import { suspicionSchema } from '../shared/model/take.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';
import { waitUntilUnused } from './support/running-processes.ts';
import { BOOK, BOOK_LINES, SCENE, SCENE_LINES } from './support/sample-texts.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
/** The local service, started by each command. */
const local = { LECTERN_HOME: at('home') };
/** A service that speaks silence, where speech does not matter. */
let service: ServiceProcess;
let silent: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'silent');
  silent = { ...service.environment, LECTERN_HOME: at('home') };
});
afterAll(async () => {
  await service.stop();
  await waitUntilUnused(folder.path);
  folder.remove();
});

const suspicious = z.array(
  z.strictObject({
    line: z.int(),
    number: z.string(),
    role: z.string(),
    take: z.int(),
    approved: z.boolean(),
    kinds: z.array(z.string()).min(1),
    figures: z.array(suspicionSchema).min(1),
  }),
);
const reportSchema = z.strictObject({
  project: z.string(),
  lines: z.int(),
  rendered: z.int(),
  reused: z.int(),
  failed: z.array(z.strictObject({ line: z.int(), number: z.string(), reason: z.string() })),
  in_doubt: z.int(),
  doubtful: z.array(z.strictObject({ line: z.int(), number: z.string(), reason: z.string() })),
  lost: z.int(),
  in_flight: z.int(),
  left: z.int(),
  batches: z.int(),
  characters: z.int(),
  files: z.array(z.string()),
  notices: z.array(z.unknown()),
  verdict: exportVerdictSchema.nullable(),
  disclosure: exportDisclosureSchema.nullable(),
  signing: exportSigningSchema.nullable(),
  suspicious,
  drift: z.array(z.looseObject({ voice: z.string(), has_drifted: z.boolean() })),
  cast_change: z.object({ stale: z.int(), regained: z.int() }).nullable(),
  newly_cast: z.array(z.unknown()),
  unproofed: z.strictObject({ takes: z.int(), command: z.string() }).nullable(),
  seconds: z.number(),
});
const statusSchema = z.strictObject({
  project: z.string(),
  chapters: z.int(),
  roles: z.int(),
  lines: z.int(),
  fresh: z.int(),
  stale: z.int(),
  missing_audio: z.int(),
  unrendered: z.int(),
  in_flight: z.int(),
  failed: z.int(),
  in_doubt: z.int(),
  lost: z.int(),
  doubtful: z.array(z.strictObject({ line: z.int(), number: z.string(), reason: z.string() })),
  characters: z.int(),
  suspicious,
  unmeasured: z.int(),
  consents: z.array(
    z.strictObject({
      voice: z.string(),
      name: z.string(),
      consent: z.enum(['missing', 'expired', 'withdrawn']),
      lines: z.array(z.string()),
      decision: z.strictObject({ reason: z.string(), decided_by: z.string(), decided_at: z.iso.datetime() }).nullable(),
    }),
  ),
  log_missing: z.boolean(),
  log_damaged: z.boolean(),
});

const countedWords = z.strictObject({ words: z.int().optional(), sample: z.string().optional() });

const planSchema = z.strictObject({
  file: z.string(),
  title: z.string().nullable(),
  kind: z.enum(['script', 'prose']),
  lines: z.int(),
  characters: z.int(),
  chapters: z.array(z.strictObject({ title: z.string(), lines: z.int() })),
  roles: z.array(
    z.strictObject({
      name: z.string(),
      lines: z.int(),
      characters: z.int(),
      evidence: blockEvidenceSchema.optional(),
    }),
  ),
  sections: z.array(
    z.strictObject({
      number: z.int(),
      title: z.string().nullable(),
      kind: z.string(),
      characters: z.int(),
      words: z.int().optional(),
      sample: z.string().optional(),
      read: z.boolean(),
      evidence: blockEvidenceSchema.optional(),
    }),
  ),
  sheets: z.array(
    z.strictObject({
      name: z.string(),
      read: z.boolean(),
      header: z.boolean(),
      columns: z.array(
        z.strictObject({ column: z.string(), title: z.string(), use: z.string(), ...countedWords.shape }),
      ),
      rows: z.array(z.array(z.string())),
    }),
  ),
  asides: z.strictObject({ notes: z.int(), captions: z.int(), tables: z.int() }),
  aside_words: z.partialRecord(z.enum(['notes', 'captions', 'tables']), countedWords),
  left_out: z.array(
    z.strictObject({
      kind: z.string(),
      count: z.int(),
      ...countedWords.shape,
      at: sourcePositionSchema.optional(),
    }),
  ),
  notices: z.array(importNoticeSchema),
  production: z.strictObject({ kind: z.string(), suggested: z.string(), evidence: z.unknown() }),
  production_notes: z.array(z.unknown()),
});

const importedSchema = statusSchema.extend({
  imported: planSchema
    .pick({
      sections: true,
      sheets: true,
      asides: true,
      aside_words: true,
      left_out: true,
      notices: true,
      production: true,
      production_notes: true,
    })
    .extend({ edits_replaced: z.int().nullable().optional() }),
});

const intoSchema = statusSchema.extend({ imported: z.object({ chapters: z.array(z.unknown()), edits: z.unknown() }) });

/** Calls a command that must end with a status, and reads the one object that it prints. */
async function call<T>(
  schema: z.ZodType<T>,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  expected = 0,
): Promise<T> {
  const { status, stdout, stderr } = await lectern([...args, '--json'], environment);
  expect(status, stderr).toBe(expected);
  expect(stdout.endsWith('}\n') || stdout.endsWith(']\n'), stdout).toBe(true);
  expect(stdout.trimEnd()).not.toContain('\n');
  return schema.parse(JSON.parse(stdout));
}

/** Silence is suspicious, which doesn't matter to most tests here. */
const ACCEPTED = ['--fail-on', 'never'];

/** Speaks headings, which isn't the default for plays. */
const render = (args: readonly string[], environment = silent, expected = 0) =>
  call(
    reportSchema,
    ['render', ...args, '--kind', 'audiobook', ...(environment === silent ? ACCEPTED : [])],
    environment,
    expected,
  );

const manifestOf = (out: string) => manifestSchema.parse(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')));

interface Request {
  readonly take: number;
  readonly text: string;
  readonly voice: string;
  readonly voice_2?: string;
}

/** What each take was asked for, in the order of the script. */
function requestsOf(project: string): Request[] {
  const database = new DatabaseSync(join(project, 'project.db'), { readOnly: true });
  try {
    const rows = database
      .prepare(
        `SELECT takes.id AS id, request FROM takes JOIN lines ON lines.id = takes.line_id
         JOIN paragraphs ON paragraphs.id = lines.paragraph_id ORDER BY paragraphs.ord, lines.id`,
      )
      .all();
    return rows.map((row) => ({ ...JSON.parse(String(row['request'])), take: Number(row['id']) }));
  } finally {
    database.close();
  }
}

function write(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

describe('rendering a scene with the local service', () => {
  const script = at('scene.txt');
  const out = at('audio');
  const project = join(out, 'scene.lectern');

  it('makes a playable file of each spoken line', async () => {
    writeFileSync(script, SCENE);
    const report = await render([script, '--out', out], local);
    expect(report).toMatchObject({
      project,
      lines: SCENE_LINES,
      rendered: SCENE_LINES,
      reused: 0,
      failed: [],
      in_doubt: 0,
      suspicious: [],
    });
    // The local service is given a little work at a time, so that a run can be stopped.
    expect(report.batches).toBeGreaterThan(0);
    expect(new Set(report.files).size).toBe(SCENE_LINES);
    const rows = manifestOf(out).files;
    expect(rows.map((row) => join(out, row.file))).toEqual(report.files);
    for (const row of rows) {
      const { channels, sampleRate } = await decode(readFileSync(join(out, row.file)));
      expect((channels[0]?.length ?? 0) / sampleRate, row.file).toBeCloseTo(row.durationSeconds, 2);
      expect(row.durationSeconds).toBeGreaterThan(0.2);
    }
    expect(readFileSync(join(out, 'manifest.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(SCENE_LINES + 1);
  });

  it('gives each role a voice of its own, and speaks no direction', () => {
    const requests = requestsOf(project);
    const byTake = new Map(requests.map((request) => [request.take, request]));
    const voiceOf = new Map(manifestOf(out).files.map((row) => [row.roles.join(), byTake.get(row.take ?? 0)?.voice]));
    expect([...voiceOf.keys()].toSorted()).toEqual(['ALGERNON', 'GWENDOLEN', 'LADY BRACKNELL', 'LANE', 'NARRATOR']);
    expect(new Set(voiceOf.values()).size).toBe(5);
    const spoken = requests.map((request) => request.text).join('\n');
    expect(spoken).not.toMatch(/Hands them|Goes out|Gravely|Morning-room|ALGERNON|LANE:/);
  });

  it('renders nothing the second time, one line after one word was changed, and none when it is changed back', async () => {
    expect(await render([script, '--out', out], local)).toMatchObject({ rendered: 0, reused: SCENE_LINES, batches: 0 });
    writeFileSync(script, SCENE.replace('No cucumbers!', 'No radishes!'));
    const changed = await render([script, '--out', out], local);
    expect(changed).toMatchObject({ rendered: 1, reused: SCENE_LINES - 1, batches: 1 });
    expect(changed.files).toHaveLength(SCENE_LINES);
    expect(changed.files.filter((file) => file.includes('No radishes'))).toHaveLength(1);
    expect(existsSync(join(out, 'bin')), 'the file that it replaces is not lost').toBe(true);
    writeFileSync(script, SCENE);
    expect(await render([script, '--out', out], local)).toMatchObject({ rendered: 0, reused: SCENE_LINES });
  });

  it('joins the turns of two roles into dialogs of two voices with --group-dialogs', async () => {
    writeFileSync(script, SCENE);
    const grouped = at('dialogs');
    const report = await render([script, '--out', grouped, '--group-dialogs']);
    expect(report.lines).toBeLessThan(SCENE_LINES);
    expect(report.files).toHaveLength(report.lines);
    const dialogs = requestsOf(join(grouped, 'scene.lectern')).filter((request) => request.voice_2);
    expect(dialogs.length).toBeGreaterThan(2);
    for (const { voice, voice_2 } of dialogs) expect(voice_2).not.toBe(voice);
  });

  it('leaves no service running', async () => {
    await waitUntilUnused(at('home'));
  });
});

describe('choices of a render', () => {
  it.each(['mp3', 'ogg', 'flac', 'mulaw', 'wav'])('--format %s makes such files', async (format) => {
    const out = at(`as-${format}`);
    const script = write('short.txt', 'LANE: One.\n\nALGERNON: Two.\n');
    const { files } = await render([script, '--out', out, '--format', format]);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { channels, sampleRate } = await decode(readFileSync(file));
      expect((channels[0]?.length ?? 0) / sampleRate).toBeCloseTo(0.1, 1);
    }
    expect(manifestOf(out).files.map((row) => row.format)).toEqual([format, format]);
  });

  it('--name names the files; {id} stays with its line when others come before it', async () => {
    const out = at('named');
    const script = write('named.txt', 'LANE: One.\n\nALGERNON: Two.\n');
    const names = (report: { files: string[] }) => report.files.map((file) => basename(file));
    const first = names(await render([script, '--out', out, '--name', '{id} {role} {words}']));
    expect(first.map((name) => name.replace(/^\d+ /, ''))).toEqual(['LANE One.wav', 'ALGERNON Two.wav']);
    write('named.txt', 'LANE: Before them.\n\nLANE: One.\n\nALGERNON: Two.\n');
    const second = names(await render([script, '--out', out, '--name', '{id} {role} {words}']));
    expect(second.slice(1)).toEqual(first);
    const third = names(await render([script, '--out', out, '--name', '{role}/{line_in_chapter}']));
    expect(third).toEqual(['01.wav', '02.wav', '03.wav']);
    expect(readdirSync(out).filter((name) => /\.wav$/.test(name))).toEqual([]);
  });

  it('a project’s own cap holds for commands, and report adds up what was spent', async () => {
    const out = at('costs');
    const script = write('costs.txt', SCENE);
    const first = await render([script, '--out', out, '--limit', '5']);
    const database = new DatabaseSync(join(first.project, 'project.db'));
    const capped = `json_set(settings, '$.characterCap', ${first.characters + 60})`;
    database.exec(`UPDATE project SET settings = ${capped}`);
    const second = await render([script, '--out', out], silent, 1);
    expect(second.characters).toBeLessThanOrEqual(60);
    expect(second.failed[0]?.reason).toMatch(/character cap/);
    const spent = Number(database.prepare('SELECT sum(characters) AS n FROM jobs').get()?.['n']);
    database.close();
    expect(spent).toBe(first.characters + second.characters);
    for (const by of ['line', 'role', 'chapter', 'run']) {
      const { stdout } = await lectern(['report', first.project, '--by', by, '--json'], silent);
      const report = JSON.parse(stdout) as { total: { characters: number }; rows: { characters: number }[] };
      const rows = report.rows.reduce((sum, { characters }) => sum + characters, 0);
      expect([by, report.total.characters, rows]).toEqual([by, spent, spent]);
    }
    const csv = at('costs.csv');
    await lectern(['report', first.project, '--by', 'role', '--csv', csv], silent);
    expect(readFileSync(csv, 'utf8')).toContain(`Total,,${spent},`);
  });

  it('several projects are rendered in order, within a shared cap', async () => {
    const projects: string[] = [];
    for (const name of ['first', 'second']) {
      const { project } = await render([write(`${name}.txt`, SCENE), '--out', at(name), '--limit', '2']);
      projects.push(project);
    }
    const several = z.object({ projects: z.array(z.union([reportSchema, z.object({ error: z.string() })])) });
    const gone = at('gone.lectern');
    mkdirSync(gone);
    writeFileSync(join(gone, 'project.db'), '');
    const args = ['render', ...projects, gone, ...ACCEPTED];
    const capped = await call(several, [...args, '--max-characters', '200'], silent, 2);
    const [one, two, broken] = capped.projects;
    expect([one, two]).toMatchObject([{ project: projects[0] }, { project: projects[1] }]);
    const characters = capped.projects.reduce((sum, each) => sum + ('characters' in each ? each.characters : 0), 0);
    expect(characters).toBeLessThanOrEqual(200);
    expect(one).toMatchObject({ rendered: expect.any(Number), files: [] });
    expect(two).toMatchObject({ characters: 0, rendered: 0 });
    expect(broken).toMatchObject({ error: expect.stringContaining('gone.lectern') });
    const rest = await call(several, ['render', ...projects, ...ACCEPTED], silent);
    expect(rest.projects).toMatchObject([{ failed: [] }, { failed: [], rendered: SCENE_LINES - 2 }]);
    const wrong = await lectern(['render', ...projects, '--out', at('nowhere')], silent);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--out only applies to a script')]);
  });

  it('an imported project gets default voices when it is rendered', async () => {
    const project = at('imported.lectern');
    await lectern(['import', write('imported.txt', SCENE), '--kind', 'audiobook', '--project', project], silent);
    const several = z.object({ projects: z.array(reportSchema) });
    const { projects } = await call(several, ['render', project, ...ACCEPTED], silent);
    expect(projects).toMatchObject([{ failed: [], rendered: SCENE_LINES }]);
  });

  it('--limit and --max-characters render a part, and the next call the rest', async () => {
    const out = at('parts');
    const script = write('parts.txt', SCENE);
    expect(await render([script, '--out', out, '--limit', '5'])).toMatchObject({ rendered: 5, lines: SCENE_LINES });
    const capped = await render([script, '--out', out, '--max-characters', '100'], silent, 1);
    expect(capped.rendered).toBeGreaterThan(0);
    expect(capped.characters).toBeLessThanOrEqual(100);
    expect(capped.failed[0]?.reason).toMatch(/character cap/);
    const rest = await render([script, '--out', out]);
    expect(rest.rendered).toBe(SCENE_LINES - 5 - capped.rendered);
    expect(rest.files).toHaveLength(SCENE_LINES);
  });

  it('resume says what a cap has kept back, as long as it does, and goes on once the cap is raised', async () => {
    const out = at('kept-back');
    const script = write('kept-back.txt', SCENE);
    const nothing = await render([script, '--out', out, '--max-characters', '0'], silent, 1);
    expect(nothing).toMatchObject({ rendered: 0, files: [], left: 0 });
    expect(nothing.failed).toHaveLength(SCENE_LINES);
    for (const { reason } of nothing.failed) expect(reason).toMatch(/this run’s character cap/);
    const resume = ['resume', nothing.project, ...ACCEPTED, '--json'];
    const still = await call(reportSchema, resume, silent, 1);
    expect([still.failed, still.rendered]).toEqual([nothing.failed, 0]);

    const database = new DatabaseSync(join(nothing.project, 'project.db'));
    database.exec(`UPDATE project SET settings = json_set(settings, '$.characterCap', 60)`);
    const capped = await render([script, '--out', out], silent, 1);
    expect(capped.rendered).toBeGreaterThan(0);
    expect(capped.failed[0]?.reason).toMatch(/project’s character cap/);
    expect((await call(reportSchema, resume, silent, 1)).failed).toEqual(capped.failed);
    database.exec(`UPDATE project SET settings = json_set(settings, '$.characterCap', null)`);
    database.close();
    const rest = await call(reportSchema, resume, silent, 0);
    expect(rest).toMatchObject({ rendered: SCENE_LINES - capped.rendered, failed: [], left: 0 });
    expect(rest.files).toHaveLength(SCENE_LINES);
  });

  it('takes that look suspicious are named everywhere, and end a command with 1 unless they are accepted', async () => {
    const script = write('silence.txt', '# Act\n\nLANE: Nobody hears this line.\n\nLANE: Nor of this one.\n');
    const out = at('silence');
    const rendered = await lectern(['render', script, '--out', out, '--json'], silent);
    expect(rendered.status, rendered.stderr).toBe(1);
    expect(rendered.stderr).toContain('3 takes look suspicious.\n');
    expect(rendered.stderr).toContain('Line 1.2 (LANE, “Nobody hears this line.”): silent\n');
    expect(rendered.stderr).toContain('Suspicious takes cause exit status 1');
    const { project, suspicious: found } = reportSchema.parse(JSON.parse(rendered.stdout));
    expect(found).toMatchObject([
      { line: 1, number: '1.1', role: 'NARRATOR', approved: false, kinds: ['silent'], figures: [{ kind: 'silent' }] },
      { line: 2, number: '1.2', role: 'LANE' },
      { line: 3, number: '1.3', role: 'LANE' },
    ]);

    expect(await call(statusSchema, ['status', project], silent)).toMatchObject({ suspicious: found, unmeasured: 0 });
    const status = await lectern(['status', project], silent);
    expect(status.stdout).toContain('Line 1.3 (LANE, “Nor of this one.”): silent\n');
    for (const target of ['lines', 'srt', 'chapters']) {
      const exporting = ['export', project, '--out', at(`silence-${target}`), '--as', target, '--json'];
      const exported = await lectern(exporting, silent);
      expect([target, exported.status]).toEqual([target, 1]);
      expect(JSON.parse(exported.stdout)).toMatchObject({ suspicious: found, unmeasured: 0 });
      expect((await lectern([...exporting, ...ACCEPTED], silent)).status).toBe(0);
    }

    const database = new DatabaseSync(join(project, 'project.db'));
    database.exec(`UPDATE takes SET verdict = 'approved'`);
    database.close();
    const approved = await lectern(['export', project, '--out', at('silence-lines'), '--as', 'lines'], silent);
    expect(approved.status, approved.stderr).toBe(0);
    expect(approved.stderr).toContain('All 3 suspicious takes are approved.\n');
  });

  it('--limit is no failure, and what it leaves is counted and said', async () => {
    const out = at('limited');
    const script = write('limited.txt', SCENE);
    const { status, stdout, stderr } = await lectern(
      ['render', script, '--out', out, '--limit', '5', '--kind', 'audiobook', ...ACCEPTED, '--json'],
      silent,
    );
    expect(status, stderr).toBe(0);
    expect(reportSchema.parse(JSON.parse(stdout))).toMatchObject({ rendered: 5, failed: [], left: SCENE_LINES - 5 });
    expect(stderr).toContain(`${SCENE_LINES - 5} lines of the script remain: “lectern render” renders`);
    const resumed = await lectern(['resume', out, ...ACCEPTED, '--json'], silent);
    expect(resumed.status, resumed.stderr).toBe(0);
    expect(reportSchema.parse(JSON.parse(resumed.stdout))).toMatchObject({ rendered: 0, left: SCENE_LINES - 5 });
    expect(resumed.stderr).toContain('lines of the script remain');
  });

  it('--cast casts by name or identifier, with parameters, and tells of a role that the script has not', async () => {
    const voices = await call(z.array(z.looseObject({ id: z.string(), name: z.string() })), ['voices'], silent);
    const [first, second] = voices;
    const cast = { LANE: first?.name, ALGERNON: { voice: second?.id, speed: 1.5 }, JACK: first?.id };
    const script = write('cast.txt', 'LANE: One.\n\nALGERNON: Two.\n');
    const out = at('cast');
    const args = ['render', script, '--out', out, ...ACCEPTED, '--cast', write('cast.json', JSON.stringify(cast))];
    const { status, stderr } = await lectern(args, silent);
    expect(status).toBe(0);
    expect(stderr).toContain('The cast file contains roles without lines in the script: JACK.\n');
    expect(requestsOf(join(out, 'cast.lectern'))).toMatchObject([
      { voice: first?.id },
      { voice: second?.id, speed: 1.5 },
    ]);
  });
});

describe('a novel as Project Gutenberg ships it', () => {
  it('is read without its licence, rows joined, and says so', async () => {
    const script = write('alice.txt', BOOK);
    const out = at('alice');
    const { status, stderr, stdout } = await lectern(['render', script, '--out', out, ...ACCEPTED, '--json'], silent);
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/licen[cs]e/i);
    const report = reportSchema.parse(JSON.parse(stdout));
    const texts = manifestOf(out).files.map((row) => row.text);
    for (const line of BOOK_LINES) expect(texts).toContain(line);
    expect(texts.join('\n')).not.toMatch(/Gutenberg|no cost|\r|\uFEFF/);
    expect(report.files).toHaveLength(report.lines);
    const status2 = await call(statusSchema, ['status', out], silent);
    expect(status2).toMatchObject({ roles: 1, fresh: report.lines });
  });
});

describe('the other commands', () => {
  const script = at('others.txt');
  const project = at('others.lectern');

  it('import makes a project and says what it made; status says the same', async () => {
    writeFileSync(script, SCENE);
    const { imported, ...made } = await call(
      importedSchema,
      ['import', script, '--project', project, '--kind', 'audiobook'],
      silent,
    );
    expect(imported).toMatchObject({ sections: [], left_out: [], asides: { notes: 0 } });
    expect(made).toMatchObject({
      project,
      chapters: 2,
      roles: 5,
      lines: SCENE_LINES,
      fresh: 0,
      stale: 0,
      unrendered: SCENE_LINES,
      missing_audio: 0,
      in_flight: 0,
      failed: 0,
      in_doubt: 0,
      lost: 0,
    });
    expect(await call(statusSchema, ['status', project], silent)).toEqual(made);
    expect(service.process.exitCode).toBeNull();
  });

  it('snapshots are taken by hand and before a new version, and restored', async () => {
    const dir = at('snapshots.lectern');
    const text = write('snapshots.txt', SCENE);
    await call(importedSchema, ['import', text, '--project', dir, '--kind', 'audiobook'], silent);
    const schema = z.object({ snapshots: z.array(snapshotSchema) });
    const snapshots = async (...options: string[]) =>
      (await call(schema, ['snapshots', dir, ...options], silent)).snapshots.map(({ id, reason }) => [id, reason.kind]);
    expect(await snapshots('--take', 'First draft')).toEqual([[1, 'named']]);
    const long = await lectern(['snapshots', dir, '--take', 'x'.repeat(2_001)], silent);
    expect([long.status, long.stderr]).toEqual([2, expect.stringContaining('2,000 characters')]);
    const version = write('version.txt', `${SCENE}\nALGERNON: Only this.\n`);
    await call(intoSchema, ['import', version, '--into', dir], silent);
    expect(await call(statusSchema, ['status', dir], silent)).toMatchObject({ lines: SCENE_LINES + 1 });
    const restored = await lectern(['snapshots', dir, '--restore', '1'], silent);
    expect(restored.stderr).toContain('Snapshot 1 restored. The previous state was saved as snapshot 3.');
    expect(restored.stdout).toContain('First draft');
    expect(await call(statusSchema, ['status', dir], silent)).toMatchObject({ lines: SCENE_LINES });
    expect(await snapshots('--delete', '1')).toEqual([
      [3, 'restore'],
      [2, 'new-version'],
    ]);
    const missing = await lectern(['snapshots', dir, '--restore', '1'], silent);
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('The project has no snapshot 1.')]);
  });

  it('takes names in ordinary case that repeat for roles, and headings as it is told', async () => {
    const told = 'It rains.\n\n'.repeat(12);
    const mixed = write('mixed.txt', `# Act I\n\n${told}Mara: Hello.\n\nTom: Who?\n\nMara: Me.\n`);
    const dir = at('mixed.lectern');
    const { status, stdout, stderr } = await lectern(['import', mixed, '--project', dir, '--json'], silent);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('Read as roles, because these names repeatedly appear before a colon: Mara (2 rows).');
    expect(importedSchema.parse(JSON.parse(stdout))).toMatchObject({ roles: 2, lines: 16 });
    const again = (...options: string[]) =>
      call(importedSchema, ['import', mixed, '--project', dir, ...options], silent);
    expect(await again('--no-speak-headings')).toMatchObject({ chapters: 1, lines: 15 });
    // It is a setting of the project.
    expect(await again()).toMatchObject({ lines: 15 });
    expect(await again('--speak-headings')).toMatchObject({ lines: 16 });
    const made = ['import', mixed, '--project', at('silent.lectern'), '--no-speak-headings'];
    expect(await call(importedSchema, made, silent)).toMatchObject({ lines: 15 });
  });

  it('gives quotations of a novel to those who say them with --speakers', async () => {
    const novel = write('novel.txt', 'CHAPTER I\n\n“Come in,” said Tom. “Sit down.”\n\n“Thank you,” Ann replied.\n');
    const dir = at('novel.lectern');
    const { status, stdout, stderr } = await lectern(
      ['import', novel, '--project', dir, '--speakers', '--json'],
      silent,
    );
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('3 of 3 quotations assigned to 2 roles; the narrator speaks the rest.');
    // The narrator has the heading and what stands beside the quotations.
    expect(importedSchema.parse(JSON.parse(stdout))).toMatchObject({ roles: 3, lines: 6 });
    // Once more into the same project.
    expect(await call(importedSchema, ['import', novel, '--project', dir, '--speakers'], silent)).toMatchObject({
      lines: 6,
    });
    // A new version of it is read with its speakers too.
    const compare = ['import', novel, '--into', dir, '--compare', '--json'];
    const { chapters } = await call(z.looseObject({ chapters: z.array(z.looseObject({})) }), compare, silent);
    expect(chapters).toMatchObject([{ title: 'CHAPTER I', change: 'same' }]);
    const scene = await lectern(['import', script, '--project', at('scene.lectern'), '--speakers'], silent);
    expect([scene.status, scene.stderr]).toEqual([2, expect.stringContaining('leave out --speakers')]);
  });

  it('import says what it would make of a document, and reads the sections that are named', async () => {
    const page = (title: string, words: string) =>
      `<section><h1>${title}</h1><p>${words}</p><aside role="doc-footnote"><p>Of ${title}.</p></aside></section>`;
    const opf = `<package><metadata><dc:title>The Book</dc:title></metadata><manifest>
      <item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/><item id="c" href="c.xhtml"/></manifest>
      <spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>`;
    const pages = { 'a.xhtml': page('Copyright', 'Nothing is free.'), 'b.xhtml': page('One', 'It rained.') };
    const files = { mimetype: 'application/epub+zip', 'book.opf': opf, ...pages, 'c.xhtml': page('Two', 'It poured.') };
    const book = at('book.epub');
    writeFileSync(
      book,
      zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
    );
    const plan = (...options: string[]) => call(planSchema, ['import', book, '--dry-run', ...options], {});
    const suggested = await plan();
    expect(suggested.sections.map(({ number, title, kind, read }) => [number, title, kind, read])).toEqual([
      [1, 'Copyright', 'copyright', false],
      [2, 'One', 'chapter', true],
      [3, 'Two', 'chapter', true],
    ]);
    expect(suggested).toMatchObject({ title: 'The Book', lines: 4, asides: { notes: 3, captions: 0, tables: 0 } });
    expect((await plan('--sections', '1,3', '--notes', 'at-end')).lines).toBe(6);
    expect((await plan('--sections', 'all')).lines).toBe(6);
    const dir = at('book.lectern');
    const { status, stderr } = await lectern(['import', book, '--project', dir, '--sections', '2-4'], silent);
    expect([status, stderr]).toEqual([2, expect.stringContaining('no section 4')]);
    await plan('--project', dir);
    expect(existsSync(dir)).toBe(false);
    expect(await call(importedSchema, ['import', book, '--project', dir, '--sections', '2'], silent)).toMatchObject({
      lines: 2,
    });
  });

  it('import says what it leaves out of a script', async () => {
    const marked = at('marked.txt');
    writeFileSync(
      marked,
      'ANN: Read [nine](https://a.example)[1] {now}.\n\n◆◇◆\n\nBEN: …\n\nANN: So.\n\n[1] A part.\n',
    );
    const { stdout, stderr } = await lectern(['import', marked, '--dry-run', '--json'], {});
    expect(planSchema.parse(JSON.parse(stdout)).notices).toEqual([
      { kind: 'links', links: 1 },
      { kind: 'braces', words: '{now}', others: 0 },
      { kind: 'notes', notes: 1, marks: 1, words: 2, sample: '[1] A part.' },
      { kind: 'scene-breaks', breaks: 1 },
      { kind: 'silent-speeches', words: 'BEN: …', others: 0 },
    ]);
    expect(stderr.trim().split('\n')).toHaveLength(5);
  });

  it('import reads the columns of a spreadsheet as they are named', async () => {
    const sheet = at('sheet.csv');
    writeFileSync(
      sheet,
      'Bob,7,MARA,The storm is coming.,Mara wird gewarnt.\nEve,8,IVO,Close the shutters.,Ivo schließt.\n',
    );
    const plan = (...options: string[]) => call(planSchema, ['import', sheet, '--dry-run', ...options], {});
    const rolesOf = async (columns: string) => {
      const { roles, sheets } = await plan('--columns', columns);
      return [roles.map(({ name }) => name), sheets[0]?.columns.map(({ use }) => use), sheets[0]?.header];
    };
    const uses = ['ignored', 'ignored', 'role', 'text', 'ignored'];
    expect(await rolesOf('role=C,text=D,header=no')).toEqual([['MARA', 'IVO'], uses, false]);
    expect(await rolesOf('role=C,text=D,header=yes')).toEqual([['IVO'], uses, true]);
    const { status, stderr } = await lectern(['import', sheet, '--dry-run', '--columns', 'role=Z'], {});
    expect([status, stderr]).toEqual([2, expect.stringContaining('no column “Z”')]);
    const wrong = await lectern(['import', sheet, '--dry-run', '--columns', 'rolle=A'], {});
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('write it like role=B')]);
    const scene = await lectern(['import', script, '--dry-run', '--columns', 'role=A'], {});
    expect([scene.status, scene.stderr]).toEqual([2, expect.stringContaining('has no columns')]);
    const dir = at('sheet.lectern');
    const options = ['--project', dir, '--columns', 'role=C,text=D,header=no'];
    expect(await call(importedSchema, ['import', sheet, ...options], silent)).toMatchObject({ roles: 2, lines: 2 });
  });

  it('export --as lines makes the files of what is rendered', async () => {
    await render([script, '--project', project, '--out', at('others-first')]);
    const out = at('others-again');
    const { status, stdout } = await lectern(
      ['export', project, '--out', out, '--as', 'lines', ...ACCEPTED, '--json'],
      silent,
    );
    expect(status).toBe(0);
    const { files, lines } = JSON.parse(stdout) as { files: string[]; lines: number };
    expect(lines).toBe(SCENE_LINES);
    expect(files).toHaveLength(SCENE_LINES);
    for (const file of files) expect(existsSync(file)).toBe(true);
  });

  it('a line that was edited is stale until it is rendered', async () => {
    writeFileSync(script, SCENE.replace('No cucumbers!', 'No radishes!'));
    expect(
      await call(importedSchema, ['import', script, '--project', project, '--kind', 'audiobook'], silent),
    ).toMatchObject({
      fresh: SCENE_LINES - 1,
      stale: 1,
      unrendered: 0,
    });
  });

  it('import --into compares a new version, takes chosen chapters over and keeps their takes', async () => {
    const before = await call(statusSchema, ['status', project], silent);
    const version = write(
      'others-2.txt',
      `${SCENE.replace('No cucumbers!', 'No radishes!')}\n\n# Act III\n\nLANE: Quite new.\n`,
    );
    const compare = ['import', version, '--into', project, '--compare', '--json'];
    const compared = await call(z.looseObject({ chapters: z.array(z.looseObject({})) }), compare, silent);
    expect(compared.chapters).toMatchObject([
      { change: 'same' },
      { change: 'same' },
      { number: 3, change: 'added', moved: false },
    ]);
    expect(await call(statusSchema, ['status', project], silent)).toEqual(before);
    const none = await lectern(['import', version, '--into', project, '--chapters', '9'], silent);
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('no chapter 9')]);
    expect(await call(intoSchema, ['import', version, '--into', project, '--chapters', '1'], silent)).toMatchObject(
      before,
    );
    expect(await call(intoSchema, ['import', version, '--into', project], silent)).toMatchObject({
      chapters: 3,
      fresh: before.fresh,
      stale: before.stale,
      unrendered: 2,
    });
  });

  it('voices lists what the service has, in a table and as JSON', async () => {
    const voices = await call(z.array(z.looseObject({ id: z.string() })), ['voices'], silent);
    expect(voices.length).toBeGreaterThanOrEqual(30);
    const { stdout } = await lectern(['voices'], silent);
    expect(stdout.split('\n')[0]).toMatch(/^NAME +LANGUAGE +ACCENT +GENDER +AGE +ENGINE +SYNTHESIZER +ID$/);
    expect(stdout.trimEnd().split('\n')).toHaveLength(voices.length + 1);
  });
});
