import type { Block } from '../../../../shared/model/manuscript.ts';
import { styledField } from '../../script/document-emphasis.ts';
import { readHeading } from '../../sections/prose-headings.ts';
import type { Omissions } from '../omissions.ts';

/** `anchors` maps element ids to the index of the block in which the element begins. */
export interface PageBlocks {
  readonly blocks: readonly Block[];
  readonly anchors: ReadonlyMap<string, number>;
}

export interface HtmlPage extends PageBlocks {
  /** From the `head` element. */
  readonly title: string | null;
  /** Values of `epub:type` and `role` that apply to the whole page. */
  readonly types: ReadonlySet<string>;
  readonly leftOut: Omissions;
}

/** @param revise returns the new block, null to drop the block, or `joined` to replace the previous block as well */
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

export function joinParagraphs(before: PlainParagraph, after: PlainParagraph, between: '' | ' '): PlainParagraph {
  const text = before.text + between + after.text;
  const styled = (before.styled ?? before.text) + between + (after.styled ?? after.text);
  const { styled: _, ...rest } = before;
  return { ...rest, text, ...styledField(text, styled) };
}

/** Turns a paragraph such as `Chapter 1` above a heading into a heading. */
export const promoteChapterLabels = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block, at) => {
    const next = blocks[at + 1];
    if (block.kind !== 'paragraph' || next?.kind !== 'heading' || !/\p{L}/u.test(block.text)) return block;
    const isLabel = readHeading({ rows: [block.text] })?.bare === true;
    return isLabel ? { ...next, text: block.text } : block;
  });
