// Shared by the word processor formats, which are converted to HTML for the web page reader.
import { type WordList, wordPattern } from '../../../../shared/rules/words/word-lists.ts';

export const escapeHtml = (words: string): string =>
  words.replace(/[&<>]/g, (mark) => (mark === '&' ? '&amp;' : mark === '<' ? '&lt;' : '&gt;'));

export const NOTE_TAGS = ['<aside role="doc-footnote">', '</aside>'] as const;

export const EMPHASIS_TAGS = ['<em>', '</em>'] as const;

export const RAISED_TAGS = ['<sup>', '</sup>'] as const;

/** Still HTML. */
export const withoutTags = (html: string): string => html.replace(/<br>/g, ' ').replace(/<\/?(?:em|sup)>/g, '');

export interface ParagraphStyle {
  readonly tags: readonly [open: string, close: string];
  readonly isTitle: boolean;
}

const stylePattern = (list: WordList): RegExp => wordPattern('^', list, '$', 'iu');

const SCREENPLAY_TAGS = [
  [stylePattern('character-styles'), ['<p class="speaker">', '</p>']],
  [stylePattern('dialogue-styles'), ['<div class="sp"><p>', '</p></div>']],
  [stylePattern('parenthetical-styles'), ['<div class="sp"><p class="stage">', '</p></div>']],
  [stylePattern('transition-styles'), ['<p class="stage">', '</p>']],
  [stylePattern('scene-heading-styles'), ['<h2>', '</h2>']],
] as const;

export const isScreenplayStyle = (name: string): boolean => SCREENPLAY_TAGS.some(([pattern]) => pattern.test(name));

/** Matches a style's internal name, not its localised one. `level` is a heading level from 0, or null for body text. */
export function paragraphStyle(name: string, level: number | null): ParagraphStyle {
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
