import styles from './role-name.module.css';

/** A role's name as a script sets it: small, bold, in its colour. */
export function RoleName({ role, colour }: { readonly role: string; readonly colour: string }) {
  return (
    <span className={styles.name} style={{ color: colour }}>
      {role}
    </span>
  );
}

/** The small square that stands beside a role. */
export function RoleSwatch({ colour }: { readonly colour: string }) {
  return <span aria-hidden className={styles.swatch} style={{ background: colour }} />;
}
