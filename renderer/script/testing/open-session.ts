// A session for tests: its studio saves everything at once, and reads the text by the rules of the script.
import { EditorState, type Extension } from '@codemirror/state';
import type { ParagraphInfo } from '../../../shared/ipc/script-requests.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { ScriptSession } from '../document/script-session.ts';

/** The paragraphs of a text, of which each line has a number of its own from 100 on. */
export function paragraphsOf(text: string): ParagraphInfo[] {
  let nextLine = 100;
  return parseScript(text, DEFAULT_PROJECT_SETTINGS).map(({ source, gap, kind, lines, problem }, at) => ({
    id: at + 1,
    length: source.length + gap.length,
    kind,
    lineIds: lines.map(() => nextLine++),
    problem: problem?.kind ?? null,
  }));
}

export interface TestSession {
  readonly session: ScriptSession;
  /** What is on the disk. */
  saved(): string;
}

/** Opens a document with this text, of the chapters that are named. */
export function openSession(
  text: string,
  options: { readonly extensions?: Extension; readonly chapterIds?: (number | null)[] } = {},
): TestSession {
  const { extensions = [], chapterIds = [1] } = options;
  let disk = text;
  let revision = 1;
  const read = () => ({ revision, chapterIds, paragraphs: paragraphsOf(disk), lines: [] });
  const document = () => ({ ...read(), documentId: 'one', text: disk });
  const session = new ScriptSession(document(), {
    save: async ({ changes }) => {
      const count = paragraphsOf(disk).length;
      for (const { from, to, insert } of changes.toReversed()) disk = disk.slice(0, from) + insert + disk.slice(to);
      revision++;
      return { ...read(), at: 0, count, chaptersChanged: false };
    },
    open: async () => document(),
    errorOf: (thrown) => ({ kind: 'internal', id: String(thrown) }),
    later: (call) => {
      const timer = setTimeout(call, 0);
      return () => clearTimeout(timer);
    },
    createState: (doc, documentState) => EditorState.create({ doc, extensions: [documentState, extensions] }),
    onSaveState: () => undefined,
    onSaved: () => undefined,
    onOverlap: () => undefined,
  });
  return { session, saved: () => disk };
}
