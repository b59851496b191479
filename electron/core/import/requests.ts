import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { HandlerParts } from '../session/handler-parts.ts';

export function speakerHandlers({ imports }: HandlerParts): HandlersOf<ChannelsOf<'speakers'>> {
  return {
    async 'speakers.list'({ importId, choices }) {
      const { passages, chapters, quotations, aliases } = await imports.quotations(importId, choices);
      return {
        passages: [...passages],
        chapters: [...chapters],
        quotations: [...quotations],
        aliases: [...aliases],
      };
    },
  };
}
