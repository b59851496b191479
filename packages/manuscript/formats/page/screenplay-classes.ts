// Maps paragraph classes of screenplay programs to those of plays.
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

/** Requires dialogue, and names, parentheticals or places. */
export function isScreenplayPage(html: string): boolean {
  let [hasDialogue, hasOthers] = [false, false];
  for (const [, classes = ''] of html.matchAll(CLASS_OF_BLOCK)) {
    hasDialogue ||= HAS_DIALOGUE.test(classes);
    hasOthers ||= HAS_OTHERS.test(classes);
    if (hasDialogue && hasOthers) return true;
  }
  return false;
}

export function withPlayClass(tag: ElementTag): ElementTag {
  const { name, attributes, types } = tag;
  const { class: classes = '' } = attributes;
  if (!BLOCKS.test(name) || classes === '') return tag;
  if (PLACE_CLASS.test(classes)) return { ...tag, types: [...types, 'x-place'] };
  const found = PLAY_CLASSES.find(([pattern]) => pattern.test(classes))?.[1];
  return found === undefined ? tag : { ...tag, attributes: { ...attributes, class: found } };
}
