// Review: takes that really speak other words are found, heard, rendered again and approved by keys. Nothing is planted in
// the store: the voice is learnt and the takes are compared while the window is open.
import { mixToMono } from '@lectern/audio';
import { sampleText } from '../support/texts.ts';
import { addTakeToLineId, localIdentity, makeBook, queryCount, queryProject } from './support/books.ts';
import { countKeys } from './support/count-keys.ts';
import { listen } from './support/heard.ts';
import { countServiceJobs } from './support/local-service.ts';
import { speakLines } from './support/spoken-lines.ts';
import { expect, test } from './support/test.ts';

test.use({ speech: 'espeak' });

const LINES = 42;
const MAX_KEYS = 30;
/** In milliseconds. Only stops tests that hang, because learning a voice can take hours on a busy machine. */
const PATIENCE = { timeout: 4 * 3_600_000 };

/** Lines of a play, without directions. */
const TEXTS = sampleText('earnest.txt')
  .split('\n')
  .flatMap((row) => /^[A-Z ]+: (?<words>[^()[\]:]{70,130})$/.exec(row)?.groups?.['words'] ?? [])
  .slice(0, LINES);

type Fault = (words: readonly string[]) => readonly string[];

const skipped: Fault = (words) => words.toSpliced(4, 4);
const repeated: Fault = (words) => words.toSpliced(7, 0, ...words.slice(3, 7));
const extra: Fault = (words) => words.toSpliced(5, 0, 'as', 'nobody', 'in', 'the', 'county', 'remembers');
const replaced: Fault = () =>
  'The lighthouse keeper counted seven grey boats in the harbour before breakfast'.split(' ');

/** What is wrong with the first takes, by the number of the line. */
const FAULTS: ReadonlyMap<number, Fault> = new Map([
  [3, skipped],
  [7, extra],
  [11, replaced],
  [16, repeated],
  [20, skipped],
  [25, extra],
  [31, repeated],
  [36, skipped],
  [38, replaced],
  [41, extra],
]);

const spokenText = (text: string, at: number): string => {
  const fault = FAULTS.get(at + 1);
  return fault ? fault(text.split(' ')).join(' ') : text;
};

const FAULTY_LINES = [...FAULTS.keys()].toSorted((a, b) => a - b);
const SUSPICIOUS = `SELECT takes.line_id AS line FROM take_proofs JOIN picks USING (take_id) JOIN takes ON takes.id = take_id
  WHERE is_suspicious = 1 ORDER BY takes.line_id`;
const STILL_LEARNING = `SELECT count(*) FROM picks LEFT JOIN take_proofs USING (take_id)
  WHERE lines_learnt IS NULL OR (lines_learnt < 30 AND not_compared IS NULL)`;
const APPROVED = "SELECT count(*) FROM takes WHERE verdict = 'approved'";

test('ten takes with other words are found, heard, rendered again and approved with thirty keys', async ({
  open,
  folders,
  service,
}) => {
  test.setTimeout(PATIENCE.timeout);
  expect(TEXTS).toHaveLength(LINES);
  const { voice, sounds } = await speakLines(folders, TEXTS.map(spokenText));
  const jobsBefore = countServiceJobs(folders);
  const lineIds: number[] = [];
  const book = await makeBook(folders, {
    text: TEXTS.map((text) => `GWENDOLEN: ${text}`).join('\n\n'),
    connection: localIdentity(service),
    voices: [voice],
    async fill(project) {
      for (const [at, { id }] of project.lines.states().entries()) {
        const sound = sounds[at];
        if (sound) await addTakeToLineId(project, id, mixToMono(sound));
        lineIds.push(id);
      }
    },
  });
  expect(lineIds).toHaveLength(LINES);
  const faultyIds = FAULTY_LINES.map((line) => lineIds[line - 1]);
  const { page, library, review } = await open();
  await library.openRecent('Book');
  await expect.poll(() => queryCount(book, STILL_LEARNING), PATIENCE).toBe(0);
  const heard = await listen(page);
  const hearToTheEnd = async (act: () => Promise<unknown>) => {
    const before = (await heard.bursts()).length;
    await act();
    await expect.poll(async () => (await heard.bursts()).length, PATIENCE).toBeGreaterThan(before);
    await expect.poll(() => heard.isQuiet(), PATIENCE).toBe(true);
  };
  const suspicious = queryProject(book, SUSPICIOUS).map(({ line }) => line);
  test.info().annotations.push({
    type: 'suspicious',
    description: String(suspicious.map((id) => lineIds.indexOf(Number(id)) + 1)),
  });
  expect(suspicious).toEqual(expect.arrayContaining(faultyIds));

  const keys = await countKeys(page);
  await page.keyboard.press('Control+4');
  await expect(review.table).toBeFocused(PATIENCE);
  await expect(review.summary).toContainText('suspicious', PATIENCE);
  const listed = (await review.labels()).slice(0, suspicious.length);
  expect(listed.map((label) => lineIds[Number(label) - 1]).toSorted()).toEqual(suspicious.toSorted());

  await test.step('each fault is heard, and its line rendered again', async () => {
    await hearToTheEnd(() => page.keyboard.press('f'));
    for (const label of listed) {
      await expect(review.selected.getByRole('gridcell').first()).toHaveText(label, PATIENCE);
      await hearToTheEnd(() => page.keyboard.press('r'));
    }
  });

  await expect.poll(() => countServiceJobs(folders) - jobsBefore, PATIENCE).toBe(suspicious.length);
  await expect.poll(() => queryCount(book, STILL_LEARNING), PATIENCE).toBe(0);
  const still = queryProject(book, SUSPICIOUS).map(({ line }) => line);
  expect(faultyIds.filter((id) => still.includes(id))).toEqual([]);

  await test.step('each new take is heard and approved', async () => {
    await page.keyboard.press('Home');
    await hearToTheEnd(() => page.keyboard.press(' '));
    for (const [at, label] of listed.entries()) {
      await expect(review.selected.getByRole('gridcell').first()).toHaveText(label, PATIENCE);
      const approve = () => page.keyboard.press('a');
      // Approving the last of them plays a line that isn't suspicious.
      await (at === listed.length - 1 ? approve() : hearToTheEnd(approve));
      await expect.poll(() => queryCount(book, APPROVED), PATIENCE).toBe(at + 1);
    }
  });

  const approved = queryProject(book, "SELECT line_id AS line FROM takes WHERE verdict = 'approved' ORDER BY line_id");
  expect(approved.map(({ line }) => line)).toEqual(suspicious);
  const pressed = await keys();
  test.info().annotations.push({ type: 'keys', description: String(pressed) });
  expect(pressed).toBeLessThanOrEqual(MAX_KEYS);
});
