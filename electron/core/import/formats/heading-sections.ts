// The sections of a manuscript that has no more order than its headings.
import type { Block, Section } from '../../../../shared/model/manuscript.ts';
import { kindOfTitle } from '../../../../shared/rules/section-kinds.ts';

/** A section begins with each heading. Where all headings are of one level, they are chapters without parts above them. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const hasParts = blocks.some((block) => block.kind === 'heading' && block.level === 2);
  const sections: { title: string | null; kind: Section['kind']; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.kind === 'heading') {
      sections.push({
        title: block.text,
        kind: kindOfTitle(block.text) ?? 'chapter',
        blocks: [hasParts ? block : { ...block, level: 2 }],
      });
    } else if (last) last.blocks.push(block);
    else sections.push({ title: null, kind: 'other', blocks: [block] });
  }
  return sections;
}
