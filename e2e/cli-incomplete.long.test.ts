// Exports that are not complete, on the command line: they say so before and after, in the report, and by their status.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Project } from '../electron/core/project/project.ts';
import { openProject } from '../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import type { ExportVerdict } from '../shared/model/export/export.ts';
import { lectern, type ServiceProcess, startService, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
let service: ServiceProcess;
let silent: Readonly<Record<string, string>>;

const PLAY = `# One

ADA: The lamp is lit.

BEA: Then write your letter.

ADA: It is written.
`;
const script = at('play.txt');
const project = at('play.lectern');

beforeAll(async () => {
  service = await startService(at('service'), '--speech', 'silent');
  silent = { ...service.environment, LECTERN_HOME: at('home') };
  writeFileSync(script, PLAY);
  const { status, stderr } = await lectern(
    ['render', script, '--project', project, '--out', at('first'), '--fail-on', 'never'],
    silent,
  );
  expect(status, stderr).toBe(0);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function change(what: (project: Project) => void, dir = project): void {
  const opened = openProject(dir, { mode: 'write', clock: systemClock, random: systemRandom });
  try {
    what(opened);
  } finally {
    opened.close();
  }
}

/** The producer approves a line and gives its role another voice. */
const approveAndRecast = (): void =>
  change((opened) => {
    const [line] = opened.lines.states({ role: 'BEA' });
    opened.decisions.setVerdict(line?.pick?.takeId ?? 0, 'approved');
    const other = opened.cast.roles().find(({ name }) => name === 'ADA')?.voice ?? null;
    opened.cast.saveRoles(opened.cast.roles().map((role) => (role.name === 'BEA' ? { ...role, voice: other } : role)));
  });

const NAMED = 'Line 1.3 (BEA, “Then write your letter.”): Its take is out of date.';

/** What an export says, with its verdict. */
async function exported(as: string, ...options: readonly string[]) {
  const args = ['export', project, '--out', at(`out-${as}`), '--as', as, '--json', '--fail-on', 'never', ...options];
  const { status, stdout, stderr } = await lectern(args, silent);
  const { verdict } = JSON.parse(stdout) as { verdict: ExportVerdict };
  return { status, stderr, verdict };
}

describe('a line that is approved and then recast', () => {
  beforeAll(approveAndRecast);

  it.each(['lines', 'podcast', 'chapters', 'srt', 'rpp', 'package'])(
    'is named before it is left out of %s, which is incomplete',
    async (as) => {
      const { status, stderr, verdict } = await exported(as);
      expect([status, stderr]).toEqual([1, expect.stringContaining(NAMED)]);
      expect(stderr.indexOf(NAMED)).toBeLessThan(stderr.indexOf(at(`out-${as}`)));
      expect(stderr).toContain('Incomplete: 1 line is missing.');
      const line = { label: '1.3', roles: ['BEA'], words: 'Then write your letter.', reason: { kind: 'stale' } };
      expect(verdict).toMatchObject({ kind: 'incomplete', missingLines: 1, missing: [line] });
      const accepted = await exported(as, '--allow-missing');
      expect([accepted.status, accepted.verdict.kind]).toEqual([0, 'incomplete']);
    },
  );

  it('is exported as it was with --allow-stale, and is named as outdated', async () => {
    const { status, stderr, verdict } = await exported('chapters', '--allow-stale');
    expect([status, verdict.kind, verdict.missingLines, verdict.outdatedLines]).toEqual([0, 'incomplete', 0, 1]);
    expect(stderr).toContain(NAMED);
    expect(stderr).toContain('Incomplete: 1 line has an outdated take.');
  });

  it('is in the report, as data and as a page', async () => {
    const [json, html] = [at('report.json'), at('report.html')];
    await exported('podcast', '--report', json, '--html', html);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ verdict: { kind: 'incomplete', missingLines: 1 } });
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('Incomplete: 1 line is missing.');
    expect(page).toContain('Then write your letter.');
  });

  it('is rendered again only with --replace-approved, which the command line says', async () => {
    const out = at('first');
    const before = await lectern(['render', script, '--project', project, '--out', out], silent);
    expect([before.status, before.stderr]).toEqual([1, expect.stringContaining('--replace-approved')]);
    expect(before.stderr).toContain('Line 1.3 (BEA');
    const args = [
      'render',
      script,
      '--project',
      project,
      '--out',
      out,
      '--replace-approved',
      '--fail-on',
      'never',
      '--json',
    ];
    const { status, stdout, stderr } = await lectern(args, silent);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rendered: 1, failed: [], verdict: { kind: 'complete' } });
    expect(readdirSync(out).filter((name) => name.endsWith('.wav'))).toHaveLength(4);
    expect(await exported('lines')).toMatchObject({ status: 0, verdict: { kind: 'complete' } });
  });
});

describe('credits that lack details of the book', () => {
  const letters = at('letters.txt');
  const book = at('letters.lectern');
  const acx = async () => {
    const args = [
      'export',
      book,
      '--out',
      at('acx'),
      '--as',
      'acx',
      '--authorised',
      'acx',
      '--fail-on',
      'never',
      '--json',
    ];
    const { status, stdout, stderr } = await lectern(args, silent);
    return { status, stderr, ...(JSON.parse(stdout) as { verdict: ExportVerdict; files: { title: string }[] }) };
  };

  it('are told before anything is rendered, and are no pass for ACX; their title is that of the script', async () => {
    writeFileSync(letters, '# Letters from the Light\n\n## Dedication\n\nFor Nan.\n\n## One\n\nThe lamp was lit.\n');
    const args = ['render', letters, '--credits', '--project', book, '--out', at('letters'), '--fail-on', 'never'];
    const { status, stderr } = await lectern(args, silent);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/credits leave them out: authors and narrators/)]);
    expect(stderr.indexOf('credits leave them out')).toBeLessThan(stderr.indexOf('To render'));
    change((opened) => {
      const [opening] = opened.lines.states();
      expect(opening?.text).toBe('Letters from the Light.');
    }, book);
    const { verdict, stderr: said } = await acx();
    expect(verdict.kind).toBe('failed');
    expect(verdict.rows).toContainEqual({ kind: 'credits', result: 'fail', fields: ['authors', 'narrators'] });
    expect(said.indexOf('credits leave them out')).toBeLessThan(said.indexOf(at('acx')));
  });

  it('become stale when the details are set, and are fresh once they are rendered', async () => {
    await lectern(['book', book, '--author', 'Ann Ward', '--narrator', 'Cy Dale'], silent);
    const { status, verdict } = await acx();
    expect([status, verdict.kind, verdict.missing.map(({ words }) => words)]).toEqual([
      1,
      'incomplete',
      [
        'Letters from the Light. Written by Ann Ward. Narrated by Cy Dale.',
        'This was Letters from the Light. Written by Ann Ward. Narrated by Cy Dale. The end.',
      ],
    ]);
    const again = ['render', letters, '--project', book, '--out', at('letters'), '--json'];
    expect(JSON.parse((await lectern(again, silent)).stdout)).toMatchObject({ rendered: 2, failed: [] });
    const made = await acx();
    expect([made.status, made.verdict.missingLines]).toEqual([0, 0]);
    expect(made.verdict.rows.map(({ kind }) => kind)).not.toContain('credits');
  });

  it('stay around a new version of the script', async () => {
    writeFileSync(letters, '# Letters from the Light\n\n## Dedication\n\nFor Nan.\n\n## One\n\nThe lamp was out.\n');
    await lectern(['import', letters, '--project', book], silent);
    change((opened) => {
      const chapters = opened.lines.states().map(({ chapterTitle }) => chapterTitle);
      expect([chapters[0], chapters.at(-1)]).toEqual(['(Opening Credits)', '(Closing Credits)']);
    }, book);
  });
});
