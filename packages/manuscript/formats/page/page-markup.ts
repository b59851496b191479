// How word processors' documents are written as web pages, which one reader reads.
import { type WordList, wordPattern } from '../../../../shared/rules/words/word-lists.ts';

/** What stands between tags, as HTML. */
export const asHtml = (words: string): string =>
  words.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** The tags that a note stands in. */
export const NOTE_TAGS = ['<aside role="doc-footnote">', '</aside>'] as const;

/** The tags of words in italics or bold. */
export const EMPHASIS_TAGS = ['<em>', '</em>'] as const;

/** The tags of superscripts. */
export const RAISED_TAGS = ['<sup>', '</sup>'] as const;

/** The words of a paragraph, still as HTML. */
export const withoutTags = (html: string): string => html.replace(/<br>/g, ' ').replace(/<\/?(?:em|sup)>/g, '');

/** What a paragraph style means. */
export interface ParagraphStyle {
  readonly tags: readonly [open: string, close: string];
  readonly isTitle: boolean;
}

const styleWords = (list: WordList): RegExp => wordPattern('^', list, '$', 'iu');

/** The tags of the paragraphs of a screenplay, by the names that templates give to their styles. */
const SCREENPLAY_TAGS = [
  [styleWords('character-styles'), ['<p class="speaker">', '</p>']],
  [styleWords('dialogue-styles'), ['<div class="sp"><p>', '</p></div>']],
  [styleWords('parenthetical-styles'), ['<div class="sp"><p class="stage">', '</p></div>']],
  [styleWords('transition-styles'), ['<p class="stage">', '</p>']],
  [styleWords('scene-heading-styles'), ['<h2>', '</h2>']],
] as const;

/** Whether a style is that of a part of a screenplay. */
export const isScreenplayStyle = (name: string): boolean => SCREENPLAY_TAGS.some(([pattern]) => pattern.test(name));

/**
 * What the name of a style says of its paragraphs, in the program's own names, whatever it calls them on its screen.
 *
 * @param level of its heading, from 0; null: body text
 */
export function styleNamed(name: string, level: number | null): ParagraphStyle {
  const isTitle = /^title$/i.test(name);
  if (/^(?:toc|table of figures|contents|index) ?(?:\d|heading)/i.test(name))
    return { tags: ['<nav><p>', '</p></nav>'], isTitle };
  if (/^(?:caption|figure|illustration|image caption|table caption)$/i.test(name))
    return { tags: ['<figcaption>', '</figcaption>'], isTitle };
  const ofScreenplay = SCREENPLAY_TAGS.find(([pattern]) => pattern.test(name))?.[1];
  if (ofScreenplay) return { tags: ofScreenplay, isTitle };
  if (/verse|poem|poetry|stanza|lyric|line block/i.test(name)) return { tags: ['<p class="verse">', '</p>'], isTitle };
  if (/^horizontal (?:line|rule)$/i.test(name)) return { tags: ['<hr><p>', '</p>'], isTitle };
  if (level !== null && !/^(?:sub)?title$/i.test(name))
    return { tags: [`<h${level + 1}>`, `</h${level + 1}>`], isTitle };
  return { tags: ['<p>', '</p>'], isTitle };
}
