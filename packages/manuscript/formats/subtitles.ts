import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { Block, Manuscript } from '../../../shared/model/manuscript.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { evidenceOfNames } from '../layout/name-evidence.ts';
import { isMusicAlone } from '../layout/sounds-in-words.ts';
import { readText } from '../text/text-file.ts';
import { splitIntoChapters } from './heading-sections.ts';
import { documentError } from './importable-file.ts';
import { Omissions } from './omissions.ts';
import { type ColonMark, colonMark, type EvidenceByName, namesBeforeColons } from './pdf/colon-marks.ts';
import { createRoleReader, isNonRole, isPartTitle, longNameField, silenceBrackets } from './spoken-role.ts';

const TIMING =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?/;
const NOTE_BLOCK = /^NOTE(?:\s|$)/;
const NON_CUE_BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
/** Minimum silence before a new paragraph, in seconds. A shorter silence suffices if the speaker is unknown. */
const PARAGRAPH_PAUSE = 3;
const UNKNOWN_SPEAKER_PAUSE = 1.2;
/** A paragraph ends at the next sentence end after this many characters, or anywhere after twice as many. */
const LONG_PARAGRAPH_LENGTH = 1_200;
/** Captions in which a smaller share of cues end a sentence count as unpunctuated. */
const MIN_PUNCTUATED_SHARE = 0.05;
/** Maximum length of transitional cues in roll-up captions, in seconds. */
const MAX_TRANSITION_SECONDS = 0.05;
/** If more than this share of cues have names, an unnamed cue continues the previous speaker. */
const MIN_NAMED_SHARE = 0.4;

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]{0,3}$/;

interface Cue {
  /** Line number in the file, from 1. */
  readonly row: number;
  /** In seconds. */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly string[];
}

interface CueUtterance {
  /** Null for the previous speaker; empty if unknown. */
  readonly speaker: string | null;
  readonly evidence?: BlockEvidence | undefined;
  readonly text: string;
  readonly isDirection: boolean;
  /** Whether the text is marked as another speaker's, or is a direction. */
  readonly isTurn: boolean;
  readonly isSung: boolean;
}

/** @throws ImportError `binary`, `encoding`, `empty` or `damaged` */
export function readSubtitles(bytes: Uint8Array, file: string): Manuscript {
  const { text, notices: assumed } = readText(bytes, file);
  const { cues: all, notes } = parseCues(text.split('\n'));
  const cues = withoutRepeatedRows(all);
  if (cues.length === 0) throw documentError('damaged', file);
  const bare = joinDirections(cues.map((cue) => ({ ...cue, rows: cue.rows.map(withoutMarkup) })));
  const names = findNames(bare);
  const ends = bare.filter(({ rows }) => SENTENCE_END.test(rows.at(-1) ?? '')).length;
  // A voice tag applies only to its cue.
  const isTagged = bare.some(({ rows }) => rows.some((row) => row.includes(VOICE_START)));
  const named = bare.filter(({ rows }) => readMark(withoutDash(rows[0] ?? ''), names) !== null).length;
  const continuesSpeaker = !isTagged && named >= bare.length * MIN_NAMED_SHARE;
  const credits = findCredits(bare);
  const spoken = bare.map((cue) => ({
    cue,
    utterances: credits.has(cue) ? [directionUtterance(cue.rows.join(' '), true)] : splitUtterances(cue.rows, names),
  }));
  const speakers = spoken.flatMap(({ utterances }) => utterances.map(({ speaker }) => speaker ?? ''));
  const paragraphs = new ParagraphWriter(ends >= bare.length * MIN_PUNCTUATED_SHARE, createRoleReader(speakers));
  for (const { cue, utterances } of spoken)
    for (const utterance of utterances) paragraphs.add(utterance, cue, continuesSpeaker);
  const blocks = paragraphs.end();
  if (blocks.length === 0) throw documentError('empty', file);
  const leftOut = new Omissions();
  for (const { row } of credits) leftOut.add('credits', '', { row });
  for (const { row, text: words } of notes) leftOut.add('comments', words, { row });
  return { title: null, author: null, sections: splitIntoChapters(blocks), notices: leftOut.notices(), assumed };
}

interface CueNote {
  readonly row: number;
  readonly text: string;
}

function parseCues(rows: readonly string[]): { readonly cues: Cue[]; readonly notes: readonly CueNote[] } {
  const notes: { row: number; text: string }[] = [];
  const cues: { row: number; start: number; end: number; rows: string[] }[] = [];
  /** Lines outside cues, since the last blank line. */
  let inCue = false;
  let silent: 'note' | 'code' | null = null;
  for (const [at, row] of rows.entries()) {
    const time = TIMING.exec(row);
    if (time !== null && silent === null) {
      // If there is no blank line between two cues, the number of the second ends the first.
      const before = cues.at(-1);
      if (inCue && /^\d+$/.test(before?.rows.at(-1) ?? '')) before?.rows.pop();
      cues.push({ row: at + 1, start: toSeconds(time.slice(1, 5)), end: toSeconds(time.slice(5, 9)), rows: [] });
      inCue = true;
    } else if (row.trim() === '') {
      inCue = false;
      silent = null;
    } else if (inCue) cues.at(-1)?.rows.push(row.trim());
    else if (silent === 'note') {
      const last = notes.at(-1);
      if (last) last.text += ` ${row}`;
    } else if (NOTE_BLOCK.test(row)) {
      silent = 'note';
      notes.push({ row: at + 1, text: row.slice(4) });
    } else if (NON_CUE_BLOCK.test(row)) silent = 'code';
    else if (cues.length > 0 && !TIMING.test(rows[at + 1] ?? '') && !/^\s*\d+\s*$/.test(row)) {
      cues.at(-1)?.rows.push(row.trim());
      inCue = true;
    }
  }
  return { cues: cues.filter((cue) => cue.rows.length > 0), notes: notes.filter(({ text }) => text.trim() !== '') };
}

function toSeconds(parts: readonly (string | undefined)[]): number {
  const [hours = 0, minutes = 0, whole = 0] = parts.slice(0, 3).map((part) => Number(part ?? 0));
  return hours * 3_600 + minutes * 60 + whole + Number(`0.${parts[3] ?? '0'}`);
}

/** Roll-up captions repeat each line above the next one. */
function withoutRepeatedRows(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = [];
  let last = '';
  for (const cue of cues) {
    const first = plainRow(cue.rows[0] ?? '');
    const repeats =
      first !== '' && first === last && (cue.rows.length > 1 || cue.end - cue.start <= MAX_TRANSITION_SECONDS);
    const rows = repeats ? cue.rows.slice(1) : cue.rows;
    last = plainRow(cue.rows.at(-1) ?? '');
    if (rows.length > 0) kept.push({ ...cue, rows });
  }
  return kept;
}

const plainRow = (row: string): string => row.replace(/<[^<>]*>/g, '').trim();

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
  '&#39;': "'",
  '&lrm;': '',
  '&rlm;': '',
};
/** Private-use character that stands for a voice tag until the line is read. */
const VOICE_START = '\ue000';
const VOICE_END = '\ue001';

const withoutMarkup = (row: string): string =>
  row
    .replace(/[\ue000\ue001]/g, '')
    .replace(/<rt>[^<]*<\/rt>/gi, '')
    .replace(/<v(?:\.[^\s<>]*)?\s+([^<>]*)>/gi, `${VOICE_START}$1${VOICE_END}`)
    .replace(/<[/\w][^<>]*>|\{\\[^{}]*\}|\{[/]?[a-z]\}/gi, '')
    .replace(/&(?:amp|lt|gt|nbsp|quot|#39|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();

/** In `>> john: Hi.` the chevrons mark a new speaker, so the name needs no capital letter. */
const NAME_AFTER_CHEVRONS = /^>>+\s*(\p{L}[\p{L}\p{M}'’.-]{0,20}(?: [\p{L}\p{M}'’.-]{1,20}){0,2}):(?=\s)/u;

function findNames(cues: readonly Cue[]): EvidenceByName {
  const pieces = cues.flatMap(({ rows }) => rows.flatMap(splitTurns));
  const marked = pieces.flatMap((piece) => NAME_AFTER_CHEVRONS.exec(piece)?.[1] ?? []).map(normaliseRoleName);
  const bare = pieces.map((piece) => withoutDash(piece).replace(/[\ue000\ue001]/g, ''));
  return new Map([...evidenceOfNames(marked, 'colon', bare.length), ...namesBeforeColons(bare)]);
}

const withoutDash = (row: string): string => row.replace(/^(?:[-–—‐]|>>+)\s*/, '');

const VOICE_EVIDENCE: BlockEvidence = { stated: 'webvtt-voice' };

function readMark(row: string, names: EvidenceByName): ColonMark | null {
  if (row.startsWith(VOICE_START)) {
    const end = row.indexOf(VOICE_END);
    if (end > 0) return { name: row.slice(1, end).trim(), evidence: VOICE_EVIDENCE, words: row.slice(end + 1) };
  }
  return colonMark(row, names);
}

const MAX_DIRECTION_LENGTH = 12;

function joinDirections(cues: readonly Cue[]): Cue[] {
  const whole: Cue[] = [];
  for (let at = 0; at < cues.length; at += 1) {
    const cue = cues[at];
    if (!cue) break;
    let [words, end, last] = ['', cue.end, at];
    for (; last < Math.min(cues.length, at + MAX_DIRECTION_LENGTH); last += 1) {
      words = `${words} ${cues[last]?.rows.join(' ') ?? ''}`.trim();
      end = cues[last]?.end ?? end;
      if (!/^[([]/.test(words) || /[)\]]/.test(words)) break;
    }
    const isWhole = readSound(words) !== null && /^[([]/.test(words);
    whole.push(isWhole ? { ...cue, end, rows: [words] } : cue);
    if (isWhole) at = last;
  }
  return whole;
}

const directionUtterance = (text: string, isTurn: boolean): CueUtterance => ({
  speaker: null,
  text,
  isDirection: true,
  isTurn,
  isSung: false,
});

/** `Subtitles by …`, `Sous-titrage : …` */
const CREDIT_WORDS: readonly RegExp[] = [
  wordPattern('^(?:english )?', 'subtitle-credits', String.raw`\b`, 'i'),
  wordPattern('^', 'subtitle-credit-stems', '', 'i'),
];
const CREDIT_PREPOSITION = /(?:\b(?:by|and|from|von|par|por|di|da|door)\b|[:：©])/i;
const WEB_ADDRESS = /\bwww\.\S|https?:\/\/|(?<![@\p{L}])[\p{L}\d-]{2,40}\.(?:com|org|net|tv|info|io)\b/iu;
/** Credits are within this many cues of the start or end. */
const MAX_CREDIT_DISTANCE = 3;
const MAX_CREDIT_LENGTH = 160;

function findCredits(cues: readonly Cue[]): ReadonlySet<Cue> {
  const isCredit = ({ rows }: Cue): boolean => {
    const text = rows.join(' ').replace(/^[-–—([♪ ]+/, '');
    if (text.length > MAX_CREDIT_LENGTH) return false;
    const isNamed = CREDIT_WORDS.some((words) => words.test(text)) && CREDIT_PREPOSITION.test(text);
    // `Visit example.org today.` is spoken text, not a credit.
    return isNamed || (WEB_ADDRESS.test(text) && !/[.!?]$/.test(text));
  };
  return new Set(
    cues.filter((cue, at) => (at < MAX_CREDIT_DISTANCE || at >= cues.length - MAX_CREDIT_DISTANCE) && isCredit(cue)),
  );
}

const TURN_START = /(?=\ue000)|(?<=[^\s>])\s*(?=>>)/;
const DASHED_TURN_START = /(?<=[.!?…"”])\s+(?=[-–—‐]\s?\p{Lu})/u;

const splitTurns = (row: string): string[] => {
  const pieces = row.split(TURN_START);
  return /^[-–—‐]/.test(row) ? pieces.flatMap((piece) => piece.split(DASHED_TURN_START)) : pieces;
};

function splitUtterances(rows: readonly string[], names: EvidenceByName): CueUtterance[] {
  const utterances: (Omit<CueUtterance, 'text'> & { text: string })[] = [];
  const pieces = rows.flatMap(splitTurns);
  for (const piece of pieces) {
    const row = withoutDash(piece);
    const isTurn = row !== piece;
    const mark = readMark(row, names);
    const typed = (mark?.words ?? row).replace(/[\ue000\ue001]/g, ' ').trim();
    if (typed === '') {
      if (mark) {
        const { name: speaker, evidence } = mark;
        utterances.push({ speaker, evidence, text: '', isDirection: false, isTurn: true, isSung: false });
      }
      continue;
    }
    // `LANE: (Rises.)`: a direction after a name belongs to that speaker.
    const heard = mark !== null && !isNonRole(mark.name) ? null : readSound(typed);
    const words = heard === null ? withoutNoteSymbols(typed) : typed;
    const isSung = isLyrics(typed);
    const last = utterances.at(-1);
    if (heard === null && words === '') continue;
    if (heard !== null || (mark !== null && isNonRole(mark.name))) {
      utterances.push(directionUtterance(heard ?? words, false));
    } else if (mark === null && !isTurn && last?.isDirection === false && last.isSung === isSung)
      last.text = `${last.text} ${words}`.trim();
    else
      utterances.push({
        speaker: mark?.name ?? (isTurn ? '' : null),
        evidence: mark?.evidence,
        text: words,
        isDirection: false,
        isTurn: isTurn || mark !== null,
        isSung,
      });
  }
  return utterances;
}

const NOTE_SYMBOLS = /[♪♫♬🎵🎶]+/gu;
/** British subtitles put `#` around lyrics. */
const HASH_LYRICS = /^#\s?([^#]{1,400}?)\s?#$/;

const isLyrics = (words: string): boolean => words.search(NOTE_SYMBOLS) >= 0 || HASH_LYRICS.test(words);

const withoutNoteSymbols = (words: string): string =>
  words.replace(HASH_LYRICS, '$1').replace(NOTE_SYMBOLS, ' ').replace(/\s+/g, ' ').trim();

/**
 * Returns sounds in brackets, or a description of music between note symbols. Other words between the symbols are
 * lyrics.
 */
function readSound(words: string): string | null {
  const [, square, round] = /^(?:\[([^[\]]*)\]|\(([^()]*)\))$/.exec(words) ?? [];
  const inBrackets = square ?? round;
  if (inBrackets !== undefined) return inBrackets.replace(NOTE_SYMBOLS, '').trim() || '♪';
  if (!isLyrics(words)) return null;
  const tune = withoutNoteSymbols(words);
  if (tune === '') return '♪';
  return isMusicAlone(tune) ? tune : /^[([]/.test(tune) ? readSound(tune) : null;
}

const ROUND_BRACKETS = /\([^()]+\)/;

class ParagraphWriter {
  readonly #blocks: Block[] = [];
  readonly #isPunctuated: boolean;
  readonly #roleOf: (name: string) => string;
  #speaker = '';
  #evidence: BlockEvidence | undefined;
  #text = '';
  #isSung = false;
  #end = 0;

  constructor(isPunctuated: boolean, roleOf: (name: string) => string) {
    this.#isPunctuated = isPunctuated;
    this.#roleOf = roleOf;
  }

  /** @param continuesSpeaker whether an unnamed cue continues the previous speaker */
  add(utterance: CueUtterance, cue: Cue, continuesSpeaker: boolean): void {
    if (utterance.isDirection) {
      if (this.#isFinished() || this.#isSung || utterance.isTurn) this.#flush();
      if (isPartTitle(utterance.text)) {
        this.#flush();
        this.#blocks.push({ kind: 'heading', level: 2, text: utterance.text });
      } else if (this.#text === '') this.#blocks.push({ kind: 'direction', text: utterance.text });
      else this.#text += ` (${utterance.text})`;
      this.#end = cue.end;
      return;
    }
    const speaker = utterance.speaker ?? (continuesSpeaker || !this.#isFinished() ? this.#speaker : '');
    if (utterance.isSung !== this.#isSung) this.#flush();
    this.#isSung = utterance.isSung;
    if (speaker !== this.#speaker || (utterance.isTurn && speaker === '') || this.#startsParagraph(cue, speaker))
      this.#flush();
    if (speaker !== this.#speaker || utterance.evidence) this.#evidence = utterance.evidence;
    this.#speaker = speaker;
    this.#text = `${this.#text} ${utterance.text}`.trim();
    this.#end = cue.end;
  }

  end(): readonly Block[] {
    this.#flush();
    return this.#blocks;
  }

  #isFinished(): boolean {
    return this.#text === '' || !this.#isPunctuated || SENTENCE_END.test(this.#text.slice(-4));
  }

  #startsParagraph(cue: Cue, speaker: string): boolean {
    if (!this.#isFinished()) return this.#text.length > 2 * LONG_PARAGRAPH_LENGTH;
    const silence = cue.start - this.#end;
    return (
      silence >= (speaker === '' ? UNKNOWN_SPEAKER_PAUSE : PARAGRAPH_PAUSE) || this.#text.length > LONG_PARAGRAPH_LENGTH
    );
  }

  #flush(): void {
    const text = silenceBrackets(this.#text);
    this.#text = '';
    if (text === '') return;
    const role = this.#roleOf(this.#speaker);
    if (role === '' && ROUND_BRACKETS.test(text)) this.#blocks.push({ kind: 'speech', role: NARRATOR, text });
    else if (role === '') this.#blocks.push({ kind: 'paragraph', text });
    else {
      const evidence = this.#evidence && { evidence: this.#evidence };
      this.#blocks.push({ kind: 'speech', role, ...longNameField(this.#speaker), ...evidence, text });
    }
  }
}
