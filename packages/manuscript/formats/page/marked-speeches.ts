import type { BlockEvidence } from '../../../../shared/model/block-evidence.ts';
import type { Block } from '../../../../shared/model/manuscript.ts';
import { normaliseRoleName } from '../../../../shared/rules/role-names.ts';
import { styledField } from '../../script/document-emphasis.ts';
import { isVoiceLocation } from '../spoken-role.ts';
import { type PageBlocks, type PlainParagraph, reviseBlocks } from './page-blocks.ts';

interface SpeechMarks {
  readonly names: ReadonlySet<Block>;
  readonly inSpeeches: ReadonlySet<Block>;
}

/** If this is the only name on a page, it may be a caption, unless other elements mark speeches. */
const MIN_NAMES = 2;
const NAME = /^([^()[\]]{1,60}?)[\s.:,—–-]{0,4}((?:[([][^()[\]]{1,80}[)\]][\s.:,—–-]{0,4}){0,3})$/u;
const BRACKETED = /[([]([^()[\]]{1,80})[)\]]/g;

const OUTER_BRACKETS = /^[([\s]{1,4}|[)\]\s]{1,4}$/g;

const SPEAKER_EVIDENCE: BlockEvidence = { stated: 'speaker-element' };

/** Joins each name and the paragraphs after the name into a speech. */
export function joinMarkedSpeeches(page: PageBlocks, { names, inSpeeches }: SpeechMarks): PageBlocks {
  if (names.size < MIN_NAMES && inSpeeches.size === 0) return page;
  let role = '';
  let directions = '';
  const speech = ({ text, styled = text }: PlainParagraph): Block => {
    const [words, withSigns] = [directions + text, directions + styled];
    directions = '';
    return { kind: 'speech', role, evidence: SPEAKER_EVIDENCE, text: words, ...styledField(words, withSigns) };
  };
  let name: Block | null = null;
  return reviseBlocks(page, (block) => {
    if (names.has(block) && block.kind === 'paragraph') {
      const [, typed = '', brackets = ''] = NAME.exec(block.text) ?? [];
      const manners = Array.from(brackets.matchAll(BRACKETED), ([, words = '']) => words);
      name = typed === '' ? null : block;
      role = normaliseRoleName(typed);
      directions = manners.map((words) => (isVoiceLocation(words) ? '' : `(${words}) `)).join('');
      return block;
    }
    const isAwaited = name !== null;
    if (isAwaited && block.kind === 'direction') {
      directions += `(${block.text.replace(OUTER_BRACKETS, '')}) `;
      return { joined: name ?? block };
    }
    name = null;
    if (block.kind !== 'paragraph') {
      if (!inSpeeches.has(block)) role = '';
      return block;
    }
    if (isAwaited) return { joined: speech(block) };
    if (role === '' || !inSpeeches.has(block)) {
      role = '';
      return block;
    }
    return speech(block);
  });
}
