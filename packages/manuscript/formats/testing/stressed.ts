// What a manuscript emphasises, as tests read it.
import type { Manuscript } from '../../../../shared/model/manuscript.ts';
import { EMPHASIS_SIGNS } from '../../../../shared/rules/marked-speech.ts';

/** Its texts of which something is emphasised, with that between angles. */
export const stressed = ({ sections }: Manuscript): string[] =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => ('signed' in block && block.signed !== undefined ? [block.signed] : []))
    .map((text) => text.replaceAll(EMPHASIS_SIGNS[0], '<').replaceAll(EMPHASIS_SIGNS[1], '>'));
