// Pausing and cancelling a run at the real local service: a book is not handed over at once.
import { afterEach, expect, it } from 'vitest';
import { planRun } from '../electron/core/production/run-plan.ts';
import type { Run } from '../electron/core/production/run.ts';
import { type LocalBook, openLocalBook } from './support/local-book.ts';

let book: LocalBook;

afterEach(() => book.close());

async function openBook(lines: number): Promise<void> {
  const paragraph = 'It was a bright cold day, and the clocks were striking.';
  book = await openLocalBook(Array.from({ length: lines }, (_, index) => `${index}. ${paragraph}`).join('\n\n'));
}

/** Starts rendering everything, and calls back as soon as a few lines have come. */
function render(onFirstLines: (run: Run) => void) {
  const sent: number[] = [];
  let rendered = 0;
  const { run } = book.render((event) => {
    if (event.kind === 'batch-sent') sent.push(...event.lineIds);
    if (event.kind === 'line-rendered') {
      rendered += 1;
      if (rendered === 10) onFirstLines(run);
    }
  });
  return { run, sent };
}

it('hands the local service little of a book ahead, so that a pause leaves it little to finish', async () => {
  const lines = 600;
  await openBook(lines);
  let sentAtPause = 0;
  const { run, sent } = render((live) => {
    live.hold();
    sentAtPause = sent.length;
  });
  const outcome = await run.outcome;
  expect(sentAtPause).toBeLessThan(lines / 3);
  // What was sent comes back, and nothing more leaves.
  expect(sent.length).toBe(sentAtPause);
  expect(outcome.rendered.length).toBe(sentAtPause);
  expect(book.journal.linesInFlight()).toEqual([]);
});

it('goes on where it was held back, and renders every line once', async () => {
  await openBook(100);
  const first = render((live) => live.hold());
  await first.run.outcome;
  const second = render(() => {});
  await second.run.outcome;
  expect([...first.sent, ...second.sent].sort((a, b) => a - b)).toEqual(
    book.project.lines.states().map(({ id }) => id),
  );
  expect(planRun(book.project, book.journal).send).toEqual([]);
});
