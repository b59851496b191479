import type { Block, Section } from '../../../shared/model/manuscript.ts';
import { asSection } from './sections.ts';

/** Starts a section at each heading. If there are no level-2 headings, every heading becomes a chapter. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const hasParts = blocks.some((block) => block.kind === 'heading' && block.level === 2);
  const sections: { readonly title: string | null; readonly blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.kind === 'heading')
      sections.push({ title: block.text, blocks: [hasParts ? block : { ...block, level: 2 }] });
    else if (last) last.blocks.push(block);
    else sections.push({ title: null, blocks: [block] });
  }
  return sections.map(asSection);
}
