import { describe, expect, it } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import japanese from '../../locales/ja.json' with { type: 'json' };
import type { ExportProblem } from '../model/export/export-problem.ts';
import type { AudioDefect } from '../model/problems/audio-defect.ts';
import type { ProjectProblem } from '../model/problems/project-problem.ts';
import { reasons } from './en/reasons.ts';
import { exportWords } from './export-words.ts';
import { openBook } from './words.ts';

const problems = {
  project: ({ kind }: ProjectProblem) => kind,
  audio: ({ kind }: AudioDefect) => kind,
};
const PATH = '/out';
const PROBLEMS: readonly ExportProblem[] = [
  { kind: 'template', path: PATH, template: '{x}', problem: { kind: 'unknown-field', field: 'x' } },
  { kind: 'template', path: PATH, template: '', problem: { kind: 'empty' } },
  { kind: 'template', path: PATH, template: 'a/b', problem: { kind: 'too-deep', most: 5 } },
  ...(['lone-bracket', 'backslash', 'nameless-part', 'leaves-folder'] as const).map(
    (kind) => ({ kind: 'template', path: PATH, template: '', problem: { kind } }) as const,
  ),
  ...(['not-a-folder', 'busy', 'newer-manifest', 'folder-gone', 'folder-replaced', 'file-in-use'] as const).map(
    (kind) => ({ kind, path: PATH }),
  ),
  ...(['permissions', 'drive'] as const).map((because) => ({ kind: 'read-only', path: PATH, because }) as const),
  ...(['full', 'quota', 'file-too-large'] as const).map(
    (because) => ({ kind: 'disk-full', path: PATH, because }) as const,
  ),
  { kind: 'other-project', path: PATH, project: 'Earnest' },
  { kind: 'foreign-manifest', path: PATH, list: 'manifest.csv', appeared: false },
  { kind: 'foreign-manifest', path: PATH, list: 'manifest.csv', appeared: true },
  { kind: 'damaged-manifest', path: PATH, list: 'manifest.json', keptAs: null },
  { kind: 'damaged-manifest', path: PATH, list: 'manifest.json', keptAs: 'manifest.damaged.json' },
  { kind: 'inside-project', path: PATH, project: 'Earnest' },
  { kind: 'inside-project', path: PATH, project: null },
  ...(
    [
      ...['no-storage', 'bin', 'vanished', 'lock', 'system', 'link', 'not-a-file', 'not-a-folder', 'hard-link'],
      ...['too-large', 'unexpected', 'outside'],
    ] as const
  ).map((because) => ({ kind: 'unwritable', path: PATH, because, code: 'EIO' }) as const),
];

/** Values that a sentence has to name. */
const namedIn = (problem: ExportProblem): string[] => {
  if (problem.kind === 'template') return problem.problem.kind === 'unknown-field' ? ['{x}', '{line}'] : [];
  const named = [PATH, ...('project' in problem && problem.project ? [problem.project] : [])];
  if (problem.kind === 'unwritable' && /lock|system/.test(problem.because)) named.push('EIO');
  if (problem.kind === 'damaged-manifest') named.push(problem.keptAs ?? problem.list);
  return named;
};

describe.each([
  ['en', reasons],
  ['de', german.shared.reasons],
  ['ja', japanese.shared.reasons],
] as const)('why an export failed, in %s', (language, catalogue) => {
  const book = openBook({ reasons });
  book.speak(language, { reasons: catalogue });
  const words = exportWords(book.words('reasons'), book.list, book.locale, problems);

  it.each(PROBLEMS)('is a sentence that names the place: %o', (problem) => {
    const sentence = words.problem(problem);
    expect(sentence).toMatch(/[.。]$/);
    for (const named of namedIn(problem)) expect(sentence).toContain(named);
    expect(words.stop({ kind: 'export', problem })).toBe(sentence);
  });

  it('is not the same in two languages', () => {
    const english = exportWords(openBook({ reasons }).words('reasons'), book.list, () => 'en', problems);
    for (const problem of language === 'en' ? [] : PROBLEMS) {
      expect(words.problem(problem)).not.toBe(english.problem(problem));
    }
  });

  it('is told with the id of the log for a defect', () => {
    expect(words.stop({ kind: 'internal', id: 'e-17' })).toContain('e-17');
    expect(words.stop({ kind: 'said', sentence: 'Once said.' })).toBe('Once said.');
  });
});
