// A script behind a fake bridge, for tests of the screen. Each chapter is one document; edits are saved at once.
import type { Chapter, ProjectSummary } from '../../../shared/ipc/project-requests.ts';
import type { EditorDocument, LineBrief } from '../../../shared/ipc/script-requests.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { dialogEdits } from '../../../shared/rules/dialogs.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { BridgeFailure } from '../../bridge/ask.ts';
import { type FakeAnswers, failWith } from '../../bridge/testing/fake-bridge.ts';
import { paragraphsOf } from './open-session.ts';

interface StoredChapter {
  readonly id: number;
  text: string;
  revision: number;
}

export interface FakeScript {
  /** Answers for the fake bridge. */
  readonly answers: FakeAnswers;
  /** The saved text of all chapters. */
  saved(): string;
}

let projects = 0;

/** Makes a project with one chapter for each text. Each text starts with its heading. */
export function fakeScript(texts: readonly string[]): FakeScript {
  projects += 1;
  const stored = texts.map((text, at): StoredChapter => ({ id: at + 1, text, revision: 1 }));
  const project = {
    path: `/projects/${projects}`,
    name: 'Book',
    readOnly: false,
    firstChapterId: 1,
    settings: DEFAULT_PROJECT_SETTINGS,
  } as unknown as ProjectSummary;
  const titleOf = ({ text }: StoredChapter) => /^# (.*)/.exec(text)?.[1] ?? '';
  const find = (id: number) => stored.find((chapter) => chapter.id === id) ?? failWith('script.open', NOT_THERE);

  /** Lines of these words have a take. */
  const rendered = new Set(stored.flatMap(({ text }) => linesOf(text).map(wordsOf)));
  const briefs = ({ text }: StoredChapter): LineBrief[] => {
    const lines = linesOf(text);
    return paragraphsOf(text).flatMap(({ id, lineIds }) =>
      lineIds.map((lineId) => {
        const line = lines[lineId - FIRST_LINE];
        const roles = [...new Set(line?.turns.map(({ role }) => role ?? NARRATOR))];
        const status = line && rendered.has(wordsOf(line)) ? 'fresh' : 'stale';
        return { id: lineId, paragraphId: id, status, characters: 10, roles, pickTakeId: null, problem: null };
      }),
    );
  };
  const isThere = ({ text }: StoredChapter) => text !== '';
  const read = (chapter: StoredChapter) => ({
    revision: chapter.revision,
    chapterIds: isThere(chapter) ? [chapter.id] : [],
    paragraphs: paragraphsOf(chapter.text),
    lines: briefs(chapter),
  });
  const open = (chapter: StoredChapter): EditorDocument => ({
    ...read(chapter),
    documentId: String(chapter.id),
    text: chapter.text,
  });

  const answers: FakeAnswers = {
    'project.current': () => project,
    'project.roles': () => [],
    'project.chapters': () =>
      stored
        .filter(isThere)
        .map(
          (chapter, at) =>
            ({ id: chapter.id, number: at + 1, title: titleOf(chapter), lines: briefs(chapter).length }) as Chapter,
        ),
    'preferences.get': () => failWith('preferences.get', { kind: 'studio-gone' }),
    'script.chapterBriefs': ({ chapterId }) => briefs(find(chapterId ?? 0)),
    'script.open': ({ chapterId, documentId }) => open(find(Number(documentId ?? chapterId))),
    'script.edit'({ documentId, revision, changes }) {
      const chapter = find(Number(documentId));
      if (revision !== chapter.revision) throw new BridgeFailure('script.edit', { kind: 'stale-document' });
      const count = paragraphsOf(chapter.text).length;
      const before = titleOf(chapter);
      for (const { from, to, insert } of changes.toReversed()) {
        chapter.text = chapter.text.slice(0, from) + insert + chapter.text.slice(to);
      }
      chapter.revision += 1;
      return { ...read(chapter), at: 0, count, chaptersChanged: titleOf(chapter) !== before };
    },
    'script.dialogEdits'({ documentId, from, to, action }) {
      const { text } = find(Number(documentId));
      const { changes, ...lines } = dialogEdits(text, DEFAULT_PROJECT_SETTINGS, action, { from, to });
      return { ...lines, changes: [...changes] };
    },
    'script.find'({ query, matchCase }) {
      const pattern = new RegExp(query, matchCase ? 'g' : 'gi');
      const matches = stored.flatMap((chapter) =>
        [...chapter.text.matchAll(pattern)].map(([match], at) => ({
          chapterId: chapter.id,
          chapterTitle: titleOf(chapter),
          before: '',
          match,
          after: '',
          from: at,
          to: at,
          paragraphId: 1,
          fromInParagraph: 0,
        })),
      );
      return { matches, total: matches.length, problem: null } as never;
    },
  };
  return { answers, saved: () => stored.map(({ text }) => text).join('') };
}

type ParsedLine = ReturnType<typeof linesOf>[number];

const linesOf = (text: string) => parseScript(text, DEFAULT_PROJECT_SETTINGS).flatMap((paragraph) => paragraph.lines);
const wordsOf = ({ turns }: ParsedLine) => JSON.stringify(turns.map(({ role, text }) => [role, text]));

/** As `paragraphsOf` counts them. */
const FIRST_LINE = 100;
const NOT_THERE = { kind: 'not-found', what: 'chapter' } as const;
