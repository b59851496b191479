import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { PackDownloads } from './pack-downloads.ts';
import type { PackInstaller } from './pack-installer.ts';

export interface PackParts {
  readonly packs: PackInstaller;
  readonly packDownloads: PackDownloads;
}

export const packHandlers = ({ packs, packDownloads }: PackParts): HandlersOf<ChannelsOf<'packs'>> => ({
  'packs.state': () => packs.state(),
  'packs.receive': ({ name, files, isFolder }) => ({ wanted: [...packs.receive(name, files, isFolder)] }),
  async 'packs.receivePart'({ file, bytes }) {
    await packs.receiveChunk(file, bytes);
    return null;
  },
  'packs.receiveEnd': () => packs.endReceiving(),
  'packs.install': () => packs.install(),
  'packs.cancel': () => packs.cancel(),
  'packs.remove': ({ id }) => packs.remove(id),
  'packs.known': () => packDownloads.state(),
  'packs.fetch': ({ id }) => packDownloads.start(id),
  'packs.pauseFetch': () => packDownloads.pause(),
  'packs.giveUpFetch': ({ id }) => packDownloads.cancel(id),
});
