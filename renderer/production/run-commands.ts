import { useEffect } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { setRunning } from '../ui/before-leaving.ts';
import { useCommand } from '../ui/commands.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';

const t = words('production');

function sayCalledOff({ runId, canceled, step }: ReplyOf<'production.cancel'>): void {
  if (runId !== null) notify(t('canceled', { lines: canceled }), { id: 'cancelled', undo: undoOf(step) });
}

/** Handles the run commands of all screens: pause, resume, cancel and retry. */
export function RunCommands(): null {
  const { data: snapshot } = useAsk('production.snapshot', {});
  const pause = useTell('production.pause');
  const resume = useTell('production.resume');
  const cancel = useTell('production.cancel');
  const retry = useTell('production.retryFailed');
  const state = snapshot?.run.state ?? 'idle';
  const isOn = state === 'running' || state === 'stopping';
  useEffect(() => {
    setRunning(isOn);
    return () => setRunning(false);
  }, [isOn]);
  const onError = notifyFailure;
  useCommand(
    'run.pause',
    () => (state === 'paused' ? resume.mutate({}, { onError }) : pause.mutate({}, { onError })),
    state === 'running' || state === 'paused',
  );
  const callOff = () => cancel.mutate({}, { onError, onSuccess: sayCalledOff });
  useCommand('run.cancel', callOff, state === 'running' || state === 'paused');
  useCommand('run.retry', () => retry.mutate({}, { onError }), (snapshot?.run.failed ?? 0) > 0);
  return null;
}
