// A manuscript as script text: no word of it becomes a direction, a heading or a role by chance.
import { NARRATOR } from '../model/cast.ts';
import { type Block, type Manuscript, type Section, UNREAD_KINDS } from '../model/manuscript.ts';
import { bracketed } from './brackets.ts';
import { escapePauses, pauseMark } from './pauses.ts';
import { type RoleMarkReader, roleMarkReader, withEscapedMark } from './role-marks.ts';
import { tidyRoleName } from './role-names.ts';
import { beginsWithRoles, type ScriptKind } from './script-kind.ts';

/** Seconds of silence that a scene break stands for. */
const SCENE_BREAK_SECONDS = 2;
const MARK_AT_START = /^[#([]/;
const BACKSLASH_BEFORE_MARK = /\\(?=[#([])/g;
const MARK_READERS: Readonly<Record<ScriptKind, RoleMarkReader>> = {
  script: roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] }),
  prose: roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [] }),
};

/** Whether anyone speaks in a manuscript under a name. */
const hasSpeech = ({ sections }: Manuscript): boolean =>
  sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'speech'));

/** Whether a manuscript is a script: it says so itself, or most of its paragraphs begin with a role. */
export function manuscriptKind(manuscript: Manuscript): ScriptKind {
  if (hasSpeech(manuscript)) return 'script';
  const paragraphs = manuscript.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])),
  );
  return beginsWithRoles(paragraphs) ? 'script' : 'prose';
}

/** Whether a section is read unless the producer decides otherwise. */
export const isUsuallyRead = (section: Section): boolean => !UNREAD_KINDS.has(section.kind);

/** What sets the scene of a play is a direction, though it is printed as a paragraph. */
const SETS_THE_SCENE = /^(?:Scene|Setting|Scène|Szene)\s*[:.—–-]/;

/** How the words of a paragraph become a row that reads as them. */
type WriteRow = (row: string) => string;

/**
 * Makes script text of those sections of a manuscript that are read, in their order. Footnotes, captions and tables beside
 * the text are left out.
 *
 * @param kind as which it will be parsed: in a script without marked speeches, capitals before a colon stay marks
 */
export function manuscriptText(
  manuscript: Manuscript,
  kind: ScriptKind,
  isRead: (section: Section, index: number) => boolean = isUsuallyRead,
): string {
  const isMarked = hasSpeech(manuscript);
  const writeRow: WriteRow = (row) => {
    if (isMarked && SETS_THE_SCENE.test(row)) return bracketed(row);
    return kind === 'script' && !isMarked ? row : escapeRow(row, MARK_READERS[kind]);
  };
  const paragraphs = manuscript.sections.filter(isRead).flatMap((section) => sectionParagraphs(section, writeRow));
  return paragraphs.length === 0 ? '' : `${paragraphs.join('\n\n')}\n`;
}

function sectionParagraphs({ blocks }: Section, writeRow: WriteRow): string[] {
  const paragraphs: string[] = [];
  let inText = false;
  let breakPending = false;
  for (const block of joinHeadings(blocks)) {
    if (block.kind === 'scene-break') {
      breakPending = inText;
      continue;
    }
    const text = blockText(block, writeRow);
    if (text === '') continue;
    if (breakPending && block.kind !== 'heading') paragraphs.push(pauseMark(SCENE_BREAK_SECONDS));
    breakPending = false;
    inText = block.kind !== 'heading';
    paragraphs.push(text);
  }
  return paragraphs;
}

/** Headings of one level that follow each other are one: "Chapter I" and its name. */
function joinHeadings(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.kind === 'heading' && last?.kind === 'heading' && last.level >= block.level) {
      joined[joined.length - 1] = { ...last, text: `${last.text.replace(/[.:]$/, '')}. ${block.text}` };
    } else joined.push(block);
  }
  return joined;
}

function blockText(block: Block, writeRow: WriteRow): string {
  switch (block.kind) {
    case 'heading':
      return `${block.level === 1 ? '#' : '##'} ${oneRow(block.text)}`;
    case 'paragraph':
      return block.text
        .split('\n')
        .map((row) => writeRow(row.trim()))
        .filter((row) => row !== '')
        .join('\n');
    case 'speech':
      return `${roleMark(block.role)}: ${escapePauses(oneRow(block.text))}`.trimEnd();
    case 'direction':
      return bracketed(oneRow(block.text));
    case 'scene-break':
    case 'footnote':
    case 'caption':
    case 'table':
      return '';
  }
}

const oneRow = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A name as a mark in capitals, which is read as one. */
function roleMark(name: string): string {
  const capitals = tidyRoleName(name.replace(/[:：]+$/, '')).toUpperCase();
  return capitals === '' ? NARRATOR : capitals;
}

/** A row of words that reads as nothing else. */
function escapeRow(row: string, readMark: RoleMarkReader): string {
  const words = escapePauses(row.replace(BACKSLASH_BEFORE_MARK, '$&$&'));
  return MARK_AT_START.test(words) ? `\\${words}` : withEscapedMark(words, readMark);
}
