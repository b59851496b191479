// Maps the paragraph classes of screenplay software to the classes used for plays.
import type { ElementTag } from './page-elements.ts';

const PLAY_CLASSES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\s)(?:character|character-?name)(?:$|\s)/i, 'speaker'],
  [/(?:^|\s)(?:dialog(?:ue)?|lyrics)(?:$|\s)/i, 'sp'],
  [/(?:^|\s)parenthetical(?:$|\s)/i, 'sp stage'],
  [/(?:^|\s)(?:transition|shot)(?:$|\s)/i, 'stage'],
];
const PLACE_CLASS = /(?:^|\s)(?:scene-?heading|slug-?line)(?:$|\s)/i;
const BLOCKS = /^(?:p|div|li|h[1-6])$/;

const CLASS_OF_BLOCK = /<(?:p|div|li|h[1-6])\s[^<>]{0,200}?class\s?=\s?["']([^"'<>]{1,200})["']/gi;
const HAS_DIALOGUE = /(?:^|\s)dialog(?:ue)?(?:$|\s)/i;
const HAS_OTHERS = /(?:^|\s)(?:character|parenthetical|scene-?heading)(?:$|\s)/i;

const IS_CHARACTER = /(?:^|\s)character(?:-?name)?(?:$|\s)/i;
const BLOCK_TAG = /<\/?(?:p|div|li|h[1-6])[\s>]/i;
const INLINE_TAG = /<\/?(?:a|b|i|u|em|strong|span|font)(?:\s[^<>]*)?>/gi;
/** A short name without sentence endings. */
const NAME = /^(?:[^<>.!?]|\.(?=\S| [\p{Lu}(])|\.(?=\))){1,50}$/u;
const MAX_ELEMENT_LENGTH = 300;

/** Returns whether an element contains only a short name. @param at end of the element's class attribute */
function holdsName(html: string, at: number): boolean {
  const start = html.indexOf('>', at) + 1;
  const content = html.slice(start, start + MAX_ELEMENT_LENGTH);
  const end = content.search(BLOCK_TAG);
  return content[end + 1] === '/' && NAME.test(content.slice(0, end).replace(INLINE_TAG, '').trim());
}

/**
 * Requires dialogue and character names, parentheticals or scene headings. At least half of the elements for names must
 * contain a name.
 */
export function isScreenplayPage(html: string): boolean {
  let [characters, names] = [0, 0];
  let [hasDialogue, hasOthers] = [false, false];
  for (const { index, 0: tag, 1: classes = '' } of html.matchAll(CLASS_OF_BLOCK)) {
    hasDialogue ||= HAS_DIALOGUE.test(classes);
    hasOthers ||= HAS_OTHERS.test(classes);
    if (!IS_CHARACTER.test(classes)) continue;
    characters += 1;
    if (holdsName(html, index + tag.length)) names += 1;
  }
  return hasDialogue && hasOthers && names * 2 >= characters;
}

export function withPlayClass(tag: ElementTag): ElementTag {
  const { name, attributes, types } = tag;
  const { class: classes = '' } = attributes;
  if (!BLOCKS.test(name) || classes === '') return tag;
  if (PLACE_CLASS.test(classes)) return { ...tag, types: [...types, 'x-place'] };
  const found = PLAY_CLASSES.find(([pattern]) => pattern.test(classes))?.[1];
  return found === undefined ? tag : { ...tag, attributes: { ...attributes, class: found } };
}
