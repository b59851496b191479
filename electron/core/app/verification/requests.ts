import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { FilesToVerify } from './files-to-verify.ts';

export const verifyHandlers = ({
  filesToVerify,
}: {
  readonly filesToVerify: FilesToVerify;
}): HandlersOf<ChannelsOf<'verify'>> => ({
  'verify.receive': () => filesToVerify.receive(),
  async 'verify.receivePart'({ fileId, part, bytes }) {
    await filesToVerify.receivePart(fileId, part, bytes);
    return null;
  },
  'verify.file': ({ fileId }) => filesToVerify.verify(fileId),
  async 'verify.clear'() {
    await filesToVerify.clear();
    return null;
  },
});
