// Review: faulty takes are found, played, rendered again and approved with the keyboard.
import { addTakeToLine, localIdentity, makeBook, queryCount, queryProject } from './support/books.ts';
import { countKeys } from './support/count-keys.ts';
import { listen, toneOf } from './support/heard.ts';
import { countServiceJobs } from './support/local-service.ts';
import { addProofs } from './support/proofs.ts';
import { silence, soundOf } from './support/sounds.ts';
import { expect, test } from './support/test.ts';

test.use({ speech: 'espeak' });

const LINES = 24;
const SECONDS = 4;
/** Silence at both ends of a take. */
const EDGE = 0.1;
/** Eight words each, so that each word of a take lasts half a second. */
const textOf = (number: number): string => `The muffins are rather a trial, number ${number}.`;
const SCRIPT = `# The Tea\n\n${Array.from({ length: LINES }, (_, at) => `GWENDOLEN: ${textOf(at + 1)}`).join('\n\n')}`;
/** Lines with a fault in the word with this index. The heading is the first line. */
const FAULTS: Readonly<Record<number, number>> = { 3: 2, 5: 2, 6: 3, 9: 4, 11: 2, 14: 3, 15: 4, 18: 5, 21: 2, 24: 3 };
const FAULTY = Object.keys(FAULTS).map(Number);
const MAX_KEYS = 30;
/** A tone that the review doesn't consider suspicious: it fades in and out, between two short silences. */
function fadedTone(line: number): Float32Array {
  const tone = toneOf(line, SECONDS - 2 * EDGE);
  const fade = 1_600;
  const level = (at: number) => Math.min(1, at / fade, (tone.length - 1 - at) / fade);
  const faded = tone.map((sample, at) => sample * level(at));
  return soundOf(silence(EDGE), faded, silence(EDGE)).channels[0] ?? faded;
}

/** Context played before and after a finding, in seconds. */
const CONTEXT = 0.7;

const PICKS = `SELECT takes.id AS id, takes.line_id AS line, verdict FROM takes
  JOIN lines ON lines.id = takes.line_id JOIN picks ON picks.take_id = takes.id AND picks.render_key = lines.render_key
  JOIN paragraphs ON paragraphs.id = paragraph_id ORDER BY ord, part`;

test('ten faults in a chapter are found, played, rendered again and approved with thirty key presses', async ({
  open,
  folders,
  service,
}) => {
  const book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: async (project) => {
      for (let line = 1; line <= LINES + 1; line += 1) await addTakeToLine(project, line, soundOf(fadedTone(line)));
      const planted = Object.entries(FAULTS).map(([line, fromWord]) => [
        line,
        [{ kind: 'garbled' as const, fromWord, toWord: fromWord + 1 }],
      ]);
      addProofs(project, Object.fromEntries(planted));
    },
  });
  const picks = () => queryProject(book, PICKS);
  const before = picks();
  const { page, library, review } = await open();
  const heard = await listen(page);
  await library.openRecent('Book');
  await expect(page.getByText(textOf(1))).toBeVisible();
  const keys = await countKeys(page);

  await test.step('each fault is found and heard, and its line rendered again', async () => {
    await page.keyboard.press('Control+4');
    await expect(review.summary).toContainText(`${FAULTY.length} suspicious`);
    await expect(review.table).toBeFocused();
    await page.keyboard.press('f');
    for (const [at, line] of FAULTY.entries()) {
      await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual(FAULTY.slice(0, at + 1));
      const burst = (await heard.bursts()).at(-1);
      const word = SECONDS / 8;
      const from = Math.max(0, word * (FAULTS[line] ?? 0) - CONTEXT);
      expect((burst?.end ?? 0) - (burst?.start ?? 0)).toBeCloseTo(word * ((FAULTS[line] ?? 0) + 1) + CONTEXT - from, 1);
      // The line after the last fault has none, so all of it would be heard.
      if (at === FAULTY.length - 1) break;
      await page.keyboard.press('r');
    }
    await page.keyboard.press('r');
  });

  await expect.poll(() => countServiceJobs(folders), { timeout: 120_000 }).toBe(FAULTY.length);
  await expect
    .poll(() => picks().filter(({ id }, at) => id !== before[at]?.['id']).length, { timeout: 120_000 })
    .toBe(FAULTY.length);
  expect(queryCount(book, "SELECT count(*) FROM takes WHERE verdict = 'rejected'")).toBe(FAULTY.length);

  await test.step('each new take is heard and approved', async () => {
    await page.keyboard.press('Home');
    const soundsBefore = (await heard.bursts()).length;
    await page.keyboard.press(' ');
    await expect.poll(async () => (await heard.bursts()).length).toBeGreaterThan(soundsBefore);
    for (const [at] of FAULTY.entries()) {
      const count = (await heard.bursts()).length;
      await page.keyboard.press('a');
      await expect.poll(() => queryCount(book, "SELECT count(*) FROM takes WHERE verdict = 'approved'")).toBe(at + 1);
      await expect.poll(async () => (await heard.bursts()).length).toBeGreaterThan(count);
    }
  });

  const approved = picks().filter(({ verdict }) => verdict === 'approved');
  expect(approved.map(({ line }) => line)).toEqual(FAULTY.map((line) => before[line - 1]?.['line']));
  expect(approved.every(({ id }) => !before.some((one) => one['id'] === id))).toBe(true);
  const pressed = await keys();
  test.info().annotations.push({ type: 'keys', description: String(pressed) });
  expect(pressed).toBeLessThanOrEqual(MAX_KEYS);
});

test('words are highlighted as they are spoken, and clicking a word plays from there', async ({
  open,
  folders,
  service,
}) => {
  await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: async (project) => {
      await addTakeToLine(project, 2, soundOf(fadedTone(2)));
      addProofs(project, {});
    },
  });
  const { page, library, frame, review, script } = await open();
  const heard = await listen(page);
  await library.openRecent('Book');
  /** All words that have been marked, each once in a row. */
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'spokenWords', seen);
    const look = () => {
      // The same word is marked in the player too.
      const word = [...new Set([...(CSS.highlights.get('spoken-word') ?? [])].map(String))].join(' ');
      if (word !== '' && seen.at(-1) !== word) seen.push(word);
      requestAnimationFrame(look);
    };
    look();
  });
  const spoken = () => page.evaluate(() => (Reflect.get(globalThis, 'spokenWords') as string[]).splice(0));
  const words = textOf(1).split(' ');

  await frame.goTo('Review');
  await review.select('1.2');
  await review.words.getByText('rather', { exact: true }).click();
  await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([2]);
  const [burst] = await heard.bursts();
  expect((burst?.end ?? 0) - (burst?.start ?? 0)).toBeCloseTo(SECONDS * (5 / 8) - EDGE, 1);
  expect(await spoken()).toEqual(words.slice(3));

  await frame.goTo('Script');
  await script.putCursorAtEndOf('number 1');
  await page.keyboard.press('Control+l');
  await expect.poll(() => heard.lines({ toTheEnd: true })).toEqual([2, 2]);
  expect(await spoken()).toEqual(words);
});
