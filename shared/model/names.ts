import { z } from 'zod';
import { segmenter } from '../rules/segmenter.ts';

/** In UTF-16 code units, as `maxLength` counts them. Generous, because manuscripts have titles of whole paragraphs. */
export const MAX_NAME_LENGTH = 2_000;

/** A name that a person typed or a manuscript has. File names are shortened where they are made. */
export const nameSchema = z.string().trim().min(1).max(MAX_NAME_LENGTH);

/** Shortens a longer name between graphemes, and ends it with an ellipsis. @param most in UTF-16 code units */
export function shortenName(name: string, most = MAX_NAME_LENGTH): string {
  if (name.length <= most) return name;
  let end = 0;
  for (const { segment } of segmenter('grapheme').segment(name)) {
    if (end + segment.length >= most) break;
    end += segment.length;
  }
  return `${name.slice(0, end).trimEnd()}…`;
}
