import type { CastRole } from '../../../shared/ipc/cast-requests.ts';

export type SortKey = 'name' | 'voice' | 'lines' | 'characters' | 'seconds';

export interface RoleOrder {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

/** The roles whose name or voice has all the letters searched for, in an order; equal ones in the order of the cast. */
export function sortRoles(roles: readonly CastRole[], search: string, { by, isDescending }: RoleOrder): CastRole[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = isDescending ? -1 : 1;
  return roles
    .filter(({ name, voiceName }) => {
      const text = `${name} ${voiceName ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => sign * compare(a, b, by));
}

function compare(a: CastRole, b: CastRole, by: SortKey): number {
  if (by === 'name') return a.name.localeCompare(b.name, 'en');
  if (by === 'voice') return (a.voiceName ?? '').localeCompare(b.voiceName ?? '', 'en');
  return a[by] - b[by];
}
