import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { ExportLine } from '../plan/export-line.ts';
import { type Failure, failingDisk, Killed } from '../testing/failing-disk.ts';
import { exportLineFiles } from '../testing/write-plans.ts';
import { LOCK_FILE } from './exported-names.ts';
import { readManifest } from './line-list.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-recovery-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What happens to an export folder. */
interface Step {
  /** The lines that are exported, in order, each with the number of its take. */
  readonly lines: readonly { readonly id: number; readonly take: number }[];
  readonly template: string;
  readonly failAt: number;
  readonly failure: Failure;
  /** What a person does afterwards. */
  readonly meddling: 'nothing' | 'edits' | 'removes' | 'adds';
  readonly whichFile: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  lines: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), take: fc.integer({ min: 1, max: 3 }) }), {
    selector: (line) => line.id,
    maxLength: 6,
  }),
  template: fc.constantFrom('{line}', '{line}-{id}', 'act/{line}', '{id}/{words}'),
  failAt: fc.oneof(
    { weight: 1, arbitrary: fc.constant(10_000) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
  ),
  failure: fc.constantFrom('killed-before', 'killed-after', 'full'),
  meddling: fc.constantFrom('nothing', 'edits', 'removes', 'adds'),
  whichFile: fc.nat({ max: 20 }),
});

class Folder {
  readonly path: string;
  readonly clock = new FakeClock();
  /** What a person put there, by name. */
  readonly foreign = new Map<string, string>();
  /** All that ever stood in the folder under a name, a person's edits included. */
  readonly seen = new Set<string>();
  #edits = 0;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  async export(step: Pick<Step, 'lines' | 'template' | 'failAt' | 'failure'>): Promise<boolean> {
    await this.clock.advance(1000);
    const disk = failingDisk(this.path, step.failAt, step.failure);
    const done = await exportLineFiles(
      {
        outDir: this.path,
        projectId: 'p',
        projectName: 'P',
        lines: step.lines.map((line, index) => this.#line(line, index + 1)),
        template: step.template,
        format: 'wav',
        openAudio: ({ audioPath }) => open(audioPath),
        convert: () => Promise.reject(new Error('not called')),
        clock: this.clock,
      },
      disk,
    ).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) expect(error).toMatchObject({ kind: 'disk-full' });
        expect(disk.hasFailed()).toBe(true);
        return false;
      },
    );
    for (const [name, content] of this.files()) {
      if (!name.startsWith('.') && content !== 'ha') this.seen.add(content);
    }
    return done;
  }

  meddle({ meddling, whichFile }: Step): void {
    const audio = [...this.files().keys()].filter((name) => name.endsWith('.wav') && !/^(?:bin|\.)/.test(name));
    const file = audio[whichFile % Math.max(1, audio.length)];
    this.#edits += 1;
    if (meddling === 'adds') {
      const name = `act/0${1 + (whichFile % 6)}${this.#edits % 2 === 0 ? '' : ' (2)'}.wav`;
      if (audio.includes(name) || this.foreign.has(name)) return;
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), `a person's ${this.#edits}`);
      this.foreign.set(name, `a person's ${this.#edits}`);
      return;
    }
    if (!file || this.foreign.has(file) || meddling === 'nothing') return;
    // What a person overwrites or removes can't be brought back from here.
    const before = readFileSync(join(this.path, file), 'utf8');
    rmSync(join(this.path, file));
    if (![...this.files().values()].includes(before)) this.seen.delete(before);
    if (meddling === 'removes') return;
    writeFileSync(join(this.path, file), `edited by a person ${this.#edits}`);
    this.seen.add(`edited by a person ${this.#edits}`);
  }

  files(): Map<string, string> {
    const files = new Map<string, string>();
    for (const entry of readdirSync(this.path, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(this.path, path).replaceAll('\\', '/');
      if (!entry.isFile() || [LOCK_FILE, 'manifest.json', 'manifest.csv'].includes(name)) continue;
      files.set(name, readFileSync(path, 'utf8'));
    }
    return files;
  }

  #line({ id, take }: { id: number; take: number }, number: number): ExportLine {
    const audio = audioOf(id, take);
    const audioHash = createHash('sha256').update(audio).digest('hex');
    const audioPath = join(home, audioHash);
    writeFileSync(audioPath, audio);
    return {
      id,
      number,
      numberInChapter: number,
      chapterNumber: 1,
      chapterTitle: null,
      roles: ['NARRATOR'],
      text: `Words ${id % 2}`,
      takeId: take,
      audioPath,
      audioHash,
      format: 'wav',
      durationSeconds: 1,
      renderKey: 'k',
    };
  }
}

function audioOf(id: number, take: number): string {
  return `audio of line ${id} take ${take}`;
}

async function checkInOrder(folder: Folder, lines: Step['lines']): Promise<void> {
  const files = folder.files();
  const manifest = await readManifest(folder.path);
  const outside = [...files.keys()].filter((name) => !name.startsWith('bin/'));
  expect(outside.sort()).toEqual([...(manifest?.files.map((row) => row.file) ?? []), ...folder.foreign.keys()].sort());
  for (const [name, content] of folder.foreign) expect(files.get(name)).toBe(content);
  expect(manifest?.files.map((row) => [row.line, files.get(row.file)])).toEqual(
    lines.map(({ id, take }) => [id, audioOf(id, take)]),
  );
  for (const row of manifest?.files ?? []) {
    const content = files.get(row.file) ?? '';
    expect(row).toMatchObject({
      sha256: createHash('sha256').update(content).digest('hex'),
      sizeBytes: content.length,
    });
  }
  const kept = new Set(files.values());
  for (const content of folder.seen) expect(kept).toContain(content);
}

describe('exportLineFiles, killed or out of room at any moment', () => {
  it('finds its way back: the folder is manifest and foreign files, everything replaced is in the bin', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 5 }), async (steps) => {
        round += 1;
        const folder = new Folder(join(home, `out-${round}`));
        let intact = true;
        for (const step of steps) {
          intact = await folder.export(step);
          if (intact) await checkInOrder(folder, step.lines);
          // What was killed in the middle owns files that only the next export knows of.
          if (intact) folder.meddle(step);
        }
        const last = steps[steps.length - 1]?.lines ?? [];
        expect(await folder.export({ lines: last, template: 'act/{line}', failAt: 10_000, failure: 'full' })).toBe(
          true,
        );
        await checkInOrder(folder, last);
        expect(readdirSync(folder.path)).not.toContain('.lectern-export.tmp');
      }),
      { numRuns: rounds(150) },
    );
  });

  it('does not write again what a killed export had finished', async () => {
    const folder = new Folder(join(home, 'out'));
    const lines = [1, 2, 3, 4, 5, 6].map((id) => ({ id, take: 1 }));
    expect(await folder.export({ lines, template: '{line}', failAt: 24, failure: 'killed-before' })).toBe(false);
    const finished = [...folder.files()].filter(([name]) => /^0\d\.wav$/.test(name));
    expect(finished.length).toBeGreaterThan(1);
    expect(await folder.export({ lines, template: '{line}', failAt: 10_000, failure: 'full' })).toBe(true);
    const binned = [...folder.files().keys()].filter((name) => name.startsWith('bin/'));
    // Of those under way only the few whose note was not written are made again.
    expect(binned.length).toBeLessThanOrEqual(4);
    await checkInOrder(folder, lines);
  });

  it('leaves no half file where the drive is full, and says so', async () => {
    const folder = new Folder(join(home, 'out'));
    const lines = [1, 2, 3].map((id) => ({ id, take: 1 }));
    expect(await folder.export({ lines, template: '{line}', failAt: 8, failure: 'full' })).toBe(false);
    for (const [name, content] of folder.files()) if (name.endsWith('.wav')) expect(content).toMatch(/^audio of line/);
  });
});
