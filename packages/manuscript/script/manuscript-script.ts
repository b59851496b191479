import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { CountedWords } from '../../../shared/model/counted-words.ts';
import {
  type Aside,
  type AsidePlaces,
  type Block,
  type Manuscript,
  type ScriptKind,
  type Section,
  SKIPPED_SECTION_KINDS,
} from '../../../shared/model/manuscript.ts';
import type { ScriptDocument, StatedSpeech } from '../../../shared/model/script.ts';
import { encloseInBrackets, parseCueRow } from '../../../shared/rules/brackets.ts';
import { withoutTrailing } from '../../../shared/rules/characters.ts';
import { escapePauses, SCENE_MARK } from '../../../shared/rules/pauses.ts';
import {
  IN_CAPITALS,
  markFor,
  type RoleMarkReader,
  readCapitals,
  roleMarkReader,
  withEscapedMark,
} from '../../../shared/rules/role-marks.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
import { joinPieces, scriptText } from '../../../shared/rules/script-text.ts';
import { beginsWithRoles } from '../layout/script-kind.ts';
import { isSymbolsOnly } from '../sections/scene-breaks.ts';
import { countLeftOutWords } from './omitted-words.ts';

const MARK_AT_START = /^[#([]/;
const BACKSLASH_BEFORE_MARK = /\\(?=[#([])/g;
const MARK_READERS: Readonly<Record<ScriptKind, RoleMarkReader>> = {
  script: readCapitals,
  prose: roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [] }),
};

export const hasSpeech = ({ sections }: Manuscript): boolean =>
  sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'speech'));

export function evidenceOfSpeeches({ sections }: Manuscript): ReadonlyMap<string, BlockEvidence> {
  const found = new Map<string, BlockEvidence>();
  for (const { blocks } of sections) {
    for (const block of blocks) {
      if (block.kind !== 'speech' || !block.evidence) continue;
      const role = statedRole(block.role);
      if (!found.has(role)) found.set(role, block.evidence);
    }
  }
  return found;
}

/** Returns `script` if the manuscript states roles or if most paragraphs begin with a role. */
export function manuscriptKind(manuscript: Manuscript): ScriptKind {
  if (hasSpeech(manuscript)) return 'script';
  const paragraphs = manuscript.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])),
  );
  return beginsWithRoles(paragraphs) ? 'script' : 'prose';
}

export const isReadByDefault = (section: Section): boolean => !SKIPPED_SECTION_KINDS.has(section.kind);

/** In printed plays, a paragraph that sets the scene is not spoken. */
const SCENE_DESCRIPTION = /^(?:Scene|Setting|Scène|Szene)\s*[:.—–-]/;

type FormatRow = (row: string) => string;

interface WritingOptions {
  readonly writeRow: FormatRow;
  /** Writes notes, captions and tables, which contain no role marks. */
  readonly writeAside: FormatRow;
  readonly places: AsidePlaces;
  readonly isStyled: boolean;
}

const ASIDE_OF_BLOCK: { readonly [kind in Block['kind']]?: Aside } = {
  footnote: 'notes',
  caption: 'captions',
  table: 'tables',
};

/** Returns whether tables make up over two thirds of a section and are therefore its main content. */
function isMostlyTables(blocks: readonly Block[]): boolean {
  let [inTables, elsewhere] = [0, 0];
  for (const block of blocks) {
    if (block.kind === 'table') inTables += block.text.length;
    else if (block.kind === 'paragraph' || block.kind === 'speech') elsewhere += block.text.length;
  }
  return inTables > 2 * elsewhere;
}

/** Counts notes, captions and tables, except tables that make up most of their section. */
export function countAsides(manuscript: Manuscript): Record<Aside, number> {
  const counts = { notes: 0, captions: 0, tables: 0 };
  for (const { aside, goesOn } of findAsides(manuscript)) if (!goesOn) counts[aside] += 1;
  return counts;
}

export function countAsideWords(manuscript: Manuscript): { readonly [aside in Aside]?: CountedWords } {
  const texts = Map.groupBy(findAsides(manuscript), ({ aside }) => aside);
  return Object.fromEntries(
    Array.from(texts, ([aside, all]) => [aside, countLeftOutWords(all.map(({ text }) => text))]),
  );
}

interface AsideInSection {
  readonly aside: Aside;
  readonly text: string;
  readonly goesOn: boolean;
}

const findAsides = ({ sections }: Manuscript): AsideInSection[] =>
  sections.flatMap(({ kind, blocks }) => {
    const areText = isMostlyTables(blocks);
    return blocks.flatMap((block, at) => {
      const aside = ASIDE_OF_BLOCK[block.kind];
      if (!aside || !('text' in block)) return [];
      if ((aside === 'notes' && kind === 'notes') || (aside === 'tables' && areText)) return [];
      return [{ aside, text: block.text, goesOn: block.kind === 'table' && blocks[at - 1]?.kind === 'table' }];
    });
  });

/**
 * Writes sections as a script. Stated roles are kept.
 * @param kind in a script without stated roles, uppercase names before colons stay marks
 * @param places sections of notes are always read in place, as are sections of tables by default
 * @param isStyled whether to keep the emphasis markers of `document-emphasis.ts`
 */
export function manuscriptDocument(
  manuscript: Manuscript,
  kind: ScriptKind,
  isRead: (section: Section, index: number) => boolean = isReadByDefault,
  places: AsidePlaces = {},
  isStyled = false,
): ScriptDocument {
  const isMarked = hasSpeech(manuscript);
  const asWords = (row: string) =>
    manuscript.isTyped ? escapeRows(row, MARK_READERS[kind]) : escapeRow(row, MARK_READERS[kind]);
  const writeRow: FormatRow = (row) => {
    if (isMarked && SCENE_DESCRIPTION.test(row)) return encloseInBrackets(row);
    return kind === 'script' && !isMarked ? row : asWords(row);
  };
  const writing = { writeRow, writeAside: (row: string) => escapeRow(row, MARK_READERS[kind]), places, isStyled };
  return joinPieces(manuscript.sections.filter(isRead).flatMap((section) => sectionPieces(section, writing)));
}

export const manuscriptText = (...manuscript: Parameters<typeof manuscriptDocument>): string =>
  scriptText(manuscriptDocument(...manuscript), IN_CAPITALS);

function sectionPieces({ kind, blocks }: Section, writing: WritingOptions): (string | StatedSpeech)[] {
  const { writeRow, writeAside, isStyled } = writing;
  const places = { ...(isMostlyTables(blocks) && { tables: 'in-place' as const }), ...writing.places };
  const pieces: (string | StatedSpeech)[] = [];
  const atEnd: string[] = [];
  let inText = false;
  let breakPending = false;
  for (const block of joinHeadings(blocks)) {
    if (block.kind === 'scene-break') {
      breakPending = inText;
      continue;
    }
    const aside = ASIDE_OF_BLOCK[block.kind];
    const written = isStyled ? withEmphasisMarkers(block) : block;
    const text =
      written.kind === 'speech' ? singleRow(written.text) : formatBlock(written, aside ? writeAside : writeRow);
    const place = aside === 'notes' && kind === 'notes' ? 'in-place' : aside && (places[aside] ?? 'left-out');
    if ((text === '' && written.kind !== 'speech') || place === 'left-out') continue;
    if (place === 'at-end') {
      atEnd.push(text);
      continue;
    }
    if (breakPending && block.kind !== 'heading') pieces.push(SCENE_MARK);
    breakPending = false;
    inText = block.kind !== 'heading';
    pieces.push(written.kind === 'speech' ? { role: statedRole(written.role), words: escapePauses(text) } : text);
  }
  return [...pieces, ...atEnd];
}

const isSceneBreak = (block: Block): boolean =>
  block.kind === 'scene-break' ||
  ((block.kind === 'paragraph' || block.kind === 'heading') && isSymbolsOnly(block.text));

/** Joins “Chapter I” and the chapter's name into one heading. */
function joinHeadings(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (isSceneBreak(block)) joined.push({ kind: 'scene-break' });
    else if (block.kind === 'heading' && last?.kind === 'heading' && last.level >= block.level) {
      joined[joined.length - 1] = { ...last, text: `${last.text.replace(/[.:]$/, '')}. ${block.text}` };
    } else joined.push(block);
  }
  return joined;
}

const withEmphasisMarkers = (block: Block): Block =>
  (block.kind === 'paragraph' || block.kind === 'speech') && block.styled !== undefined
    ? { ...block, text: block.styled }
    : block;

function formatBlock(block: Exclude<Block, { kind: 'speech' }>, writeRow: FormatRow): string {
  switch (block.kind) {
    case 'heading':
      return `${block.level === 1 ? '#' : '##'} ${singleRow(block.text)}`;
    case 'paragraph':
    case 'footnote':
    case 'caption':
    case 'table':
      return block.text
        .split('\n')
        .map((row) => writeRow(row.trim()))
        .filter((row) => row !== '')
        .join('\n');
    case 'direction':
      return encloseInBrackets(singleRow(block.text));
    case 'scene-break':
      return '';
  }
}

const singleRow = (text: string): string => text.replace(/\s+/g, ' ').trim();

const COLON_CHARACTERS: ReadonlySet<string> = new Set([':', '：']);

/** Returns the role in capitals, or the narrator if script text can't express the name. */
function statedRole(name: string): string {
  const capitals = normaliseRoleName(withoutTrailing(name, COLON_CHARACTERS)).toUpperCase();
  return markFor(capitals, readCapitals) === null ? NARRATOR : capitals;
}

/** Escapes everything in a line except brackets and pauses. */
const escapeRows = (row: string, readMark: RoleMarkReader): string =>
  row.startsWith('#') ? `\\${row}` : withEscapedMark(row, readMark);

function escapeRow(row: string, readMark: RoleMarkReader): string {
  if (parseCueRow(row) !== null) return row;
  const words = escapePauses(row.replace(BACKSLASH_BEFORE_MARK, '$&$&'));
  return MARK_AT_START.test(words) ? `\\${words}` : withEscapedMark(words, readMark);
}
