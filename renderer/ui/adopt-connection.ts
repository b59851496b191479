// From now on the project's lines go to the service that is connected.
import { ask } from '../bridge/ask.ts';
import { notify } from './toast.tsx';
import { Outdated } from './undo-history.ts';

/** Makes the connected service the project's own, and says so with the way back. @throws BridgeFailure */
export async function adoptConnection(): Promise<void> {
  const before = await ask('project.current', {});
  const { connection: adopted } = await ask('project.adoptConnection', {});
  const run = async () => {
    const now = await ask('project.current', {});
    const isStill = now?.connection.origin === adopted.origin && now.connection.userId === adopted.userId;
    if (!isStill || !before) throw new Outdated('The project uses another service since.');
    await ask('project.adoptConnection', { to: before.connection });
  };
  const redo = () => ask('project.adoptConnection', { to: adopted });
  notify('The project’s lines go to the service in use from now on.', { id: 'service', undo: { run, redo } });
}
