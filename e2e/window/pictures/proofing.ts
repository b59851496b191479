// Screenshots of takes that have been compared with their words: findings, retries, and the import of corrections.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, mixToMono } from '@lectern/audio';
import { expect } from '@playwright/test';
import type { Project } from '../../../electron/core/project/project.ts';
import type { Finding } from '../../../shared/model/proof.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { at } from '../../../shared/rules/at.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { makeBook } from '../support/books.ts';
import type { TestFolders } from '../support/folders.ts';
import { answerOpenDialog, chooseCommand } from '../support/launch.ts';
import { startLocalService } from '../support/local-service.ts';
import { addProofs, type PlantedFinding } from '../support/proofs.ts';
import { speakLines } from '../support/spoken-lines.ts';
import type { LecternWindow } from '../support/window.ts';
import type { Camera, Size } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, playText, setStage, VOICES } from './stage.ts';

const SIZES: readonly Size[] = [
  [960, 600],
  [1024, 700],
  [1440, 900],
];

/** Every kind of finding, in a single line. */
const CROWDED: readonly Finding['kind'][] = ['missing', 'repeated', 'garbled', 'replaced', 'noise', 'cut'];

const CORRECTIONS = `Hi Anna,

Act 1 – "I didn't think it polite to listen" – "it" is repeated
p. 2 "the science of Life" end swallowed
p. 9 "the quick brown fox jumps over the lazy dog"
p. 9 "sir" too loud
`;

function findingsOf(line: number): readonly PlantedFinding[] {
  if (line === 5) return CROWDED.map((kind, at) => ({ kind, fromWord: 2 * at, toWord: 2 * at + 1 }));
  if (line === 10) return [{ kind: 'replaced', fromWord: 1, toWord: 2, heard: 'sandwiches', source: 'recogniser' }];
  if (line === 12) return [{ kind: 'extra', fromWord: 1, toWord: 1, confidence: 0.5 }];
  return line === 24 ? [{ kind: 'wrong-text', fromWord: 0, toWord: 4 }] : [];
}

export const shootProofing: ShotSet = async ({ camera, folders }) => {
  const fillWhole = (project: Project) => addProofedTakes(project, 60);
  const { service, book } = await setStage(folders, { behaviours: {}, fill: fillWhole });
  const connection = { origin: service.baseUrl.origin, userId: service.userId };
  const fill = (project: Project) => addProofedTakes(project, 20, 12);
  const learning = await makeBook(folders, { name: 'New voices', text: playText(), connection, voices: VOICES, fill });
  try {
    await withReview(folders, book, async (window) => {
      await shootFindings(window, camera);
      await shootRetries(window, camera);
      await shootCorrections(window, camera);
      await shootRecordings(window, camera);
    });
    await withReview(folders, learning, async (window) => {
      await window.page.keyboard.press('f');
      await camera.take(window, 'proofing-learning', SIZES);
      await shootRetries(window, camera, 'proofing-retry-none');
    });
  } finally {
    await service.close();
  }
};

async function addProofedTakes(project: Project, lines: number, linesLearnt?: number): Promise<void> {
  await addPlayTakes(project, lines, new Map([[10, 'hangs']]));
  addProofs(project, Object.fromEntries([5, 10, 12, 24].map((line) => [line, findingsOf(line)])), linesLearnt);
}

/** Opens a project's review in any language. */
function withReview(
  folders: TestFolders,
  project: string,
  use: (window: LecternWindow) => Promise<void>,
): Promise<void> {
  const open = async (window: LecternWindow) => {
    const { page, app } = window;
    // Repeated, because the project might not be open yet.
    await expect(async () => {
      await chooseCommand(app, 'go.review');
      await expect(page.getByRole('grid')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByRole('grid').focus();
    await use(window);
  };
  return withWindow(folders, open, { arguments: [project] });
}

async function shootFindings({ page, ...window }: LecternWindow, camera: Camera): Promise<void> {
  for (const at of [1, 2, 3, 4]) {
    await page.keyboard.press('f');
    await page.waitForTimeout(300);
    await camera.take({ page, ...window }, `proofing-finding-${at}`, SIZES);
    if (at === 1) for (let more = 0; more < 5; more += 1) await page.keyboard.press('f');
  }
}

async function shootRetries(window: LecternWindow, camera: Camera, name = 'proofing-retry'): Promise<void> {
  const { app, page } = window;
  await chooseCommand(app, 'review.retrySuspicious');
  await expect(page.getByRole('dialog')).toBeVisible();
  await camera.take(window, name, SIZES);
  await page.keyboard.press('Escape');
}

async function shootCorrections(window: LecternWindow, camera: Camera): Promise<void> {
  const { app, page } = window;
  await chooseCommand(app, 'review.importPickups');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await camera.take(window, 'proofing-corrections-source', SIZES);
  await dialog.getByRole('textbox').fill(CORRECTIONS);
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByRole('listbox')).toBeVisible({ timeout: 60_000 });
  await camera.take(window, 'proofing-corrections', SIZES);
  await page.keyboard.press('Escape');
}

/** The play's lines with these indexes are in the recording. */
const READ = { from: 2, to: 14 };

async function shootRecordings(window: LecternWindow, camera: Camera): Promise<void> {
  const { app, page, lectern } = window;
  const { scratch } = lectern.folders;
  const dialog = page.getByRole('dialog');
  const choose = async (name: string, bytes: Uint8Array) => {
    const path = join(scratch, name);
    writeFileSync(path, bytes);
    await answerOpenDialog(app, path);
    await chooseCommand(app, 'project.importRecording');
  };
  await choose('act-1.wav', await recordPlay(lectern.folders));
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await camera.take(window, 'recording-searching', SIZES);
  await expect(dialog.getByRole('table')).toBeVisible({ timeout: 300_000 });
  await camera.take(window, 'recording-found', SIZES);
  await page.keyboard.press('Escape');
  await choose('notes.wav', Buffer.from('These are the notes about the recording, and not the recording itself.'));
  await expect(dialog.getByRole('alert')).toBeVisible();
  await camera.take(window, 'recording-unusable', SIZES);
  await page.keyboard.press('Escape');
}

/** Speaks some of the play's lines with a second of silence between them. */
async function recordPlay(folders: TestFolders): Promise<Uint8Array> {
  const service = await startLocalService(folders, 'espeak');
  try {
    const lines = parseScript(playText(), DEFAULT_PROJECT_SETTINGS).flatMap((paragraph) => paragraph.lines);
    const texts = lines.slice(READ.from, READ.to).map(({ turns }) => turns.map(({ text }) => text).join(' '));
    const { sounds } = await speakLines(folders, texts);
    const { sampleRate } = at(sounds, 0);
    const pieces = sounds.flatMap((sound) => [...at(mixToMono(sound).channels, 0), ...new Float32Array(sampleRate)]);
    return encodeWav({ sampleRate, channels: [Float32Array.from(pieces)] });
  } finally {
    await service.stop();
  }
}
