// Undo and redo: of words where the keyboard is in a text, else of the latest step that has a way back.
import { useEffect } from 'react';
import { useCommand } from '../ui/commands.ts';
import { isInText, stepInText } from '../ui/text-fields.ts';
import { notify, notifyUndoFailure } from '../ui/toast.tsx';
import { doAgainLatest, forgetSteps, type Step, takeBackLatest, UndoFailure } from '../ui/undo-history.ts';

/** Notices of undo and redo replace each other. */
const NOTICE = 'undo';

/** Registers them. @param projectId whose steps can be taken back; null where no project is open */
export function useUndoCommands(projectId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another project's steps are not those of this one
  useEffect(() => forgetSteps, [projectId]);
  useCommand('edit.undo', () => (isInText() ? stepInText('undo') : void undoLatest()));
  useCommand('edit.redo', () => (isInText() ? stepInText('redo') : void redoLatest()));
}

/** Takes the latest step back and says so. */
export async function undoLatest(): Promise<void> {
  const step = await said(takeBackLatest());
  if (step === null) notify('There is nothing to take back.', { id: NOTICE });
  if (!step) return;
  const again = step.undo.redo ? { action: { label: 'Redo', run: () => void redoLatest() } } : {};
  notify(`Taken back: ${step.what}`, { id: NOTICE, ...again });
}

/** Does again what was taken back last, and says so. */
export async function redoLatest(): Promise<void> {
  const step = await said(doAgainLatest());
  if (step === null) notify('There is nothing to do again.', { id: NOTICE });
  if (!step) return;
  notify(`Done again: ${step.what}`, { id: NOTICE, action: { label: 'Undo', run: () => void undoLatest() } });
}

/** @returns undefined where it failed, which is said then */
async function said(work: Promise<Step | null>): Promise<Step | null | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UndoFailure)) throw error;
    notifyUndoFailure(error.step, error.cause);
    return undefined;
  }
}
