// Checks publications with real audio using EPUBCheck.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseAudio, measureFile } from '@lectern/audio/meters';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextUnit } from '../../../../shared/model/export/export-target.ts';
import { createMasteringWorkers } from '../../audio/mastering-workers.ts';
import { Workshop } from '../../project/testing/test-project.ts';
import { narratedProject } from '../testing/narrated-projects.ts';
import { readEpubFile } from '../testing/read-epub.ts';
import { NOTES_SCRIPT, notesEpub, OLD_SCRIPT, oldEpub, PLAY_SCRIPT, playEpub } from '../testing/sample-epubs.ts';
import { portsWith } from '../testing/timed-texts.ts';
import { exportUnmeasured, WHOLE } from '../testing/write-plans.ts';

/** As installed by Debian's package `epubcheck`. */
const EPUBCHECK = '/usr/share/java/epubcheck.jar';
const hasEpubcheck = existsSync(EPUBCHECK) && spawnSync('java', ['-version']).status === 0;

/** Returns errors only, because the source's file names cause warnings. */
function epubcheck(path: string): string[] {
  const { stdout, stderr } = spawnSync('java', ['-jar', EPUBCHECK, path], { encoding: 'utf8' });
  const messages = `${stdout}\n${stderr}`;
  expect(messages).toContain('EPUBCheck completed');
  return messages.split('\n').filter((row) => /^(?:FATAL|ERROR)/.test(row));
}

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

async function exported(
  script: string,
  epub: Uint8Array | undefined,
  { by = 'words', format }: { readonly by?: TextUnit; readonly format?: 'm4a' } = {},
): Promise<string> {
  const project = await narratedProject(workshop, script, { hasAudio: true });
  const mastering = createMasteringWorkers();
  try {
    const workers = {
      analyseAudio: async ({ fd }: { readonly fd: number }) => (await analyseAudio(readFileSync(fd))).analysis,
    };
    const changes = format && { format };
    const audio = { ...WHOLE, target: 'chapters', untitled: 'Opening', changes } as const;
    const order = { ...WHOLE, target: 'epub', audio, by, epub } as const;
    const { names } = await exportUnmeasured(project, order, workshop.path('out'), {
      ...portsWith(),
      workers,
      mastering,
    });
    return join(workshop.path('out'), names[0] ?? '');
  } finally {
    await mastering.close();
  }
}

const MAX_SECONDS_OFF = 0.03;

/** The clips cover the decoded audio. */
async function checkAudio(path: string): Promise<void> {
  const bytes = readFileSync(path);
  const { clips } = readEpubFile(bytes);
  const files = unzipSync(bytes);
  for (const [audio, own] of Map.groupBy(clips, (clip) => clip.audio)) {
    const { durationSeconds } = await measureFile(files[audio] ?? new Uint8Array(0));
    const covered = own.reduce((sum, { begin, end }) => sum + end - begin, 0);
    expect(Math.abs(covered - durationSeconds), audio).toBeLessThan(MAX_SECONDS_OFF);
    expect(own.at(-1)?.end).toBeLessThanOrEqual(durationSeconds + 0.001);
  }
}

const BOOKS = [
  ['a play in tables', PLAY_SCRIPT, playEpub],
  ['an EPUB 2 in German', OLD_SCRIPT, oldEpub],
  ['a Japanese book with notes and ruby', NOTES_SCRIPT, notesEpub],
  ['a script', PLAY_SCRIPT, undefined],
] as const;

describe.skipIf(!hasEpubcheck)('a read-along EPUB, checked by EPUBCheck', () => {
  it.each(BOOKS)('made of %s has no errors', async (_, script, bookOf) => {
    const path = await exported(script, bookOf?.());
    expect(epubcheck(path)).toEqual([]);
    await checkAudio(path);
  });

  it('with lines instead of words, and AAC, has no errors', async () => {
    const path = await exported(NOTES_SCRIPT, notesEpub(), { by: 'lines', format: 'm4a' });
    expect(epubcheck(path)).toEqual([]);
    await checkAudio(path);
  });
});
