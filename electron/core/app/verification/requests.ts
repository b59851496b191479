import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { FinishedFiles } from './finished-files.ts';

export const verifyHandlers = ({
  finishedFiles,
}: {
  readonly finishedFiles: FinishedFiles;
}): HandlersOf<ChannelsOf<'verify'>> => ({
  'verify.receive': () => finishedFiles.receive(),
  async 'verify.receivePart'({ fileId, part, bytes }) {
    await finishedFiles.receivePart(fileId, part, bytes);
    return null;
  },
  'verify.file': ({ fileId }) => finishedFiles.verify(fileId),
  async 'verify.clear'() {
    await finishedFiles.clear();
    return null;
  },
});
