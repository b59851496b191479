import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../../shared/ipc/contract.ts';
import type { ConnectionEntry } from '../../../shared/ipc/settings-requests.ts';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { notifyFailure } from '../../ui/toast.tsx';

/** What may be changed of a connection. */
type ConnectionChange = Omit<RequestOf<'connection.update'>, 'id'>;
/** A change of limits, from what they are at the moment. */
export type BudgetChange = (now: BudgetSettings) => BudgetSettings;

export interface Save {
  (change: ConnectionChange): void;
  /** Fields that are left one right after the other change each other's work, not what was drawn last. */
  readonly budget: (change: BudgetChange) => void;
}

const UPDATE = ['connection.update'] as const;

/** @returns keeps a change of a connection, seen at once; what goes wrong is said */
export function useSave(id: string): Save {
  const client = useQueryClient();
  const key = askKey('connection.list', {});
  const put = (change: object) =>
    client.setQueryData<ConnectionEntry[]>(key, (list) =>
      list?.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
    );
  const { mutate } = useMutation({
    mutationKey: UPDATE,
    networkMode: 'always',
    mutationFn: (change: ConnectionChange) => ask('connection.update', { id, ...change }),
    onError: notifyFailure,
    onSettled: () => {
      // A list that is read before the next change is kept would show that one undone for a moment.
      if (client.isMutating({ mutationKey: UPDATE }) > 1) return;
      for (const channel of ['connection.list', 'connection.status'] as const) {
        void client.invalidateQueries({ queryKey: askKey(channel, {}) });
      }
    },
  });
  const save = (change: ConnectionChange) => {
    void client.cancelQueries({ queryKey: key, exact: true });
    put(change);
    mutate(change);
  };
  const budget = (change: BudgetChange) => {
    const now = client.getQueryData<ConnectionEntry[]>(key)?.find((entry) => entry.id === id);
    if (now) save({ budget: change(now.budget) });
  };
  return Object.assign(save, { budget });
}
