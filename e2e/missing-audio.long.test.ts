// Audio files that were deleted or changed by hand, and unreadable rows of the database: no line is called fresh
// without its audio, audio that an export still has is taken from there, and nothing is paid for again unasked.
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import { lectern, temporaryFolder } from './support/processes.ts';
import { SCENE, SCENE_SPEECHES } from './support/sample-texts.ts';

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService;
let account: Readonly<Record<string, string>>;
const at = (...names: string[]): string => join(folder.path, ...names);
const project = (): string => at('scene.lectern');

beforeEach(async () => {
  folder = temporaryFolder();
  writeFileSync(at('scene.txt'), SCENE);
  service = await startHostileService({ seed: 1 });
  account = {
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
    LECTERN_HOME: at('home'),
    LECTERN_PLAN: 'growth',
  };
});
afterEach(async () => {
  await service.close();
  folder.remove();
});

interface Report {
  readonly failed: readonly { readonly line: number; readonly reason: string }[];
  readonly files: readonly string[];
}

async function call(status: number, ...args: string[]): Promise<{ report: Report; stderr: string }> {
  const result = await lectern([...args, '--json'], account);
  expect(result.status, result.stderr).toBe(status);
  expect(result.stderr).not.toMatch(/^\s+at /m);
  return { report: JSON.parse(result.stdout) as Report, stderr: result.stderr };
}

const render = (status: number, ...more: string[]) =>
  call(status, 'render', at('scene.txt'), '--out', at('out'), '--project', project(), ...more);
const resume = (status: number, ...more: string[]) => call(status, 'resume', project(), ...more);
const statusOf = async (): Promise<Readonly<Record<string, number>>> =>
  JSON.parse((await lectern(['status', project(), '--json'], account)).stdout);

/** The audio files of the takes, by their paths. */
const takes = (): string[] =>
  readdirSync(join(project(), 'takes'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.wav'))
    .map((name) => join(project(), 'takes', name))
    .sort();

/** Moves what was exported out of reach. */
const hideExport = (): void => rmSync(at('out'), { recursive: true });

function change(sql: string): void {
  const database = new DatabaseSync(join(project(), 'project.db'));
  database.exec(sql);
  database.close();
}

describe('audio that is gone', () => {
  it('leaves its line neither fresh nor rendered again unless the producer says so', async () => {
    await render(0);
    hideExport();
    const [first = '', second = ''] = takes();
    rmSync(first);
    appendFileSync(second, 'more');
    expect(await statusOf()).toMatchObject({
      lines: SCENE_SPEECHES,
      fresh: SCENE_SPEECHES - 2,
      missing_audio: 2,
      unrendered: 0,
    });
    for (const again of [() => render(1), () => resume(1)]) {
      const { report, stderr } = await again();
      expect(report.failed).toHaveLength(2);
      expect(report.failed[0]?.reason).toMatch(
        /^Its audio is missing or damaged; if you render the line again, you’ll be charged again/,
      );
      expect(stderr).toMatch(/or render it again .*: lectern resume .* --render-missing-audio/);
      expect(stderr).toMatch(
        /2 lines were rendered before, but the audio is missing or damaged\. They won’t be rendered again/,
      );
      expect(service.stats().jobs).toBe(SCENE_SPEECHES);
    }
    const { report, stderr } = await render(0, '--render-missing-audio');
    expect(stderr).toMatch(/2 lines will be rendered and charged again/);
    expect(report.failed).toEqual([]);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES + 2);
    expect(await statusOf()).toMatchObject({ fresh: SCENE_SPEECHES, missing_audio: 0 });
  });

  it('is taken from the export beside it, by its bytes', async () => {
    await render(0);
    for (const take of takes()) rmSync(take);
    expect(await statusOf()).toMatchObject({ fresh: 0, missing_audio: SCENE_SPEECHES });
    const { report, stderr } = await resume(0);
    expect(stderr).toMatch(new RegExp(`${SCENE_SPEECHES} missing audio files restored from an export`));
    expect(report.files).toHaveLength(SCENE_SPEECHES);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
    expect(await statusOf()).toMatchObject({ fresh: SCENE_SPEECHES });
    expect(existsSync(at('out', 'bin'))).toBe(false);
  });

  it('is not taken from an export that has it in another format, which is said', async () => {
    await render(0, '--format', 'mp3');
    const [first = ''] = takes();
    rmSync(first);
    const { stderr } = await resume(1);
    expect(stderr).toMatch(/out has the audio of 1 more take, but only in converted or edited form/);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
  });

  it('is not taken from files that hold something else, links, or what the list names outside its folder', async () => {
    await render(0);
    const manifest = JSON.parse(readFileSync(at('out', 'manifest.json'), 'utf8')) as {
      files: { file: string; sha256: string; sizeBytes: number }[];
    };
    mkdirSync(at('elsewhere'));
    const [changed, linked] = manifest.files;
    writeFileSync(at('out', changed?.file ?? ''), Buffer.alloc(changed?.sizeBytes ?? 0));
    copyFileSync(at('out', linked?.file ?? ''), at('elsewhere', 'kept.wav'));
    rmSync(at('out', linked?.file ?? ''));
    symlinkSync(at('elsewhere', 'kept.wav'), at('out', linked?.file ?? ''));
    const hashes = [changed, linked].map((row) => row?.sha256 ?? '');
    const gone = takes().filter((path) => hashes.some((hash) => path.includes(hash)));
    for (const take of gone) rmSync(take);
    const { report } = await resume(1);
    expect(new Set(report.failed.map(({ line }) => line)).size).toBe(gone.length);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
  });
});

describe('a row of the database that says what can’t be', () => {
  it.each([
    ['a line’s key', `UPDATE lines SET render_key = 'garbage' WHERE id = 3`],
    ['another line’s key', `UPDATE lines SET render_key = (SELECT render_key FROM lines WHERE id = 5) WHERE id = 3`],
    ['a pick that is gone', 'DELETE FROM picks WHERE line_id = 3'],
  ])('makes no line be paid for again: %s', async (_, sql) => {
    await render(0);
    hideExport();
    change(sql);
    const { report } = await render(0);
    expect(report.failed).toEqual([]);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
    expect(await statusOf()).toMatchObject({ fresh: SCENE_SPEECHES });
  });

  it.each([
    ['words of another kind', `UPDATE lines SET turns = '[5]' WHERE id = 3`],
    ['roles', `UPDATE lines SET roles = 'null' WHERE id = 3`],
    ['audio that is no hash', `UPDATE takes SET audio_hash = '../../x' WHERE line_id = 3`],
  ])('is said, and no line is paid for again: %s', async (_, sql) => {
    await render(0);
    hideExport();
    change(sql);
    const result = await lectern(['render', at('scene.txt'), '--out', at('out'), '--project', project()], account);
    expect([1, 2]).toContain(result.status);
    expect(result.stderr).toMatch(/can't be read|is missing|is damaged/);
    expect(result.stderr).not.toMatch(/^\s+at /m);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
  });
});
