// Shows a manuscript's emphasis in a readable form for tests.
import type { Manuscript } from '../../../../shared/model/manuscript.ts';
import { EMPHASIS_SIGNS } from '../../../../shared/rules/marked-speech.ts';

/** Returns the texts with emphasis, with the emphasised words in angle brackets. */
export const stressed = ({ sections }: Manuscript): string[] =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => ('styled' in block && block.styled !== undefined ? [block.styled] : []))
    .map((text) => text.replaceAll(EMPHASIS_SIGNS[0], '<').replaceAll(EMPHASIS_SIGNS[1], '>'));
