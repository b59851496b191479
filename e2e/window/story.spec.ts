// The whole way, with real speech: from the first start to checked files, with a power cut in the middle.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decode } from '@lectern/audio';
import { sampleBytes } from '../support/texts.ts';
import { queryCount, queryProject } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { countServiceJobs } from './support/local-service.ts';
import { expect, test } from './support/test.ts';

const FIRST_ACT = 'Act I';
const run = promisify(execFile);
const HAS_FFPROBE = spawnSync('ffprobe', ['-version']).status === 0;

interface Manifest {
  readonly files: readonly { readonly file: string; readonly durationSeconds: number; readonly number: number }[];
}

/** Seconds of an audio file: as ffprobe has it where it is installed, else as our own decoder. */
async function secondsOf(path: string): Promise<number> {
  if (!HAS_FFPROBE) {
    const { channels, sampleRate } = await decode(readFileSync(path));
    return (channels[0]?.length ?? 0) / sampleRate;
  }
  const options = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
  return Number((await run('ffprobe', options)).stdout);
}

test('from the first start to files that were checked', async ({ open, folders }) => {
  test.setTimeout(600_000);

  await test.step('the first start offers the local service, and opens the sample by one click', async () => {
    const { library, script, frame, lectern } = await open();
    await expect(library.welcome).toBeVisible();
    await library.startWithSample.click();
    await expect(frame.projectName).toBeVisible({ timeout: 30_000 });
    await expect(script.row('Did you hear what I was playing, Lane?')).toBeVisible();
    await expect(frame.strip).toContainText('Local service');
    await lectern.close();
  });

  const project =
    await test.step('a play is imported: chapters and roles are seen before anything is made', async () => {
      const window = await open();
      const { library, frame, page } = window;
      await expect(library.title).toBeVisible();
      await library.drop('earnest.txt', sampleBytes('earnest.txt'));
      await expect(library.importFigure('lines')).toHaveText('881');
      await expect(library.importedNames('Chapters').filter({ hasText: /^Act I(?![IV])/ })).toHaveCount(1);
      await expect(library.importedNames('Roles').filter({ hasText: /^ALGERNON(?! )/ })).toHaveCount(1);
      await expect(library.importFigure('roles')).toHaveText('12');
      await library.confirmImport();
      await expect(frame.chapter(FIRST_ACT)).toBeVisible();
      const path = (await frame.projectName.getAttribute('title')) ?? '';
      expect(path.startsWith(projectsFolder(folders)) || path.startsWith(folders.documents)).toBe(true);

      await test.step('the first act is ordered, and the power goes', async () => {
        await frame.chooseChapter(FIRST_ACT);
        await frame.goTo('Production');
        await window.production.chooseExtent('This chapter');
        await window.production.start.click();
        await expect(window.production.progress).toBeVisible();
        await expect
          .poll(() => queryCount(path, 'SELECT count(*) FROM takes'), { timeout: 60_000 })
          .toBeGreaterThan(40);
        await window.lectern.kill();
        await expect.poll(() => page.isClosed()).toBe(true);
      });
      return path;
    });

  const ordered = queryCount(project, 'SELECT count(*) FROM run_lines');
  const keptTakes = queryCount(project, 'SELECT count(*) FROM takes');
  expect(keptTakes).toBeLessThan(ordered);

  const window = await open();
  const { page, frame, library, production, review, exports, app } = window;

  await test.step('after the start the truth is shown, and what was sent comes back', async () => {
    await library.openRecent('Importance of Being Earnest');
    await frame.chooseChapter(FIRST_ACT);
    await frame.goTo('Production');
    // Sent lines are followed up at once; unsent ones wait until the producer says so.
    const state = frame.strip.getByRole('status');
    await expect(state).toContainText('Paused', { timeout: 60_000 });
    // The batch that was on its way when the power went may be in doubt: it is sent again when that is said.
    const doubtful = queryCount(project, "SELECT count(*) FROM jobs WHERE state = 'in-doubt'");
    if (doubtful > 0) await production.doubts.getByRole('button', { name: 'Resend' }).click();
    await expect(production.doubts).toBeHidden();
    await production.goOn.click();
    await expect(state).toContainText(`Finished · ${ordered} of ${ordered} lines`, { timeout: 300_000 });
    expect(queryCount(project, 'SELECT count(*) FROM takes'), 'no line was made twice').toBe(ordered);
    expect(countServiceJobs(folders), 'nothing was sent twice unasked').toBeLessThanOrEqual(ordered + doubtful);
  });

  await test.step('review by keyboard: approve some, reject one and have it rendered again', async () => {
    await frame.goTo('Review');
    await expect(review.summary).toContainText(`${ordered} takes`);
    await expect(review.summary).not.toContainText('analysing', { timeout: 60_000 });
    await expect(review.table).toBeFocused();
    // The table has the keyboard before it has its rows.
    await expect(async () => {
      await page.keyboard.press('Home');
      await expect(review.selected).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await expect(review.summary).toContainText('3 approved');
    const [row] = await review.selected.getByRole('gridcell').first().allTextContents();
    await page.keyboard.press('r');
    const takes = () =>
      queryProject(
        project,
        `SELECT request, verdict FROM takes WHERE line_id IN
        (SELECT line_id FROM takes GROUP BY line_id HAVING count(*) > 1) ORDER BY id`,
      );
    await expect.poll(() => takes().length, { timeout: 30_000 }).toBe(2);
    const [before, after] = takes();
    const seedOf = (take?: Record<string, unknown>) =>
      (JSON.parse(String(take?.['request'])) as { seed?: number }).seed;
    expect(before?.['verdict']).toBe('rejected');
    expect(seedOf(after)).not.toBe(seedOf(before));
    await expect(review.line(row ?? '')).not.toContainText('rejected');
  });

  await test.step('the lines are exported, and every file is what the manifest says', async () => {
    const out = join(folders.scratch, 'act-one');
    await answerOpenDialog(app, out);
    await page.keyboard.press('Control+e');
    await exports.chooseFolder.click();
    await exports.exportAll();
    await expect(exports.outcome).toContainText(`${ordered} files in ${out}`);
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Manifest;
    expect(manifest.files).toHaveLength(ordered);
    const queue = manifest.files.values();
    const checkFiles = async () => {
      for (const { file, durationSeconds } of queue) {
        expect(await secondsOf(join(out, file)), file).toBeCloseTo(durationSeconds, 2);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, checkFiles));
    await window.lectern.close();
  });
});
