// `lectern pickups --render` renders the lines of a proofer's list again, within a limit.
import { writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { renderedBook } from './support/rendered-book.ts';

const SCRIPT = `# Tea

I didn't think it polite to listen, sir.

There were no cucumbers in the market this morning, sir.

I went down twice for the bread and butter.
`;
const LIST = `Chapter;Text as read;Text as written
1;no cucumbers in the basket this morning;no cucumbers in the market this morning
1;twice for the bread;twice for the bread and butter
1;;sir
`;

const book = renderedBook(SCRIPT);
const list = book.at('list.csv');
beforeAll(() => writeFileSync(list, LIST));

const resultSchema = z.object({
  notes_added: z.int(),
  rows: z.array(z.object({ outcome: z.string() })),
  rendered_again: z
    .strictObject({
      rendered: z.int(),
      characters: z.int(),
      failed: z.int(),
      complete: z.boolean(),
      lines: z.array(z.string()),
      excluded: z.array(z.strictObject({ line: z.string(), reason: z.string() })),
    })
    .nullable(),
});

async function pickups(...options: string[]) {
  const { status, printed } = await book.json('pickups', book.project, list, ...options);
  return { status, ...resultSchema.parse(printed) };
}

const takesOfLines = (): number[] =>
  book.read(({ lines, takes }) => lines.states().map(({ id }) => takes.takesOf(id).length));

it('needs a limit, and a dry run shows what would be rendered', async () => {
  const command = ['pickups', book.project, list];
  expect(await book.run(...command, '--render')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--max-characters'),
  });
  expect((await book.run(...command, '--max-characters', '9')).status).toBe(2);
  const before = takesOfLines();
  const dry = await pickups('--accept', 'likely', '--render', '--max-characters', '1000', '--dry-run');
  expect(dry.notes_added).toBe(0);
  expect(dry.rendered_again).toMatchObject({ lines: ['1.3', '1.4'], rendered: 0 });
  expect(takesOfLines()).toEqual(before);
});

it('renders no more than the limit, and leaves rows that need a decision', async () => {
  const { status, rows, rendered_again } = await pickups('--accept', 'likely', '--render', '--max-characters', '60');
  expect(status).toBe(1);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'open']);
  expect(rendered_again).toMatchObject({
    lines: ['1.3'],
    rendered: 1,
    excluded: [{ line: '1.4', reason: 'over-limit' }],
  });
  expect(takesOfLines()).toEqual([1, 1, 2, 1]);
});

it('renders nothing for notes that are already there, and accepts the other rows with --yes', async () => {
  const { status, notes_added, rows, rendered_again } = await pickups('--yes', '--render', '--max-characters', '1000');
  expect(status).toBe(0);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'accepted']);
  expect([notes_added, rendered_again?.rendered]).toEqual([1, 1]);
  expect(takesOfLines().reduce((sum, takes) => sum + takes, 0)).toBe(6);
});
