// Changes to the blocks of a page, which the places that links lead to follow.
import type { Block } from '../../../../shared/model/manuscript.ts';
import { signedAs } from '../../script/document-emphasis.ts';
import { readHeading } from '../../sections/prose-headings.ts';
import type { LeftOut } from '../left-out.ts';

/** The blocks of a page, and before which of them the elements with an `id` begin. */
export interface PageBlocks {
  readonly blocks: readonly Block[];
  readonly anchors: ReadonlyMap<string, number>;
}

/** What a page holds. */
export interface HtmlPage extends PageBlocks {
  /** Of its head, not of its text. */
  readonly title: string | null;
  /** What the page says that all of it is: words of `epub:type` and `role`. */
  readonly types: ReadonlySet<string>;
  readonly leftOut: LeftOut;
}

/**
 * Goes through a page's blocks.
 *
 * @param revise what a block becomes: a block, none (null), or one that it is joined to the previous block as
 */
export function reviseBlocks(
  { blocks, anchors }: PageBlocks,
  revise: (block: Block, before: Block | undefined) => Block | { readonly joined: Block } | null,
): PageBlocks {
  const revised: Block[] = [];
  const places: number[] = [];
  for (const block of blocks) {
    places.push(revised.length);
    const become = revise(block, revised.at(-1));
    if (become === null) continue;
    if ('joined' in become) revised[revised.length - 1] = become.joined;
    else revised.push(become);
  }
  return { blocks: revised, anchors: new Map(Array.from(anchors, ([id, at]) => [id, places[at] ?? revised.length])) };
}

export type PlainParagraph = Extract<Block, { kind: 'paragraph' }>;

/** Makes one paragraph of two. @param between what parts their words */
export function joinParagraphs(before: PlainParagraph, after: PlainParagraph, between: '' | ' '): PlainParagraph {
  const text = before.text + between + after.text;
  const signed = (before.signed ?? before.text) + between + (after.signed ?? after.text);
  const { signed: _, ...rest } = before;
  return { ...rest, text, ...signedAs(text, signed) };
}

/** A paragraph such as `Chapter 1` above a heading belongs to it. */
export const withLabelsAsHeadings = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block, at) => {
    const next = blocks[at + 1];
    if (block.kind !== 'paragraph' || next?.kind !== 'heading' || !/\p{L}/u.test(block.text)) return block;
    const isLabel = readHeading({ rows: [block.text] })?.bare === true;
    return isLabel ? { ...next, text: block.text } : block;
  });
