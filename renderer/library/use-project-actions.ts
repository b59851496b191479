import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { beforeLeaving } from '../ui/overlays/before-leaving.ts';
import { useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import type { ListedProject } from './library-view.ts';

const t = words('library');

export interface ProjectOpening {
  readonly busy: boolean;
  readonly error: BridgeError | null;
  readonly retry: (() => void) | null;
  readonly open: (project: Pick<ListedProject, 'id' | 'state'>) => void;
  readonly openOther: () => void;
  readonly openSample: () => void;
  /** Null if the request to open the project didn't come from the list. */
  readonly projectId: string | null;
  readonly clear: () => void;
}

/** Once the project is open, the window switches to it automatically. */
export function useOpening(): ProjectOpening {
  const { busy, error, run, clear } = useAttempt();
  const [again, setAgain] = useState<(() => void) | null>(null);
  const [projectId, setProjectId] = useState<string | null>(null);
  const attempt = (open: () => Promise<unknown>, id: string | null = null) =>
    beforeLeaving('open', () => {
      setProjectId(id);
      goOn(open, id);
    });
  const goOn = (open: () => Promise<unknown>, id: string | null) => {
    setAgain(() => () => attempt(open, id));
    void run(async () => {
      await open();
    });
  };
  return {
    busy,
    error,
    retry: error && again,
    open: ({ id, state }) =>
      attempt(async () => {
        await ask('project.openRecent', { id });
        // If the project was already open, the window doesn't switch to it automatically.
        if (state.kind === 'open') useView.getState().goBack(true);
      }, id),
    projectId,
    openOther: () => attempt(() => ask('dialog.openProject', {})),
    openSample: () => attempt(() => ask('project.createSample', {})),
    clear,
  };
}

/** In bytes. Larger pictures are rejected without being read. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

interface UndoableReply {
  readonly step: string | null;
}

export interface ProjectActions {
  readonly toBin: (project: ListedProject) => void;
  readonly archive: (project: ListedProject) => void;
  readonly forget: (project: ListedProject) => void;
  readonly rename: (project: ListedProject, name: string) => Promise<void>;
  readonly enqueue: (project: ListedProject) => Promise<void>;
  readonly reveal: (project: ListedProject) => void;
  readonly locate: (project: ListedProject) => void;
  readonly confirmPlace: (project: ListedProject) => void;
  readonly chooseCover: (project: ListedProject) => void;
  readonly dropCover: (project: ListedProject, file: File) => void;
  readonly removeCover: (project: ListedProject) => void;
  readonly restore: (project: ListedProject, backup: string) => Promise<void>;
}

const notifyStep = (message: string, { step }: UndoableReply): void => notify(message, { undo: undoOf(step) });

/** Waits for two frames, so that the window has finished opening or closing a project and cleared its undo history. */
const afterProjectChange = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

export function useProjectActions(): ProjectActions {
  const queryClient = useQueryClient();
  const current = () => queryClient.getQueryData<ProjectSummary | null>(askKey('project.current', {}));
  const whenClosed = (project: ListedProject, then: () => Promise<void>) => {
    if (project.state.kind !== 'open') return void then().catch(notifyFailure);
    beforeLeaving('close', () => {
      const close = async () => {
        await ask('project.close', {});
        while (current()) await afterProjectChange();
        await afterProjectChange();
        await then();
      };
      void close().catch(notifyFailure);
    });
  };
  const step = (work: Promise<UndoableReply>, message: string) =>
    void work.then((done) => notifyStep(message, done)).catch(notifyFailure);

  return {
    toBin: (project) =>
      whenClosed(project, async () =>
        notifyStep(t('done.binned', { project: project.name }), await ask('library.toBin', { id: project.id })),
      ),
    archive: ({ id, name, archived }) =>
      step(
        ask('library.archive', { id, archived: !archived }),
        archived ? t('done.unarchived', { project: name }) : t('done.archived', { project: name }),
      ),
    forget: ({ id, name }) => step(ask('library.forget', { id }), t('done.forgotten', { project: name })),
    rename: async ({ id, name }, wanted) =>
      notifyStep(
        t('done.renamed', { before: name, project: wanted }),
        await ask('library.rename', { id, name: wanted }),
      ),
    enqueue: async ({ id, name }) => {
      queryClient.setQueryData(askKey('queue.state', {}), await ask('queue.add', { id, confirmed: true }));
      notify(t('done.enqueued', { project: name }), {
        action: { label: t('queue'), run: () => useView.getState().openDialog('queue') },
      });
    },
    reveal: ({ id }) => void ask('shell.revealProject', { id }).catch(notifyFailure),
    locate: ({ id, name }) => {
      const locate = async () => {
        const located = await ask('dialog.locateProject', { id });
        if (located?.other) notify(t('done.otherProject', { project: located.other }));
        else if (located) notify(t('done.located', { project: name }));
      };
      void locate().catch(notifyFailure);
    },
    confirmPlace: ({ id, name }) =>
      void ask('library.confirmPlace', { id })
        .then(() => notify(t('done.placed', { project: name })))
        .catch(notifyFailure),
    chooseCover: ({ id, name }) =>
      void ask('dialog.chooseCover', { id })
        .then((done) => done && notifyStep(t('done.cover', { project: name }), done))
        .catch(notifyFailure),
    dropCover: ({ id, name }, file) => {
      const drop = async () => {
        const isLarge = file.size > MAX_PICTURE_BYTES;
        // Larger files are rejected because of their size, so their content isn't needed.
        const bytes = isLarge ? new Uint8Array(MAX_PICTURE_BYTES + 1) : new Uint8Array(await file.arrayBuffer());
        notifyStep(t('done.cover', { project: name }), await ask('library.setCover', { id, bytes }));
      };
      void drop().catch(notifyFailure);
    },
    removeCover: ({ id, name }) => step(ask('library.removeCover', { id }), t('done.coverRemoved', { project: name })),
    restore: async ({ id, name }, backup) => {
      const done = await ask('library.restoreBackup', { id, name: backup });
      await afterProjectChange();
      notifyStep(
        done.step === null ? t('done.restoredDamaged', { project: name }) : t('done.restored', { project: name }),
        done,
      );
    },
  };
}

/** Formats the counts that are known, such as `4 chapters · 885 lines`. */
export function contentsText({ chapters, lines }: Pick<ListedProject, 'chapters' | 'lines'>): string {
  if (lines === 0) return chapters ? t('project.chapters', { chapters }) : t('project.empty');
  return chapters ? t('project.contents', { chapters, lines }) : t('project.lines', { lines });
}
