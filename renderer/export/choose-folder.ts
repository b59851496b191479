import { ask } from '../bridge/ask.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useDraft } from './export-draft.ts';

/** Asks for the folder by the system's own dialog; what was chosen before stays where it is called off. */
export function chooseFolder(): void {
  ask('dialog.exportFolder', {})
    .then((folder) => folder && useDraft.getState().choose({ folder }))
    .catch(notifyFailure);
}
