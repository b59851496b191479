// Saving and editing a script takes time in proportion to what is saved, whatever the script is.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { someTexts } from '../../../e2e/support/hostile-texts.ts';
import { describeGrowth, type Sizes, superlinearGrowth } from '../../../e2e/support/time-growth.ts';
import type { Project } from './project.ts';
import { CONNECTION, save, Workshop } from './testing/test-project.ts';

/** A script in a project, and what it is changed to. */
interface Saved {
  readonly project: Project;
  readonly text: string;
  readonly variant: string;
}

const paragraphsOf = (text: string): string[] => text.split(/(?<=\n\n)/);

/** What a script becomes, and is changed back from. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'half of it removed': (text) => text.slice(0, text.length >> 1),
  'a word in every third paragraph': (text) =>
    paragraphsOf(text)
      .map((paragraph, at) => (at % 3 === 0 ? `changed ${paragraph}` : paragraph))
      .join(''),
  'the order reversed': (text) => paragraphsOf(text).reverse().join(''),
};

const SIZES: Sizes = { from: 8_192, to: 32_768, floorMs: 100 };

/** Those with the most paragraphs, the most that are equal, and the longest ones. */
const SHAPES = someTexts(
  'newlines',
  'blank rows with blanks',
  'short paragraphs',
  'role paragraphs',
  'empty headings',
  'many roles',
  'one letter, interrupted',
  'everything by chance',
);

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

let projects = 0;
function savedProject(text: string, variant: string): Saved {
  projects += 1;
  const project = workshop.create(`${projects}.lectern`);
  save(project, text);
  return { project, text, variant };
}

/** What takes too long, in a sentence each. */
async function growths(change: (text: string) => string, work: (saved: Saved) => void): Promise<string[]> {
  const found: string[] = [];
  for (const { name, make } of SHAPES) {
    const growth = await superlinearGrowth(
      work,
      (length) => {
        const text = make(length);
        return savedProject(text, change(text));
      },
      SIZES,
    );
    workshop.clear();
    workshop = new Workshop();
    if (growth !== null) found.push(`${name}: ${describeGrowth(growth)}`);
  }
  return found;
}

describe.each(Object.entries(CHANGES))('with %s', (_, change) => {
  it('saving a script takes time in proportion to it', async () => {
    const found = await growths(change, ({ project, text, variant }) => {
      save(project, variant);
      save(project, text);
    });
    expect(found).toEqual([]);
  });

  it('editing it as a document takes time in proportion to it', async () => {
    const found = await growths(change, ({ project, variant }) => {
      const { documents } = project.script;
      const { documentId, revision, text } = documents.open(null);
      const { revision: next } = documents.edit(documentId, revision, [{ from: 0, to: text.length, insert: variant }]);
      documents.edit(documentId, next, [{ from: 0, to: variant.length, insert: text }]);
    });
    expect(found).toEqual([]);
  });
});

it('takes of one and the same sound are added in time in proportion to their number', async () => {
  const { project } = savedProject('Yes.', '');
  const [line] = project.lines.states();
  const renderable = project.lines.toRender(line?.id ?? 0);
  let sounds = 0;
  const add = (count: number): void => {
    sounds += 1;
    project.db.transaction(() => {
      for (let at = 0; at < count; at += 1) {
        project.takes.addTake({
          ...{
            lineId: line?.id ?? 0,
            renderKey: renderable?.renderKey ?? '',
            request: { voice_engine: 'SvcDialog', text: 'Yes.', voice: 'v' },
          },
          ...{ audioHash: `sound ${sounds}`, format: 'wav', sampleRate: 24_000, sizeBytes: 1, durationSeconds: 1 },
          ...{ source: CONNECTION, jobId: null, createdAt: 0 },
        });
      }
    });
  };
  expect(await superlinearGrowth(add, (count) => count, { from: 256, to: 16_384 })).toBeNull();
});
