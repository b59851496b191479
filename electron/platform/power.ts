// Sleep: the studio is told of it, and the machine is kept from it while a run is on.
import { powerMonitor, powerSaveBlocker } from 'electron';

/** Tells of the machine's going to sleep and waking up. To be called once the application is ready. */
export function watchPower(tell: (state: 'suspend' | 'resume') => void): void {
  powerMonitor.on('suspend', () => tell('suspend'));
  powerMonitor.on('resume', () => tell('resume'));
}

/** Keeps the machine from going to sleep by itself while it is on. The screen may go dark. */
export function createWakefulness(): (isOn: boolean) => void {
  let blocker: number | null = null;
  return (isOn) => {
    if (isOn === (blocker !== null)) return;
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = isOn ? powerSaveBlocker.start('prevent-app-suspension') : null;
  };
}
