import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { abbreviateHome } from '../../folder-problem.ts';
import { cleanDataFolder, dataParts } from './data-folder.ts';
import { makeReport, type ReportParts } from './make-report.ts';

export function upkeepHandlers(parts: ReportParts): HandlersOf<ChannelsOf<'report' | 'files'>> {
  const { ports } = parts;
  return {
    'report.make': (wanted) => makeReport(wanted, parts),
    'files.overview': async () => ({
      folder: abbreviateHome(ports.home),
      projectsFolder: abbreviateHome(ports.projectsFolder),
      parts: await dataParts(ports.home),
    }),
    'files.clean': async () => ({ bytes: await cleanDataFolder(ports.home) }),
  };
}
