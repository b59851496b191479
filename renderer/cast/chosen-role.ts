// Which role the screen is about.
import { useEffect } from 'react';
import type { CastRole } from '../../shared/ipc/cast-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { useView } from '../ui/view-store.ts';
import { useCast } from './cast-store.ts';

/** The role that was chosen, else the first one; null while none is known. */
export function useChosenRole(): CastRole | null {
  const { data: roles } = useAsk('cast.roles', {});
  const name = useCast(({ role }) => role);
  return roles?.find((role) => role.name === name) ?? roles?.[0] ?? null;
}

/** A role that is chosen beside the screen is the one that the screen is about. */
export function useFollowSidePanel(): void {
  const role = useView((view) => view.role);
  useEffect(() => {
    if (role !== null) useCast.getState().chooseRole(role);
  }, [role]);
}
