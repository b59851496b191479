import type { Language } from '@lectern/tts-protocol';
import { spreadsheetTable } from '../../../../node/spreadsheet-table.ts';
import type { HardWord } from '../../../../shared/model/hard-words.ts';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import { hardWordStatus } from '../../../../shared/rules/cast/hard-word-status.ts';
import { detectLanguage } from '../../../../shared/rules/detect-language.ts';
import { scriptMarks, wordsOf } from '../../../../shared/rules/marked-speech.ts';
import { appliesMarks, writtenWords } from '../../../../shared/rules/spoken-text.ts';
import { HardWordFinder } from '../../rules/hard-words.ts';
import { isHeading, spokenTurns } from '../../rules/line-request.ts';
import type { NumberedProject } from '../lines/line-positions.ts';
import { NOT_DELETED } from '../lines/line-states.ts';
import { readOverride, readTurns } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';

type WordRow = readonly [id: number, kind: ParagraphKind, turns: string, override: string | null];

const LINES = `SELECT lines.id, paragraphs.kind, turns, override
  FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${NOT_DELETED} ORDER BY paragraphs.ord, lines.part`;

/** With more emphasised words than this, a passage is stressed rather than quoted. */
const MAX_EMPHASISED_WORDS = 4;
/** In UTF-16 code units. */
const SAMPLE_LENGTH = 24_000;

/** Reads the whole script, which takes about a second for 600,000 words. */
export function hardWordsOf(project: Project): HardWord[] {
  const { db } = project;
  const sources = { ...project.cast.snapshot(), settings: project.settings() };
  const rows = db.prepareArrays<WordRow>(LINES).all();
  let detected: Language | null | undefined;
  const finder = new HardWordFinder();
  for (const [lineId, kind, turnsText, override] of rows) {
    const turns = readTurns(db, turnsText);
    const emphasised = appliesMarks(sources.settings)
      ? turns.flatMap((turn) => emphasisedWords(writtenWords(turn, sources.settings)))
      : [];
    for (const turn of spokenTurns({ kind, turns, override: readOverride(db, override), ...sources })) {
      const text = wordsOf(turn.text);
      if (turn.language === null) detected ??= detectLanguage(sampleOf(rows));
      const language = turn.language ?? detected ?? null;
      finder.add({ lineId, role: turn.speaker, text, language, isHeading: isHeading(kind), emphasised });
    }
  }
  return finder.words();
}

const emphasisedWords = (written: string): string[] =>
  scriptMarks(written).flatMap(({ mark, words }) =>
    mark === 'emphasis' && words.split(/\s+/).length <= MAX_EMPHASISED_WORDS ? [words] : [],
  );

function sampleOf(rows: readonly WordRow[]): string {
  let sample = '';
  for (const [, , turns] of rows) {
    if (sample.length > SAMPLE_LENGTH) break;
    sample += `${turns}\n`;
  }
  return sample.replaceAll(/"(?:role|text)":/g, '');
}

const MAX_WORDS = 20_000;

/** For the window. `leftOut` is the number of words beyond the most frequent ones of each kind. */
export function hardWords({ project, places }: NumberedProject, _input: null) {
  const found = hardWordsOf(project);
  const words = found.slice(0, MAX_WORDS).map((word) => ({ ...word, label: places.label(word.lineIds[0] ?? 0) }));
  return { words, leftOut: found.length - words.length };
}

/** Returns the words as CSV. Cells can't be read as formulas. */
export function hardWordsTable(project: Project, words: readonly HardWord[]): string {
  const statusOf = hardWordStatus(project.cast.rules(), project.settings().fineWords);
  const rows = words.map((word) => [
    word.word,
    word.kind,
    word.reason,
    word.count,
    word.readAs ?? '',
    statusOf(word),
    word.role,
    `${word.before}${word.word}${word.after}`,
  ]);
  return spreadsheetTable([['word', 'kind', 'reason', 'count', 'read as', 'status', 'role', 'sentence'], ...rows]);
}
