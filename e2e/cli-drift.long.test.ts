// `lectern drift`: canary lines are only sent with `--yes`, and names are compared. The service speaks with eSpeak NG.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderedBook } from './support/rendered-book.ts';

const LINES = [
  'In the morning Cecily walked down to the garden.',
  'Nobody in the garden had ever answered Cecily.',
  'The letter in the garden was written by Cecily yesterday.',
  'In the morning the captain answered that Cecily was late.',
  'The captain found Cecily in the garden in the morning.',
  'Nobody had written to Cecily or to the captain.',
  'In the garden the captain answered a letter to Cecily.',
  'Nobody found the letter that Cecily and the captain had written.',
  'In the garden Cecily answered every letter of the captain.',
];

const book = renderedBook(`# One\n\n${LINES.join('\n\n')}\n`, '--speech', 'espeak');

const namesSchema = z.strictObject({
  names: z.int(),
  occurrences: z.int(),
  lines_without_times: z.int(),
  voices_not_compared: z.array(z.string()),
  unreadable: z.int(),
  odd: z.array(
    z.strictObject({
      name: z.string(),
      line: z.string(),
      chapter: z.string(),
      roles: z.array(z.string()),
      take: z.int(),
      start_seconds: z.number(),
      end_seconds: z.number(),
      confidence: z.number().min(0).max(1),
      occurrences: z.int(),
    }),
  ),
});
const driftSchema = z.strictObject({
  project: z.string(),
  voices: z.array(z.looseObject({ takes: z.int(), has_drifted: z.boolean(), canaries: z.unknown() })),
  canaries: z
    .strictObject({ lines: z.array(z.string()), characters: z.int(), price: z.unknown(), rendered: z.boolean() })
    .nullable(),
  names: namesSchema.nullable(),
});

async function drift(...options: string[]) {
  const { status, printed } = await book.json('drift', book.project, ...options);
  expect(status).toBe(0);
  return driftSchema.parse(printed);
}

const countTakes = (): number =>
  book.read(({ lines, takes }) => lines.states().reduce((sum, { id }) => sum + takes.takesOf(id).length, 0));

it('shows the cost of canary lines, and sends them only with --yes', async () => {
  const before = countTakes();
  const { canaries } = await drift('--canaries');
  expect(canaries).toMatchObject({ rendered: false });
  expect(canaries?.lines).toHaveLength(5);
  expect(countTakes()).toBe(before);
  const sent = await drift('--canaries', '--yes');
  expect(sent.canaries).toEqual({ ...canaries, rendered: true });
  expect(countTakes()).toBe(before + 5);
});

it('compares the canary lines that the producer has chosen with their earlier takes', async () => {
  const { canaries } = await drift('--canaries');
  const { voices } = await drift('--choose', canaries?.lines.join(',') ?? '');
  expect(voices[0]?.canaries).toMatchObject({ lines: 5, alarms: [] });
});

it('compares names once their places are known', async () => {
  expect((await drift('--names')).names).toMatchObject({ names: 0, lines_without_times: 9, odd: [] });
  await book.run('proof', book.project);
  const { names } = await drift('--names');
  expect(names).toMatchObject({ names: 1, occurrences: 9, lines_without_times: 0, unreadable: 0, odd: [] });
  const { stdout } = await book.run('drift', book.project, '--names');
  expect(stdout).toContain('1 name compared, spoken 9 times. All sound alike.');
});
