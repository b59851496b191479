// Maps the paragraph classes that screenplay software writes to the classes used for plays.
import type { ElementTag } from './page-elements.ts';

const PLAY_CLASSES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\s)(?:character|character-?name)(?:$|\s)/i, 'speaker'],
  [/(?:^|\s)(?:dialog(?:ue)?|lyrics)(?:$|\s)/i, 'sp'],
  [/(?:^|\s)parenthetical(?:$|\s)/i, 'sp stage'],
  [/(?:^|\s)(?:transition|shot)(?:$|\s)/i, 'stage'],
];
const SCENE_HEADING_CLASS = /(?:^|\s)(?:scene-?heading|slug-?line)(?:$|\s)/i;
const BLOCK_ELEMENTS = /^(?:p|div|li|h[1-6])$/;

const BLOCK_CLASS = /<(?:p|div|li|h[1-6])\s[^<>]{0,200}?class\s?=\s?["']([^"'<>]{1,200})["']/gi;
const DIALOGUE_CLASS = /(?:^|\s)dialog(?:ue)?(?:$|\s)/i;
const OTHER_CLASSES = /(?:^|\s)(?:character|parenthetical|scene-?heading)(?:$|\s)/i;

const CHARACTER_CLASS = /(?:^|\s)character(?:-?name)?(?:$|\s)/i;
const BLOCK_TAG = /<\/?(?:p|div|li|h[1-6])[\s>]/i;
const INLINE_TAG = /<\/?(?:a|b|i|u|em|strong|span|font)(?:\s[^<>]*)?>/gi;
/** A short name without sentence-ending punctuation. */
const NAME = /^(?:[^<>.!?]|\.(?=\S| [\p{Lu}(])|\.(?=\))){1,50}$/u;
const MAX_ELEMENT_LENGTH = 300;

/** Returns whether an element contains only a short name. @param at end of the element's class attribute */
function containsName(html: string, at: number): boolean {
  const start = html.indexOf('>', at) + 1;
  const content = html.slice(start, start + MAX_ELEMENT_LENGTH);
  const end = content.search(BLOCK_TAG);
  return content[end + 1] === '/' && NAME.test(content.slice(0, end).replace(INLINE_TAG, '').trim());
}

/**
 * Requires dialogue, as well as character names, parentheticals or scene headings. At least half of the elements for
 * names must contain a name.
 */
export function isScreenplayPage(html: string): boolean {
  let [characters, names] = [0, 0];
  let [hasDialogue, hasOthers] = [false, false];
  for (const { index, 0: tag, 1: classes = '' } of html.matchAll(BLOCK_CLASS)) {
    hasDialogue ||= DIALOGUE_CLASS.test(classes);
    hasOthers ||= OTHER_CLASSES.test(classes);
    if (!CHARACTER_CLASS.test(classes)) continue;
    characters += 1;
    if (containsName(html, index + tag.length)) names += 1;
  }
  return hasDialogue && hasOthers && names * 2 >= characters;
}

export function withPlayClass(tag: ElementTag): ElementTag {
  const { name, attributes, types } = tag;
  const { class: classes = '' } = attributes;
  if (!BLOCK_ELEMENTS.test(name) || classes === '') return tag;
  if (SCENE_HEADING_CLASS.test(classes)) return { ...tag, types: [...types, 'x-place'] };
  const found = PLAY_CLASSES.find(([pattern]) => pattern.test(classes))?.[1];
  return found === undefined ? tag : { ...tag, attributes: { ...attributes, class: found } };
}
