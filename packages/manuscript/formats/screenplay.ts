import type { BlockEvidence, FormatConstruct } from '../../../shared/model/block-evidence.ts';
import type { Block, Manuscript, Section } from '../../../shared/model/manuscript.ts';
import type { SourcePosition } from '../../../shared/model/source-position.ts';
import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { styledField } from '../script/document-emphasis.ts';
import { readHeading } from '../sections/prose-headings.ts';
import { splitIntoChapters } from './heading-sections.ts';
import { documentError } from './importable-file.ts';
import { Omissions } from './omissions.ts';
import {
  createRoleReader,
  directionOf,
  isNonRole,
  isVoiceLocation,
  longNameField,
  silenceBrackets,
} from './spoken-role.ts';

export type ScreenplayElement =
  /** An act or another part that contains scenes. */
  | { readonly kind: 'act'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'scene'; readonly text: string }
  | ({ readonly kind: 'action' } & StyledText)
  /** A transition or a shot, which is not read aloud. */
  | { readonly kind: 'direction'; readonly text: string }
  | ({ readonly kind: 'speech'; readonly cue: string } & StyledText);

interface StyledText {
  readonly text: string;
  /** Text with emphasis marks; absent if nothing is emphasised. */
  readonly styled?: string;
}

export interface Screenplay {
  readonly title: string | null;
  readonly author: string | null;
  readonly titlePage: readonly string[];
  readonly elements: readonly ScreenplayElement[];
  readonly comments: readonly { readonly words: string; readonly at?: SourcePosition | undefined }[];
  readonly construct: FormatConstruct;
}

/** Centred or underlined lines that divide a screenplay. */
const ACT = wordPattern('^', 'acts', String.raw`\s+[\p{L}\d]{1,12}\b[^.!?]{0,60}$`, 'u');
const ACTS_WITHOUT_NUMBERS = wordSet('acts-without-numbers');

export const isActTitle = (row: string): boolean =>
  ACT.test(row) ||
  ACTS_WITHOUT_NUMBERS.has(row) ||
  (!/\p{Ll}/u.test(row) && row.length <= MAX_ACT_LENGTH && (readHeading({ rows: [row] })?.rank ?? 3) < 3);

const MAX_ACT_LENGTH = 80;

/** Without acts, each scene is a chapter. With acts, scene headings are directions. @throws ImportError `empty` */
export function convertScreenplay(screenplay: Screenplay, file: string): Manuscript {
  const hasActs = screenplay.elements.some(({ kind }) => kind === 'act');
  const cues = screenplay.elements.flatMap((element) => (element.kind === 'speech' ? [nameIn(element.cue)] : []));
  const reading = { roleOf: createRoleReader(cues), evidence: { stated: screenplay.construct } };
  const blocks = screenplay.elements.flatMap((element) => toBlocks(element, hasActs, reading));
  if (blocks.length === 0) throw documentError('empty', file);
  const leftOut = new Omissions();
  for (const { words, at } of screenplay.comments) leftOut.add('comments', words, at);
  const titlePage = screenplay.titlePage.map((text): Block => ({ kind: 'paragraph', text }));
  const cover: Section = { title: screenplay.title, kind: 'title-page', blocks: titlePage };
  return {
    title: screenplay.title,
    author: screenplay.author,
    sections: [...(titlePage.length > 0 ? [cover] : []), ...splitIntoChapters(blocks)],
    notices: leftOut.notices(),
  };
}

interface CueContext {
  readonly roleOf: (name: string) => string;
  readonly evidence: BlockEvidence;
}

function toBlocks(element: ScreenplayElement, hasActs: boolean, reading: CueContext): Block[] {
  const text = element.text.trim();
  if (text === '') return [];
  switch (element.kind) {
    case 'act':
      return [{ kind: 'heading', level: element.level, text }];
    case 'scene':
      return [hasActs ? { kind: 'direction', text } : { kind: 'heading', level: 2, text }];
    case 'direction':
      return [{ kind: 'direction', text: directionOf(text) ?? text }];
    case 'action': {
      const direction = directionOf(text);
      if (direction !== null) return [{ kind: 'direction', text: direction }];
      return [{ kind: 'paragraph', text, ...styledField(text, (element.styled ?? text).trim()) }];
    }
    case 'speech':
      return cueBlocks(element.cue, text, (element.styled ?? text).trim(), reading);
  }
}

const nameIn = (cue: string): string => (cue.split('(', 1)[0] ?? '').replace(/(?<![\s:：^])[\s:：^]+$/, '').trim();

/** `MARA (V.O.) (whispering)` */
function cueBlocks(cue: string, text: string, styled: string, { roleOf, evidence }: CueContext): Block[] {
  const bracket = cue.indexOf('(');
  const name = nameIn(cue);
  const extensions = bracket < 0 ? [] : cue.slice(bracket).split(/[()]/);
  const manner = extensions
    .flatMap((extension) => extension.split(/[,/]/))
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== '^' && !isVoiceLocation(word))
    .map((word) => `(${word}) `)
    .join('');
  if (isNonRole(name)) return [{ kind: 'direction', text: `${name}: ${text}` }];
  const role = roleOf(name);
  if (role === '') return [{ kind: 'paragraph', text }];
  const words = manner + silenceBrackets(text);
  return [
    {
      kind: 'speech',
      role,
      ...longNameField(name),
      evidence,
      text: words,
      ...styledField(words, manner + silenceBrackets(styled)),
    },
  ];
}
