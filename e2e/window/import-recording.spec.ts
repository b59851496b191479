// Import recording: a narrator's recording of a chapter becomes takes of its lines, and one undo removes them again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, mixToMono } from '@lectern/audio';
import { at } from '../../shared/rules/at.ts';
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { listen } from './support/heard.ts';
import { answerOpenDialog } from './support/launch.ts';
import { speakLines } from './support/spoken-lines.ts';
import { expect, test } from './support/test.ts';
import { showTheme, THEMES } from './support/themes.ts';

test.use({ speech: 'espeak' });

const LINES = [
  'Nobody had climbed the lighthouse since the storm of last October.',
  'Martha carried a lantern, two candles, and a heavy iron key.',
  'They counted one hundred and twelve steps to the broken gallery.',
  'In the morning, a small boat left the harbour and never returned.',
];
/** The second line is read twice, and the third one is left out. */
const READ = [0, 1, 1, 3];
const PAUSE_SECONDS = 0.9;

test('a recording of a chapter becomes takes', async ({ open, folders, service }, info) => {
  test.slow();
  const { sounds } = await speakLines(folders, LINES);
  const { sampleRate } = at(sounds, 0);
  const pause = new Float32Array(Math.round(PAUSE_SECONDS * sampleRate));
  const pieces = READ.flatMap((line) => [at(mixToMono(at(sounds, line)).channels, 0), pause]);
  const samples = Float32Array.from(pieces.flatMap((piece) => [...piece]));
  const recording = join(folders.scratch, 'chapter-1.wav');
  writeFileSync(recording, encodeWav({ sampleRate, channels: [samples] }));
  const book = await makeBook(folders, {
    text: `# The lighthouse\n\n${LINES.join('\n\n')}\n`,
    connection: localIdentity(service),
    voices: await service.voices(),
    async fill(project) {
      project.updateSettings({ speakHeadings: false });
    },
  });
  const picks = () => queryProject(book, 'SELECT line_id AS line FROM picks ORDER BY line_id').length;
  const { page, app, library, palette, frame } = await open();
  const heard = await listen(page);
  await library.openRecent('Book');
  await expect(page.getByText(LINES[0] ?? '')).toBeVisible();
  await answerOpenDialog(app, recording);
  await palette.choose('Import rec', 'Import recording');
  const dialog = page.getByRole('dialog', { name: 'Import a recording of “The lighthouse”' });
  await expect(dialog.getByRole('status')).toContainText('3 of 4 lines found', { timeout: 120_000 });
  await expect(dialog.getByRole('status')).toContainText('1 missing, 1 other reading');
  await expect(dialog.getByRole('row').filter({ hasText: 'Martha' })).toContainText('%');
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await info.attach(`recording-${theme}`, { body: await page.screenshot(), contentType: 'image/png' });
  }
  await heard.waitForMore(() => dialog.getByRole('button', { name: 'Hear line 1.1' }).click());
  await dialog.getByRole('checkbox', { name: 'Add a take of line 1.4' }).uncheck();
  await dialog.getByRole('button', { name: 'Add 2 takes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(frame.notice('2 takes added from “chapter-1.wav”')).toBeVisible();
  expect(picks()).toBe(2);

  await page.keyboard.press('Control+z');
  await expect.poll(picks).toBe(0);
});
