import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { Library } from './library.ts';
import type { RecentProjects } from './recent-projects.ts';

export interface LibraryHandlerParts {
  readonly recent: RecentProjects;
  readonly library: Library;
}

export function libraryHandlers({ recent, library }: LibraryHandlerParts): HandlersOf<ChannelsOf<'library'>> {
  return {
    'library.recent': () => recent.list(),
    'library.looks': () => library.inspectAll(),
    'library.size': async ({ id }) => ({ sizeBytes: await library.size(id) }),
    'library.forget': ({ id }) => library.forget(id),
    'library.archive': ({ id, archived }) => library.archive(id, archived),
    'library.rename': ({ id, name }) => library.rename(id, name),
    async 'library.confirmPlace'({ id }) {
      await library.confirmLocation(id);
      return null;
    },
    'library.duplicate': ({ id, name }) => library.duplicate(id, name),
    'library.cancelDuplicate'() {
      library.cancelDuplicate();
      return null;
    },
    'library.setCover': ({ id, bytes }) => library.setCover(id, bytes),
    'library.removeCover': ({ id }) => library.setCover(id, null),
    'library.toBin': ({ id }) => library.moveToBin(id),
    'library.bin': () => library.bin.list(),
    'library.takeFromBin': ({ id }) => library.restoreFromBin(id),
    async 'library.deleteForGood'({ ids }) {
      await library.deletePermanently(ids);
      return null;
    },
    'library.backups': ({ id }) => library.backups(id),
    'library.backUpNow': async ({ id }) => ({ made: await library.backUpNow(id) }),
    'library.restoreBackup': ({ id, name }) => library.restoreBackup(id, name),
  };
}
