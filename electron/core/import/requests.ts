import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { ImportController } from './import-controller.ts';

export function speakerHandlers({
  imports,
}: {
  readonly imports: Pick<ImportController, 'quotations'>;
}): HandlersOf<ChannelsOf<'speakers'>> {
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
