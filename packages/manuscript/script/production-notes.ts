// Finds paragraphs that are meant for a podcast's production team and not for its listeners.
import type { NoteReference, ProductionNote } from '../../../shared/model/production-kind.ts';
import type { ScriptDocument } from '../../../shared/model/script.ts';
import type { RoleMarkOptions } from '../../../shared/model/settings.ts';
import { encloseInBrackets, isBracketed, parseCueRow, withoutBrackets } from '../../../shared/rules/brackets.ts';
import { formatParagraph } from '../../../shared/rules/format-paragraph.ts';
import { isSpelling } from '../../../shared/rules/marked-speech.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { roleMarkReader, withoutEscapedMark } from '../../../shared/rules/role-marks.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { isSoundName, isSoundRow } from '../layout/layout-directions.ts';
import { isStamp } from '../layout/layout-stamps.ts';
import { isProgrammeSegment, NOTE_TO_CREW } from '../layout/layout-words.ts';
import { anyCase, anyMatch } from '../layout/patterns.ts';
import { formatCue } from './own-form.ts';

const LABELS = `(?:${wordAlternation('podcast-note-labels')}|${wordAlternation('note-names')}|${wordAlternation('production-notes')})`;
const LABELLED_NOTE = anyCase`^${LABELS}(?: \d{1,3})? ?[:：–—]`;
const isNoteLabel = anyMatch(anyCase`^${LABELS}(?: \d{1,3})?$`);
const isNoteRow = anyMatch(
  // `Ad break 2`, `Mid-roll #1: mattresses`, `Ad break (60 s)`
  anyCase`^${wordAlternation('ad-breaks')}(?: ?(?:#|no\. ?)?\d{1,3})?(?: ?[:：–—(-].{0,80})?$`,
  // `Segment 2: The tower`
  anyCase`^${wordAlternation('programme-blocks')} (?:#|no\. ?)?\d{1,3}(?: ?[:：–—(-].{0,80})?$`,
  anyCase`^${wordAlternation('show-notes-titles')}(?!\p{L})(?: ?[:：].{0,400})?$`,
  // `Episode 12: Fog`
  anyCase`^${wordAlternation('episode-words')} ?(?:#|no\. ?|nr\. ?)?\d{1,4}(?: ?[:：–—(-] ?[^.!?]{0,80})?$`,
  // `3 min`, `1:30 min`, `~45 sec`
  /^[~≈]? ?\d{1,3}(?::\d{2}|[.,]\d)? ?(?:min(?:utes?|\.)?|secs?\.?|seconds?|Minuten|Sekunden|Sek\.|s)$/iu,
);
/** Whatever is alone in square brackets or braces: `[MID-ROLL]`, `{{MUSIC}}`. */
const BRACKET_GROUP = /^(?:\[[^[\]]*\]|\{\{?[^{}]*\}?\})$/;
/** `**Ad break**`, `--- AD BREAK ---` */
const DECORATION = /^[*_=~–—-]{1,40}\s{0,4}(?=[\p{L}[(])|(?<=[\p{L}\p{N}.:)\]])\s{0,4}[*_=~–—-]{1,40}$/gu;

const hasLabel = (row: string): boolean => LABELLED_NOTE.test(row) || NOTE_TO_CREW.test(row);

const isNote = (row: string): boolean =>
  hasLabel(row) || isNoteRow(row) || isNoteLabel(row) || isStamp(row) || isProgrammeSegment(row) || isSoundRow(row);

function bareRow(row: string): string {
  const bare = row.trim().replace(/^> ?/, '').replace(DECORATION, '');
  return isBracketGroup(bare) ? bare.replace(/^[[{]{1,2}\s{0,20}|\s{0,20}[\]}]{1,2}$/g, '') : bare;
}

/** A row in brackets is a note whatever it says, unless it is a pause. */
const isNoteText = (row: string): boolean =>
  bareRow(row) !== '' && (isNote(bareRow(row)) || (isBracketGroup(row.trim()) && /\p{L}/u.test(row)));

const isBracketGroup = (row: string): boolean =>
  BRACKET_GROUP.test(row) && leadingPauses(row) !== row && !isSpelling(row);

interface NotedDocument {
  readonly document: ScriptDocument;
  readonly notes: readonly ProductionNote[];
}

/**
 * Turns production notes into directions and lists all paragraphs that are directions, except those that the producer
 * wants spoken. A note inside a paragraph becomes a paragraph of its own if no words of the same turn follow it.
 * @param spoken notes that the narrator speaks
 */
export function silenceProductionNotes(
  document: ScriptDocument,
  spoken: readonly NoteReference[],
  options: RoleMarkOptions,
): NotedDocument {
  const found = new NoteFinder(spoken, options);
  const silenced = document.map((piece) => {
    if (typeof piece === 'string') return found.inText(piece);
    if (isSoundName(piece.role.toUpperCase()) || isNoteLabel(piece.role))
      return found.note(`${piece.role}: ${piece.words}`);
    found.speech(piece.words);
    return piece;
  });
  return { document: silenced, notes: found.notes };
}

/** In UTF-16 code units. */
const MAX_SAMPLE_LENGTH = 60;

class NoteFinder {
  readonly notes: ProductionNote[] = [];
  readonly #spoken: ReadonlySet<string>;
  readonly #options: RoleMarkOptions;
  readonly #readMark: ReturnType<typeof roleMarkReader>;
  readonly #occurrences = new Map<string, number>();
  #chapter: string | null = null;
  #after: string | null = null;

  constructor(spoken: readonly NoteReference[], options: RoleMarkOptions) {
    this.#spoken = new Set(spoken.map(({ words, occurrence }) => `${occurrence} ${words}`));
    this.#options = options;
    this.#readMark = roleMarkReader(options);
  }

  inText(text: string): string {
    // Odd items are the gaps between paragraphs.
    return text
      .split(/(\n[^\S\n]*\n\s*)/)
      .map((part, at) => (at % 2 === 1 || part.trim() === '' ? part : this.#inParagraph(part)))
      .join('');
  }

  speech(words: string): void {
    const bare = words.replace(/\s+/g, ' ').trim();
    this.#after = bare.length > MAX_SAMPLE_LENGTH ? `…${bare.slice(-MAX_SAMPLE_LENGTH).trimStart()}` : bare;
  }

  /** Returns the note as a direction, or as speech if the producer wants it spoken. @param silent the direction */
  note(words: string, silent = isSoundRow(words) ? formatCue(words) : encloseInBrackets(words)): string {
    const occurrence = (this.#occurrences.get(words) ?? 0) + 1;
    this.#occurrences.set(words, occurrence);
    const isSpoken = this.#spoken.has(`${occurrence} ${words}`);
    this.notes.push({ words, occurrence, isSpoken, chapter: this.#chapter, after: this.#after });
    if (!isSpoken) return silent;
    this.speech(words);
    return formatParagraph({ kind: 'speech', parts: [{ role: null, text: words }] }, this.#options);
  }

  #inParagraph(paragraph: string): string {
    const end = paragraph.trimEnd().length;
    const rows = paragraph.slice(0, end).split('\n');
    return this.#inRows(rows) + paragraph.slice(end);
  }

  #inRows(rows: readonly string[]): string {
    if (rows.every((row) => leadingPauses(row.trim()) === row.trim())) return rows.join('\n');
    const joined = rows.map((row) => row.trim()).join(' ');
    if (isBracketed(joined)) return this.note(withoutBrackets(joined), joined);
    const written: string[] = [];
    let stretch: string[] = [];
    const endStretch = () => {
      if (stretch.length === 0) return;
      this.speech(stretch.map((row) => this.#spokenWords(row)).join(' '));
      written.push(stretch.join('\n'));
      stretch = [];
    };
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? '';
      if (isHeadingRow(row)) {
        endStretch();
        this.#chapter = row.trim().replace(/^#+\s*/, '') || null;
        this.#after = null;
        written.push(row);
      } else if (isKeptCue(row) && this.#isApart(rows, at, stretch)) {
        endStretch();
        written.push(this.note(cueWords(row), row.trim()));
      } else if (isNoteText(row) && this.#isApart(rows, at, stretch)) {
        endStretch();
        const end = hasLabel(bareRow(row)) ? this.#endOfLabelled(rows, at) : at;
        written.push(
          this.note(
            rows
              .slice(at, end + 1)
              .map(bareRow)
              .join(' '),
          ),
        );
        at = end;
      } else stretch.push(row);
    }
    endStretch();
    return written.join(written.length > 1 && !rows.some(isHeadingRow) ? '\n\n' : '\n');
  }

  /** A note in the middle of a turn has to stay there, because the words after it would lose their role. */
  #isApart(rows: readonly string[], at: number, stretch: readonly string[]): boolean {
    const next = rows[at + 1];
    return stretch.length === 0 || next === undefined || isNoteText(next) || isKeptCue(next) || this.#isMarked(next);
  }

  /** A labelled note ends at the end of its paragraph, or before the next role or note. */
  #endOfLabelled(rows: readonly string[], first: number): number {
    let end = first;
    for (let next = rows[end + 1]; next !== undefined; next = rows[end + 1]) {
      if (isNoteText(next) || isKeptCue(next) || isHeadingRow(next) || this.#isMarked(next)) break;
      end += 1;
    }
    return end;
  }

  #isMarked = (row: string): boolean => this.#readMark(row.trim()) !== null;

  #spokenWords(row: string): string {
    const words = row.trim();
    return withoutEscapedMark(words.slice(this.#readMark(words)?.end ?? 0), this.#readMark).trim();
  }
}

/** A cue in brackets stays as it is, because it may become a marker. */
const isKeptCue = (row: string): boolean => parseCueRow(row.trim())?.pauses === '';

const cueWords = (row: string): string => row.trim().replace(/^[[(]\s{0,20}|\s{0,20}[\])]$/g, '');
