import styles from './role-name.module.css';

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
