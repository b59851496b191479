import { MAX_COMPARED_PARAGRAPHS } from '../../../../shared/ipc/revision-requests.ts';
import type { ImportChoices } from '../../../../shared/model/import-choices.ts';
import { appliesMarks } from '../../../../shared/rules/spoken-text.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { ImportController } from '../../import/import-controller.ts';
import type { Clock } from '../../ports.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { takeSnapshot } from '../history/requests.ts';
import { applyVersion, compareVersion, type FormerVersion, hasRoleMarks, restoreVersion } from './revision.ts';

export interface RevisionParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly imports: Pick<ImportController, 'words' | 'forget'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function revisionHandlers({
  projects,
  imports,
  undo,
  clock,
}: RevisionParts): HandlersOf<ChannelsOf<'revision'>> {
  const read = (session: ProjectSession, importId: string, choices: ImportChoices) =>
    imports.words(importId, withProjectSettings(session, choices));
  return {
    async 'revision.compare'({ importId, choices }) {
      const session = projects.requireSession();
      const { chapters, renamed, takesLost } = compareVersion(session.project, await read(session, importId, choices));
      return {
        renamed: renamed.map(({ from, into }) => ({ from, into })),
        chapters: chapters.map(({ title, change, moved, paragraphs }, index) => {
          const changed = paragraphs.flatMap((one) => (one.change === 'same' ? [] : [{ ...one, change: one.change }]));
          const renderedRemoved = takesLost[index] ?? 0;
          const shown = changed.slice(0, MAX_COMPARED_PARAGRAPHS);
          return { title, change, moved, renderedRemoved, paragraphs: shown, changes: changed.length };
        }),
      };
    },
    async 'revision.take'({ importId, choices, declined }) {
      const session = projects.requireSession();
      const version = await read(session, importId, choices);
      await takeSnapshot(session, { kind: 'new-version' }, clock.now());
      const isDeclined = new Set(declined);
      const take = (): FormerVersion => {
        const former = applyVersion(session.project, version, (index) => !isDeclined.has(index));
        notifyScriptChanged(session);
        return former;
      };
      const former = take();
      const taken = session.project.script.text();
      const revert = (before: FormerVersion): void => {
        refuseOutdated(session.project.script.text() !== taken, 'script');
        restoreVersion(session.project, before);
        notifyScriptChanged(session);
      };
      await imports.forget(importId);
      return { step: undo.add(repeatable(former, revert, take), { project: session }) };
    },
  };
}

/** The project's settings for roles and emphasis marks take precedence over the file's. */
function withProjectSettings({ project }: ProjectSession, choices: ImportChoices): ImportChoices {
  const settings = project.settings();
  const kind = settings.roleMarks === 'capitals' ? 'script' : 'prose';
  const attribute = choices.attribute ?? hasRoleMarks(project);
  const emphasis = (choices.emphasis ?? true) && appliesMarks(settings);
  const read = { ...choices, attribute, emphasis };
  return choices.kind === kind ? read : { ...read, kind, roles: null, merges: [] };
}

function notifyScriptChanged(session: ProjectSession): void {
  session.castChanged();
  session.scriptChanged();
  session.emitSummarySoon();
}
