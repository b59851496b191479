// Edits that are on no disk are gone with their project, and a run stands still: leaving it then takes a second word.
import { notify } from './toast.tsx';

let isUnsaved = false;

/** Whether the open project has edits that could not be saved. */
export function setUnsaved(unsaved: boolean): void {
  isUnsaved = unsaved;
}

let isRunning = false;

/** Whether a run of the open project is on. */
export function setRunning(running: boolean): void {
  isRunning = running;
}

/** Leaves the project that is open, or asks first where edits would be lost or a run would stand still. */
export function beforeLeaving(what: 'close' | 'open', leave: () => void): void {
  if (!isUnsaved) {
    if (isRunning) askToPause(what, leave);
    else leave();
    return;
  }
  const [deed, button] =
    what === 'close'
      ? ['closing the project', 'Close and lose them']
      : ['opening another project', 'Open and lose them'];
  notify(`Some edits could not be saved: ${deed} loses them.`, {
    id: 'unsaved',
    action: { label: button, run: leave },
  });
}

function askToPause(what: 'close' | 'open', leave: () => void): void {
  const deed = what === 'close' ? 'Closing the project' : 'Opening another project';
  notify(`A run is on. ${deed} pauses it; what was sent is fetched when you open this one again.`, {
    id: 'running',
    action: { label: what === 'close' ? 'Pause and close' : 'Pause and open', run: leave },
  });
}
