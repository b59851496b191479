import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@lectern/audio';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tone } from '../../packages/audio/testing/tones.ts';
import { castAll, giveTake, save, Workshop } from '../core/project/testing/test-project.ts';
import { EXIT } from './exit.ts';
import { runCommand } from './run-command.ts';

let workshop: Workshop;
let book: string;
beforeEach(async () => {
  workshop = new Workshop();
  const project = workshop.create();
  book = project.dir;
  save(project, '# One\n\nANN: Good morning.\n\n# Two\n\nANN: Good night.');
  castAll(project);
  const audio = await encode(tone({ sampleRate: 24_000, seconds: 1, level: 0.1 }), 'wav');
  for (const line of project.lines.states()) await giveTake(project, line, audio);
  project.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  workshop.clear();
});

const said: string[] = [];
async function subtitles(name: string, ...asked: readonly string[]) {
  said.length = 0;
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  }
  const out = workshop.path(name);
  const status = await runCommand(['export', book, '--as', 'srt', '--out', out, '--fail-on', 'never', ...asked]);
  const names = status === EXIT.usage ? [] : readdirSync(out).filter((file) => file.endsWith('.srt'));
  return { status, files: Object.fromEntries(names.map((file) => [file, readFileSync(join(out, file), 'utf8')])) };
}

it('gives subtitles the times of the target that is named, and of the M4B where none is', async () => {
  const one = await subtitles('m4b');
  expect(one.status, said.join('')).toBe(EXIT.done);
  expect(Object.keys(one.files)).toHaveLength(1);
  const each = await subtitles('acx', '--for', 'acx');
  expect(each.status).toBe(EXIT.done);
  expect(Object.keys(each.files)).toEqual(['01_One.srt', '02_Two.srt']);
  // The room at the start of each ACX file.
  for (const text of Object.values(each.files)) expect(text).toMatch(/^1\n00:00:00,750 --> /);
});

it.each([
  [['--for', 'nowhere'], /^lectern: .*nowhere.*acx/],
  [['--for', 'lines'], /^lectern: .*lines/],
])('refuses %j, and says what there is', async (asked, says) => {
  const { status } = await subtitles('none', ...asked);
  expect(status).toBe(EXIT.usage);
  expect(said.join('')).toMatch(says);
});
