import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AudioInput } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportChoice } from '../../../shared/model/export/export.ts';
import type { Project } from '../project/project.ts';
import { castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { rememberExport } from './export-memory.ts';
import type { ManifestRow } from './files/line-list.ts';
import { recoverAudio } from './recover-audio.ts';
import { AS_LINES, exportUnmeasured } from './testing/write-plans.ts';

let workshop: Workshop;
let project: Project;
let outDir: string;
let choice: ExportChoice;

const PORTS = {
  clock: new FakeClock(),
  signal: new AbortController().signal,
  workers: {
    convertAudio: async (at: AudioInput, { fd }: { readonly fd: number }) => {
      const bytes = at instanceof Uint8Array ? at : readFileSync(at.fd);
      writeSync(fd, Buffer.from([...bytes, 0]));
      return { heldBackDb: 0 };
    },
  },
};

beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nTwo.\n');
  castAll(project);
  for (const line of project.lines.states()) await giveTake(project, line);
  outDir = join(workshop.folder, 'out');
  choice = {
    outDir,
    template: '{line}',
    format: 'wav',
    allowStale: false,
    approvedOnly: false,
    chapterIds: null,
  };
});
afterEach(() => workshop.clear());

const takes = (): string[] =>
  project.takes.missingAudio().flatMap(({ hash, format }) => project.takes.audioPath(hash, format) ?? []);
const states = () => project.lines.states().map(({ state }) => state);

async function loseAll(): Promise<void> {
  for (const { pick } of project.lines.states()) {
    if (pick) rmSync(project.takes.audioPath(pick.audioHash, pick.format) ?? '');
  }
  await project.takes.verify();
  expect(states()).toEqual(['missing-audio', 'missing-audio']);
}

async function changeRow(change: (row: ManifestRow) => object): Promise<void> {
  const path = join(outDir, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { files: ManifestRow[] };
  manifest.files = manifest.files.map((row) => ({ ...row, ...change(row) }));
  await writeFile(path, JSON.stringify(manifest));
}

describe('audio that is gone', () => {
  it('is put back from the export that the project remembers, or that it is told of', async () => {
    await exportUnmeasured(project, { ...AS_LINES, ...choice }, outDir, PORTS);
    await loseAll();
    expect(await recoverAudio(project)).toEqual({ recovered: 0, converted: 0, convertedIn: null });
    expect(await recoverAudio(project, [outDir])).toEqual({ recovered: 2, converted: 0, convertedIn: null });
    expect(states()).toEqual(['fresh', 'fresh']);
    expect(await project.takes.verify({ deep: true })).toEqual([]);
    await loseAll();
    rememberExport(project, { choice });
    expect(await recoverAudio(project)).toMatchObject({ recovered: 2 });
  });

  it('is not put back from another form of it, which is counted', async () => {
    const [line] = project.lines.states();
    project.decisions.setGain(line?.pick?.takeId ?? 0, 3);
    await exportUnmeasured(project, { ...AS_LINES, ...choice }, outDir, PORTS);
    await loseAll();
    expect(await recoverAudio(project, [outDir])).toEqual({ recovered: 1, converted: 1, convertedIn: outDir });
    expect(states()).toEqual(['missing-audio', 'fresh']);
  });

  it.each<readonly [string, () => void | Promise<void>]>([
    ['is cut', () => writeFile(join(outDir, '01.wav'), 'short')],
    ['is longer', async () => writeFile(join(outDir, '01.wav'), `${await readFile(join(outDir, '01.wav'))}x`)],
    [
      'has other bytes of the same number',
      async () => writeFile(join(outDir, '01.wav'), Buffer.alloc((await readFile(join(outDir, '01.wav'))).length)),
    ],
    [
      'is a link',
      () => {
        renameSync(join(outDir, '01.wav'), join(workshop.folder, 'x.wav'));
        symlinkSync(join(workshop.folder, 'x.wav'), join(outDir, '01.wav'));
      },
    ],
    [
      'is a folder',
      () => {
        rmSync(join(outDir, '01.wav'));
        mkdirSync(join(outDir, '01.wav'));
      },
    ],
    [
      'lies behind a link to a folder',
      async () => {
        mkdirSync(join(workshop.folder, 'x'));
        renameSync(join(outDir, '01.wav'), join(workshop.folder, 'x', '01.wav'));
        symlinkSync(join(workshop.folder, 'x'), join(outDir, 'x'));
        await changeRow(({ file }) => (file === '01.wav' ? { file: 'x/01.wav' } : {}));
      },
    ],
  ])('is not put back from a file that %s', async (_, disturb) => {
    await exportUnmeasured(project, { ...AS_LINES, ...choice }, outDir, PORTS);
    expect(existsSync(join(outDir, '01.wav'))).toBe(true);
    await disturb();
    await loseAll();
    expect(await recoverAudio(project, [outDir])).toMatchObject({ recovered: 1 });
    expect(states()).toEqual(['missing-audio', 'fresh']);
    for (const path of takes()) expect(existsSync(path)).toBe(false);
  });

  it('is not looked for outside the folder, whatever its list says', async () => {
    await exportUnmeasured(project, { ...AS_LINES, ...choice }, outDir, PORTS);
    copyFileSync(join(outDir, '01.wav'), join(dirname(outDir), 'outside.wav'));
    await changeRow(() => ({ file: '../outside.wav' }));
    await loseAll();
    expect(await recoverAudio(project, [outDir])).toMatchObject({ recovered: 0 });
  });

  it('is found in a file with a second name, and copied, so that neither changes the other', async () => {
    await exportUnmeasured(project, { ...AS_LINES, ...choice }, outDir, PORTS);
    linkSync(join(outDir, '01.wav'), join(workshop.folder, 'second.wav'));
    await loseAll();
    expect(await recoverAudio(project, [outDir])).toMatchObject({ recovered: 2 });
    const [line] = project.lines.states();
    const path = project.takes.audioPath(line?.pick?.audioHash ?? '', 'wav') ?? '';
    const before = readFileSync(path);
    await writeFile(join(outDir, '01.wav'), 'changed');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
