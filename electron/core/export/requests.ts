import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { Project } from '../project/project.ts';
import type { Projects } from '../session/projects.ts';
import { type Inverse, repeatable, type UndoLog } from '../undo/undo-log.ts';
import type { ExportController } from './export-controller.ts';
import type { ExportPresets, RemovedPreset } from './export-memory.ts';

export interface ExportParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly exports: ExportController;
  readonly undo: Pick<UndoLog, 'add'>;
}

export function exportHandlers(parts: ExportParts): HandlersOf<ChannelsOf<'export'>> {
  const { projects, exports } = parts;
  return {
    ...presetHandlers(parts),
    'export.state': () => exports.state(projects.requireSession()),
    'export.startLines': ({ folderId, ...options }) => exports.start(projects.requireSession(), options, folderId),
    'export.startFiles': ({ folderId, ...order }) => exports.finish(projects.requireSession(), order, folderId),
    'export.previewFiles': ({ folderId, ...order }) =>
      projects.requireSession().reader.query('previewFiles', { order, outDir: exports.pathOf(folderId) }),
    'export.usedVoices': (options) => projects.requireSession().reader.query('usedVoices', options),
    'export.cancel'() {
      exports.cancel();
      return null;
    },
    'export.previewNames': (options) => projects.requireSession().reader.query('exportNames', options),
    'export.previewLines': ({ folderId, ...options }) =>
      projects.requireSession().reader.query('previewLines', { options, outDir: exports.pathOf(folderId) }),
  };
}

type PresetChannel = 'export.presets' | `export.${'save' | 'change' | 'delete' | 'setDefault'}Preset`;

function presetHandlers({ projects, exports, undo }: ExportParts): HandlersOf<PresetChannel> {
  const { presets } = exports;
  const project = () => projects.requireSession().project;
  return {
    'export.presets': () => presets.list(project()),
    'export.savePreset'(order) {
      const session = projects.requireSession();
      const { id } = presets.save(session.project, order);
      const step = undo.add(deletion(presets, session.project, id), { project: session });
      return { step, id, ...presets.list(session.project) };
    },
    'export.changePreset'(order) {
      const session = projects.requireSession();
      const { project: own } = session;
      const { before, after } = presets.change(own, order);
      const inverse = repeatable(
        undefined,
        () => presets.put(own, before),
        () => presets.put(own, after),
      );
      return { step: undo.add(inverse, { project: session }), ...presets.list(own) };
    },
    'export.deletePreset'({ id }) {
      const session = projects.requireSession();
      const removed = presets.delete(session.project, id);
      const step = undo.add(restoration(presets, session.project, removed), { project: session });
      return { step, ...presets.list(session.project) };
    },
    'export.setDefaultPreset'({ id }) {
      presets.setDefault(project(), id);
      return presets.list(project());
    },
  };
}

const deletion =
  (presets: ExportPresets, project: Project, id: string): Inverse =>
  () =>
    restoration(presets, project, presets.delete(project, id));

const restoration =
  (presets: ExportPresets, project: Project, removed: RemovedPreset): Inverse =>
  () => {
    presets.restore(project, removed);
    return deletion(presets, project, removed.preset.id);
  };
