// Exports: what would be made, making it, presets.
import type { ExportOptions } from '../../../shared/model/export.ts';
import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { HandlerParts } from '../session/handler-parts.ts';
import type { ProjectSession } from '../session/project-session.ts';

export function exportHandlers({ projects, exports }: HandlerParts): HandlersOf<ChannelsOf<'export'>> {
  const { presets } = exports;
  const project = () => projects.need().project;
  return {
    'export.state': () => exports.state(projects.need()),
    'export.start': ({ folderId, ...options }) => exports.start(projects.need(), options, folderId),
    'export.cancel'() {
      exports.cancel();
      return null;
    },
    'export.previewNames': (options) => projects.need().reader.ask('exportNames', options),
    'export.outlook': ({ folderId, ...options }) => outlook(projects.need(), options, exports.pathOf(folderId)),
    'export.presets': () => presets.list(project()),
    'export.savePreset': (order) => presets.save(project(), order),
    'export.changePreset': (order) => presets.change(project(), order),
    'export.deletePreset': ({ id }) => presets.delete(project(), id),
    'export.restorePreset': (order) => presets.restore(project(), order),
    'export.setDefaultPreset': ({ id }) => presets.setDefault(project(), id),
  };
}

const outlook = ({ reader }: ProjectSession, options: ExportOptions, outDir: string | null) =>
  reader.ask('exportOutlook', { options, outDir });
