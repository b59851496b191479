// Roles get their colours in cast order. The narrator, who speaks most of a novel, has an almost neutral colour.
import { useMemo } from 'react';
import { NARRATOR } from '../../shared/model/cast.ts';
import { useAsk } from '../bridge/use-ask.ts';
import styles from './role-name.module.css';

/** The variables `--r1` to `--r7` in tokens.css. */
export const ROLE_COLOURS = 7;

export function roleColours(names: readonly string[]): ReadonlyMap<string, string> {
  const colours = names
    .filter((name) => name !== NARRATOR)
    .map((name, index): [string, string] => [name, `var(--r${(index % ROLE_COLOURS) + 1})`]);
  return new Map([[NARRATOR, 'var(--narrator)'], ...colours]);
}

export function useRoleColours(): (role: string) => string {
  const { data: roles } = useAsk('project.roles', {});
  return useMemo(() => {
    const colours = roleColours((roles ?? []).map(({ name }) => name));
    return (role: string) => colours.get(role) ?? 'var(--dim)';
  }, [roles]);
}

export function RoleName({ role, colour }: { readonly role: string; readonly colour: string }) {
  return (
    <span className={styles.name} style={{ color: colour }}>
      {role}
    </span>
  );
}

/** Shows initials when the system forces its own colours. */
export function RoleSwatch({ role, colour }: { readonly role: string; readonly colour: string }) {
  return <span aria-hidden className={styles.swatch} data-initials={initialsOf(role)} style={{ background: colour }} />;
}

/** Returns `LB` for `LADY BRACKNELL`, `AL` for `ALGERNON`. */
export function initialsOf(role: string): string {
  const words = role.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.map((word) => firstLetters(word, 1)) : [firstLetters(role, 2)];
  return letters.join('').slice(0, 3).toLocaleUpperCase();
}

const firstLetters = (word: string, count: number): string => [...word].slice(0, count).join('');
