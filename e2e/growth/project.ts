// Growth checks for saving and editing scripts and takes in a project.
import type { Project } from '../../electron/core/project/project.ts';
import { CONNECTION, save, Workshop } from '../../electron/core/project/testing/test-project.ts';
import type { InputShape, MeasuredReader } from './growth.ts';
import { selectTexts } from './input-shapes.ts';

/** A project with a saved script, and a variant of the script's text. */
interface SavedScript {
  readonly project: Project;
  readonly text: string;
  readonly variant: string;
}

const paragraphsOf = (text: string): string[] => text.split(/(?<=\n\n)/);

/** Changes to a script's text. Each is undone afterwards. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'half removed': (text) => text.slice(0, text.length >> 1),
  'a word in every third paragraph': (text) =>
    paragraphsOf(text)
      .map((paragraph, at) => (at % 3 === 0 ? `changed ${paragraph}` : paragraph))
      .join(''),
  'paragraphs reversed': (text) => paragraphsOf(text).reverse().join(''),
};

/** Scripts with the most paragraphs, the most identical paragraphs, and the longest paragraphs. */
const SCRIPTS = selectTexts(
  'newlines',
  'blank rows with spaces',
  'short paragraphs',
  'role paragraphs',
  'empty headings',
  'many roles',
  'one letter, interrupted',
  'random units',
);

/** The script with the most lines. */
const CHECKED_SCRIPTS = selectTexts('short paragraphs');

const EDITS: Readonly<Record<string, (script: SavedScript) => void>> = {
  save({ project, text, variant }) {
    save(project, variant);
    save(project, text);
  },
  'edit as a document'({ project, variant }) {
    const { documents } = project.script;
    const { documentId, revision, text } = documents.open(null);
    const { revision: next } = documents.edit(documentId, revision, [{ from: 0, to: text.length, insert: variant }]);
    documents.edit(documentId, next, [{ from: 0, to: variant.length, insert: text }]);
  },
};

let workshop: Workshop;
const workshopOptions = {
  isRepeatable: true,
  open() {
    workshop = new Workshop();
  },
  close: () => workshop.clear(),
};

let projects = 0;
function savedProject(text: string): Project {
  projects += 1;
  const project = workshop.create(`${projects}.lectern`);
  save(project, text);
  return project;
}

const savedShapes = (scripts: readonly InputShape[], change: (text: string) => string): InputShape<SavedScript>[] =>
  scripts.map(({ name, make }) => ({
    name,
    make(length) {
      const text = make(length);
      return { project: savedProject(text), text, variant: change(text) };
    },
  }));

const edits = Object.entries(EDITS).flatMap(([name, read]) =>
  Object.entries(CHANGES).map(
    ([change, apply]): MeasuredReader<SavedScript> => ({
      name: `${name}: ${change}`,
      shapes: savedShapes(SCRIPTS, apply),
      checkedShapes: savedShapes(CHECKED_SCRIPTS, apply),
      checkedSize: 8_192,
      measuredSizes: [2_048, 131_072],
      ...workshopOptions,
      read,
    }),
  ),
);

/** A project with a single line, and the number of takes to add to the line. */
interface NewTakes {
  readonly project: Project;
  readonly count: number;
}

let sounds = 0;
function addTakes({ project, count }: NewTakes): void {
  sounds += 1;
  const lineId = project.lines.states()[0]?.id ?? 0;
  const renderKey = project.lines.toRender(lineId)?.renderKey ?? '';
  project.db.transaction(() => {
    for (let at = 0; at < count; at += 1) {
      project.takes.addTake({
        lineId,
        renderKey,
        request: { voice_engine: 'SvcDialog', text: 'Yes.', voice: 'v' },
        audioHash: `sound ${sounds}`,
        format: 'wav',
        sampleRate: 24_000,
        sizeBytes: 1,
        durationSeconds: 1,
        source: CONNECTION,
        jobId: null,
        createdAt: 0,
      });
    }
  });
}

const takesReader: MeasuredReader<NewTakes> = {
  name: 'add takes of one sound',
  shapes: [{ name: 'takes', make: (count) => ({ project: savedProject('Yes.'), count }) }],
  checkedSize: 2_048,
  measuredSizes: [256, 16_384],
  ...workshopOptions,
  read: addTakes,
};

export const PROJECT_READERS: readonly MeasuredReader[] = [...edits, takesReader];
