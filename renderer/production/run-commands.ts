import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';

const t = words('production');

function notifyCancelled({ runId, canceled, step }: ReplyOf<'production.cancel'>): void {
  if (runId !== null) notify(t('canceled', { lines: canceled }), { id: 'cancelled', undo: undoOf(step) });
}

/** Handles the commands that control runs on all screens: pause, resume, cancel and retry. */
export function RunCommands(): null {
  const { data: snapshot } = useAsk('production.snapshot', {});
  const pause = useSend('production.pause');
  const resume = useSend('production.resume');
  const cancel = useSend('production.cancel');
  const retry = useSend('production.retryFailed');
  const state = snapshot?.run.state ?? 'idle';
  const onError = notifyFailure;
  useCommand(
    'run.pause',
    () => (state === 'paused' ? resume.mutate({}, { onError }) : pause.mutate({}, { onError })),
    state === 'running' || state === 'paused',
  );
  const cancelRun = () => cancel.mutate({}, { onError, onSuccess: notifyCancelled });
  useCommand('run.cancel', cancelRun, state === 'running' || state === 'paused');
  useCommand('run.retry', () => retry.mutate({}, { onError }), (snapshot?.run.failed ?? 0) > 0);
  return null;
}
