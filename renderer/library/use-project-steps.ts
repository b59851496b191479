// What is done with a project as a whole, each step with its way back.
import { useQueryClient } from '@tanstack/react-query';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { formatCounted } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import type { ListedProject } from './use-listed-projects.ts';

/** A picture of more bytes is not even read. */
const MOST_PICTURE_BYTES = 10 * 1024 * 1024;

interface Undoable {
  readonly undo: string | null;
}

export interface ProjectSteps {
  readonly toBin: (project: ListedProject) => void;
  readonly archive: (project: ListedProject) => void;
  readonly forget: (project: ListedProject) => void;
  readonly rename: (project: ListedProject, name: string) => Promise<void>;
  readonly reveal: (project: ListedProject) => void;
  readonly locate: (project: ListedProject) => void;
  readonly confirmPlace: (project: ListedProject) => void;
  readonly chooseCover: (project: ListedProject) => void;
  readonly dropCover: (project: ListedProject, file: File) => void;
  readonly removeCover: (project: ListedProject) => void;
  readonly restore: (project: ListedProject, backup: string) => Promise<void>;
}

const say = (message: string, { undo }: Undoable): void =>
  notify(message, undo === null ? {} : { undo: { run: () => ask('library.undo', { undo }) } });

/** What goes on while a project opens or closes in the window has to be over: its steps go with it. */
const afterTurning = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

export function useProjectSteps(): ProjectSteps {
  const queryClient = useQueryClient();
  const current = () => queryClient.getQueryData<ProjectSummary | null>(askKey('project.current', {}));
  /** Leaves the project first where it is the one that is open. */
  const whenClosed = (project: ListedProject, then: () => Promise<void>) => {
    if (project.state.kind !== 'open') return void then().catch(notifyFailure);
    beforeLeaving('close', () => {
      const close = async () => {
        await ask('project.close', {});
        while (current()) await afterTurning();
        await afterTurning();
        await then();
      };
      void close().catch(notifyFailure);
    });
  };
  const step = (work: Promise<Undoable>, message: string) =>
    void work.then((done) => say(message, done)).catch(notifyFailure);

  return {
    toBin: (project) =>
      whenClosed(project, async () =>
        say(`“${project.name}” is in the bin.`, await ask('library.toBin', { id: project.id })),
      ),
    archive: ({ id, name, archived }) =>
      step(
        ask('library.archive', { id, archived: !archived }),
        archived ? `“${name}” is among the projects again.` : `“${name}” is archived. It lies where it was.`,
      ),
    forget: ({ id, name }) =>
      step(ask('library.forget', { id }), `“${name}” is off the list. Its folder stays where it is.`),
    rename: async ({ id, name }, wanted) =>
      say(`“${name}” is called “${wanted}” now.`, await ask('library.rename', { id, name: wanted })),
    reveal: ({ id }) => void ask('shell.revealProject', { id }).catch(notifyFailure),
    locate: ({ id, name }) => {
      const locate = async () => {
        const located = await ask('dialog.locateProject', { id });
        if (located?.other) notify(`That folder is another project, “${located.other}”. Nothing was changed.`);
        else if (located) notify(`“${name}” is found again. Open it to confirm that it belongs there.`);
      };
      void locate().catch(notifyFailure);
    },
    confirmPlace: ({ id, name }) =>
      void ask('library.confirmPlace', { id })
        .then(() => notify(`“${name}” belongs where it lies now. Its runs may go on.`))
        .catch(notifyFailure),
    chooseCover: ({ id, name }) =>
      void ask('dialog.chooseCover', { id })
        .then((done) => done && say(`“${name}” has a cover.`, done))
        .catch(notifyFailure),
    dropCover: ({ id, name }, file) => {
      const drop = async () => {
        const isLarge = file.size > MOST_PICTURE_BYTES;
        // The head says enough of one that is too large: it is refused for its size.
        const bytes = isLarge ? new Uint8Array(MOST_PICTURE_BYTES + 1) : new Uint8Array(await file.arrayBuffer());
        say(`“${name}” has a cover.`, await ask('library.setCover', { id, bytes }));
      };
      void drop().catch(notifyFailure);
    },
    removeCover: ({ id, name }) => step(ask('library.removeCover', { id }), `The cover of “${name}” is removed.`),
    restore: async ({ id, name }, backup) => {
      const done = await ask('library.restoreBackup', { id, name: backup });
      await afterTurning();
      say(
        done.undo === null
          ? `“${name}” is restored. The damaged file was set aside in its folder.`
          : `“${name}” is restored. What stood there before is a backup now.`,
        done,
      );
    },
  };
}

/** `4 chapters · 885 lines`, as far as it is known. */
export function contentsOf({ chapters, lines }: Pick<ListedProject, 'chapters' | 'lines'>): string {
  if (lines === 0) return chapters ? formatCounted(chapters, 'chapter') : 'empty';
  const counted = formatCounted(lines, 'line');
  return chapters === null || chapters === 0 ? counted : `${formatCounted(chapters, 'chapter')} · ${counted}`;
}
