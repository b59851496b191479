// What the main process knows of the studio, beside handing things on: what is open and whether a run is on, so that a
// studio that died comes back with the same project.
import type { EventOf } from '../../shared/ipc/events.ts';
import type { Broadcast } from '../ipc/broadcast.ts';
import { createStudioLink, type StudioLink, type StudioLinkOptions } from './studio-link.ts';

export interface StudioKeeperOptions extends Omit<StudioLinkOptions, 'onEvent' | 'onRestarted'> {
  readonly broadcast: Broadcast;
  /** Lines are on their way, or will be: the machine must stay awake. */
  readonly onRunning: (isRunning: boolean) => void;
}

export interface StudioKeeper extends StudioLink {
  /** The connection in use, as it was told last; null: none. */
  connectionId(): string | null;
}

export function createStudioKeeper(options: StudioKeeperOptions): StudioKeeper {
  const { broadcast, onRunning } = options;
  let projectPath: string | null = null;
  let connectionId: string | null = null;

  const heard = (name: string, payload: unknown) => {
    if (name === 'project-changed') projectPath = (payload as EventOf<'project-changed'>).project?.path ?? null;
    if (name === 'connection-changed') connectionId = (payload as EventOf<'connection-changed'>).status.id;
    if (name === 'run-changed') {
      const { state } = (payload as EventOf<'run-changed'>).run;
      onRunning(state === 'running' || state === 'stopping');
    }
  };
  const reopen = async () => {
    onRunning(false);
    const path = projectPath;
    projectPath = null;
    if (path !== null) {
      const { ok } = await link.ask('openProject', { path });
      // It is not opened a third time by itself: it may be what the studio dies of.
      options.log(ok ? 'info' : 'error', ok ? 'The project is open again.' : 'The project could not be opened again.');
    }
    broadcast.emit('studio-restarted', {});
  };
  const link = createStudioLink({
    ...options,
    onEvent(name, payload) {
      const parsed = broadcast.relay(name, payload);
      if (parsed !== null) heard(name, parsed);
    },
    onRestarted: () => {
      reopen().catch(() => options.log('error', 'The project could not be opened again.'));
    },
  });
  return { ...link, connectionId: () => connectionId };
}
