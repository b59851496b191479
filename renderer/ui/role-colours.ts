// One colour a role, in the order of the cast.
import { useMemo } from 'react';
import { useAsk } from '../bridge/use-ask.ts';

/** How many colours there are before they start again (`--r1` to `--r8` in tokens.css). */
export const ROLE_COLOURS = 8;

/** The colour of the role at an index, 0-based, as a CSS value. */
export const roleColour = (index: number): string => `var(--r${(index % ROLE_COLOURS) + 1})`;

/** Each role's colour by its name; a role that the cast does not know has the colour of dim text. */
export function useRoleColours(): (role: string) => string {
  const { data: roles } = useAsk('project.roles', {});
  return useMemo(() => {
    const colours = new Map((roles ?? []).map(({ name }, index) => [name, roleColour(index)]));
    return (role: string) => colours.get(role) ?? 'var(--dim)';
  }, [roles]);
}
