// Review: the words of the line in sight, beside the take that says them.
import { localIdentity, makeBook } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const LONG =
  'It is hardly the sort of morning on which one expects a visitor, and yet there he stands, with a handbag, a cucumber sandwich and an air of distinction that no one in the county would have thought him capable of, least of all his aunt.';
const OTHERS = Array.from({ length: 14 }, (_, at) => `LANE: Very good, sir, number ${at + 1}.`);
const SCRIPT = [`GWENDOLEN: ${LONG}`, 'GWENDOLEN: Is he gone?\nLANE: Yes, madam.', ...OTHERS].join('\n\n');

test('the whole line stands beside its take, with what changed since', async ({ open, folders, service }) => {
  await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: async (project) => {
      await addSpeechTakes(project);
      const text = project.script.text().replace('Yes, madam.', 'Not yet, madam.');
      const { documentId, revision } = project.script.documents.open(null);
      project.script.documents.edit(documentId, revision, [
        { from: 0, to: project.script.text().length, insert: text },
      ]);
    },
  });
  const window = await open();
  const { page, review, app } = window;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setBounds({ width: 1024, height: 700 }));
  await page.waitForFunction(() => innerWidth === 1024 && innerHeight === 700);
  await window.library.openRecent('Book');
  await window.frame.goTo('Review');
  await review.select(1);
  await expect(review.words).toHaveText(`GWENDOLEN ${LONG}`);
  await expect(review.line(1).getByRole('gridcell').nth(2)).toHaveAttribute('title', LONG);
  await review.focusTable();

  await test.step('ten rows at the least are in sight in a small window', async () => {
    const box = await review.table.boundingBox();
    const boxes = await Promise.all((await review.rows.all()).map((row) => row.boundingBox()));
    const whole = boxes.filter((row) => row && box && row.y >= box.y && row.y + row.height <= box.y + box.height + 1);
    expect(whole.length).toBeGreaterThanOrEqual(10);
    await expect(review.words).toBeInViewport({ ratio: 1 });
  });

  await review.select(2);
  await expect(review.words.locator('del')).toHaveText('Yes, ');
  await expect(review.words.locator('ins')).toHaveText('Not yet, ');
  const [gwendolen, lane] = await Promise.all(
    ['GWENDOLEN', 'LANE'].map((role) =>
      review.words.getByText(role, { exact: true }).evaluate((name) => getComputedStyle(name).color),
    ),
  );
  expect(gwendolen).not.toBe(lane);
  await expect(window.frame.inspector.getByRole('article')).toHaveCount(1);
  // The waveform is drawn once, below the rows.
  await expect(window.frame.inspector.locator('article svg[preserveAspectRatio]')).toHaveCount(0);
});
