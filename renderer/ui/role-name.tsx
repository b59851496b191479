// A role as it is shown: its name, and one colour a role, in the order of the cast. The narrator, who speaks most of a novel,
// has one that is hardly a colour; none has the accent's, which says what is to be pressed.
import { useMemo } from 'react';
import { NARRATOR } from '../../shared/model/cast.ts';
import { useAsk } from '../bridge/use-ask.ts';
import styles from './role-name.module.css';

/** How many colours there are before they start again (`--r1` to `--r7` in tokens.css). */
export const ROLE_COLOURS = 7;

/** The colour of each role, as a CSS value. @param names in the order of the cast */
export function roleColours(names: readonly string[]): ReadonlyMap<string, string> {
  const colours = names
    .filter((name) => name !== NARRATOR)
    .map((name, index): [string, string] => [name, `var(--r${(index % ROLE_COLOURS) + 1})`]);
  return new Map([[NARRATOR, 'var(--narrator)'], ...colours]);
}

/** Each role's colour by its name; a role that the cast does not know has the colour of dim text. */
export function useRoleColours(): (role: string) => string {
  const { data: roles } = useAsk('project.roles', {});
  return useMemo(() => {
    const colours = roleColours((roles ?? []).map(({ name }) => name));
    return (role: string) => colours.get(role) ?? 'var(--dim)';
  }, [roles]);
}

/** A role's name as a script sets it: small, bold, in its colour. */
export function RoleName({ role, colour }: { readonly role: string; readonly colour: string }) {
  return (
    <span className={styles.name} style={{ color: colour }}>
      {role}
    </span>
  );
}

/** The small square that stands beside a role: its initials, where the system's own colours hold. */
export function RoleSwatch({ role, colour }: { readonly role: string; readonly colour: string }) {
  return <span aria-hidden className={styles.swatch} data-initials={initialsOf(role)} style={{ background: colour }} />;
}

/** `LADY BRACKNELL` as `LB`, `ALGERNON` as `AL`. */
export function initialsOf(role: string): string {
  const words = role.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.map((word) => firstOf(word, 1)) : [firstOf(role, 2)];
  return letters.join('').slice(0, 3).toLocaleUpperCase();
}

const firstOf = (word: string, count: number): string => [...word].slice(0, count).join('');
