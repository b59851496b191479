import { isMac, Kbd } from '../../ui/shortcuts.tsx';
import { PLAYER_KEYS, REVIEW_KEYS } from '../../ui/wording/review-keys.ts';
import styles from './shortcuts.module.css';

const held = (): string => (isMac() ? '⌘' : 'Ctrl ');

/** Keys that stay as they are, each with the place where it counts. */
export function FixedKeys() {
  const text = [
    { keys: [`${held()}Z`, `${held()}Y`], what: 'undo, redo' },
    { keys: [`${held()}X`, `${held()}C`, `${held()}V`], what: 'cut, copy, paste' },
    { keys: [`${held()}A`], what: 'select all' },
  ];
  return (
    <section className={styles.fixed} aria-label="Keys that stay as they are">
      <h3>Keys that stay as they are</h3>
      <p className="dim">
        They are the system’s, or single letters that count only where the focus is: no command can be given by them.
      </p>
      <div className={styles.groups}>
        <Group label="In every text" keys={text} />
        <Group label="In the table of takes" keys={REVIEW_KEYS} />
        <Group label="Player" keys={PLAYER_KEYS} />
      </div>
    </section>
  );
}

interface GroupProps {
  readonly label: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly what: string }[];
}

function Group({ label, keys }: GroupProps) {
  return (
    <div>
      <h4 className="label">{label}</h4>
      <dl>
        {keys.map((one) => (
          <div key={one.what}>
            <dt>{one.what}</dt>
            <dd>
              {one.keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
