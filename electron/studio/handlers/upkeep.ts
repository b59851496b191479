// The report, and Lectern's own folder.
import { withoutHome } from '../../core/home-path.ts';
import { cleanDataFolder, dataParts } from '../../core/upkeep/data-folder.ts';
import type { ChannelsOf, HandlersOf } from '../handler-types.ts';
import { makeReport } from '../report-desk.ts';
import type { HandlerParts } from './parts.ts';

export function upkeepHandlers(parts: HandlerParts): HandlersOf<ChannelsOf<'report' | 'files'>> {
  const { ports } = parts;
  return {
    'report.make': (wanted) => makeReport(wanted, parts),
    'files.overview': async () => ({
      folder: withoutHome(ports.home),
      projectsFolder: withoutHome(ports.projectsFolder),
      parts: await dataParts(ports.home),
    }),
    'files.clean': async () => ({ bytes: await cleanDataFolder(ports.home) }),
  };
}
