import type { ComparedChapter } from '@lectern/manuscript/versions';
import {
  type ChapterComparison,
  MAX_COMPARED_PARAGRAPHS,
  type ParagraphComparison,
} from '../../../../shared/ipc/revision-requests.ts';
import type { ImportChoices } from '../../../../shared/model/import-choices.ts';
import { appliesMarks } from '../../../../shared/rules/spoken-text.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { ImportController } from '../../import/import-controller.ts';
import type { Clock } from '../../ports.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { takeSnapshot } from '../history/requests.ts';
import {
  addEffects,
  applyVersion,
  compareVersion,
  type FormerVersion,
  hasRoleMarks,
  NO_EFFECT,
  type Revision,
  restoreVersion,
} from './revision.ts';

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
      const revision = compareVersion(session.project, await read(session, importId, choices));
      const { chapters, renamed, edits, takes } = revision;
      return {
        renamed: renamed.map(({ from, into }) => ({ from, into })),
        knowsEdits: edits !== null,
        takes,
        chapters: chapters.map((chapter, index) => describeChapter(chapter, index, revision)),
      };
    },
    async 'revision.take'({ importId, choices, declined, replaced }) {
      const session = projects.requireSession();
      const version = await read(session, importId, choices);
      await takeSnapshot(session, { kind: 'new-version' }, clock.now());
      const isDeclined = new Set(declined);
      const take = (): FormerVersion => {
        const former = applyVersion(
          session.project,
          version,
          (index) => !isDeclined.has(index),
          undefined,
          ({ chapter, paragraph }) => replaced.some((one) => one.chapter === chapter && one.paragraph === paragraph),
        );
        session.castNewRoles();
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

function describeChapter(
  { title, change, moved, paragraphs }: ComparedChapter,
  chapter: number,
  { takesLost, notesLost, edits, effectOf }: Revision,
): ChapterComparison {
  const edited = new Set(edits?.flatMap((edit) => (edit.chapter === chapter ? [edit.paragraph] : [])));
  const shown: ParagraphComparison[] = [];
  let changes = 0;
  let effect = NO_EFFECT;
  paragraphs.forEach(({ change: how, before, after }, index) => {
    const last = shown.at(-1);
    if (how === 'same') {
      if (last?.change === 'same') last.count += 1;
      else shown.push({ change: how, count: 1 });
      return;
    }
    changes += 1;
    const own = effectOf(chapter, index);
    const isEdited = edited.has(index);
    if (!isEdited) effect = addEffects(effect, own);
    // Edited paragraphs are always shown, because each needs a decision.
    if (isEdited || changes <= MAX_COMPARED_PARAGRAPHS)
      shown.push({ change: how, before, after, index, isEdited, effect: own });
  });
  const renderedRemoved = takesLost[chapter] ?? 0;
  const notesRemoved = notesLost[chapter] ?? 0;
  return { title, change, moved, renderedRemoved, notesRemoved, paragraphs: shown, changes, effect };
}

/** The project's settings for roles and emphasis marks take precedence over the file's. */
function withProjectSettings({ project }: ProjectSession, choices: ImportChoices): ImportChoices {
  const settings = project.settings();
  const kind = settings.roleMarks === 'capitals' ? 'script' : 'prose';
  const attribute = choices.attribute ?? hasRoleMarks(project);
  const emphasis = (choices.emphasis ?? true) && appliesMarks(settings);
  const { productionKind, spokenNotes } = settings;
  const notes = choices.spokenNotes ?? spokenNotes;
  const read = { ...choices, attribute, emphasis, productionKind, spokenNotes: notes };
  return choices.kind === kind ? read : { ...read, kind, roles: null, merges: [] };
}

function notifyScriptChanged(session: ProjectSession): void {
  session.castChanged();
  session.scriptChanged();
  session.emitSummarySoon();
}
