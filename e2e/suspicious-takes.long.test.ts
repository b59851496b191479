// Takes whose files are whole and whose sound is not: they are named wherever a producer looks, and nothing is delivered as if
// they were fine.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkReportSchema } from '../shared/model/export/check-report.ts';
import type { SoundDefect } from './hostile-service/audio.ts';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import { lectern, temporaryFolder } from './support/processes.ts';

const DEFECTS: Readonly<Record<string, SoundDefect>> = {
  three: 'silent',
  five: 'drawn-out',
  seven: 'hasty',
  nine: 'clipped',
  eleven: 'one-sided',
  thirteen: 'announced-longer',
};
const WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
];
const FOUND = [
  ['1.3', 'silent'],
  ['1.5', 'slow'],
  ['1.7', 'fast'],
  ['1.9', 'clipping'],
  ['1.11', 'one-sided'],
  ['1.13', 'duration'],
];

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService;
let account: Readonly<Record<string, string>>;
const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(async () => {
  folder = temporaryFolder();
  const defects = (text: string) => DEFECTS[/that is number (\w+)/.exec(text)?.[1] ?? ''];
  service = await startHostileService({ seed: 1, behaviours: { defects } });
  account = {
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
    LECTERN_HOME: at('home'),
  };
});
afterEach(async () => {
  await service.close();
  folder.remove();
});

interface Printed {
  readonly project: string;
  readonly suspicious: readonly { readonly number: string; readonly kinds: readonly string[] }[];
}

const kindsIn = (stdout: string) =>
  (JSON.parse(stdout) as Printed).suspicious.map(({ number, kinds }) => [number, ...kinds]);

/** @param lines how many: a voice's own pace is known from eight on */
function writeScript(lines: readonly string[]): string {
  const speech = lines.map((word) => `LANE: This is a line for the butler that is number ${word}.`);
  writeFileSync(at('play.txt'), ['Act\n', ...speech].join('\n\n').replace(/^Act/, '# Act'));
  return at('play.txt');
}

it('are named by render, status, export and the report, whatever is wrong with them', async () => {
  const script = writeScript(WORDS.slice(1));
  // The heading is line 1.1, and “two” line 1.2.
  const rendered = await lectern(['render', script, '--out', at('out'), '--as', 'chapters', '--json'], account);
  expect(rendered.status, rendered.stderr).toBe(1);
  expect(kindsIn(rendered.stdout)).toEqual(FOUND);
  expect(rendered.stderr).toContain('6 takes look suspicious.');
  const { project } = JSON.parse(rendered.stdout) as Printed;
  expect(kindsIn((await lectern(['status', project, '--json'], account)).stdout)).toEqual(FOUND);

  const again = ['export', project, '--out', at('out'), '--as', 'chapters', '--report', at('report.json'), '--json'];
  const exported = await lectern(again, account);
  expect(exported.status, exported.stderr).toBe(1);
  expect(kindsIn(exported.stdout)).toEqual(FOUND);
  expect(exported.stderr).toContain('6 takes look suspicious');
  const report = checkReportSchema.parse(JSON.parse(readFileSync(at('report.json'), 'utf8')));
  const rows = report.files.flatMap((file) => file.rows).filter(({ kind }) => kind.startsWith('take-'));
  const lines = rows.flatMap(({ kind, result, places }) => places.map(({ line }) => [line, kind, result]));
  const expected = FOUND.map(([line, kind]) => [line, `take-${kind}`, 'fail']);
  expect(lines.toSorted()).toEqual(expected.toSorted());
  expect((await lectern([...again, '--fail-on', 'never'], account)).status).toBe(0);
});

it('are found in a short script, too, where the pace of its voices is not known', async () => {
  const script = writeScript(['two', 'three', 'four', 'five', 'six', 'seven']);
  const rendered = await lectern(['render', script, '--out', at('out'), '--json'], account);
  expect(rendered.status).toBe(1);
  expect(kindsIn(rendered.stdout)).toEqual([
    ['1.3', 'silent'],
    ['1.5', 'slow'],
    ['1.7', 'fast'],
  ]);
});
