import type { CommandId } from '../../shared/ipc/commands.ts';
import styles from './kbd.module.css';
import { useShortcutLabel } from './shortcuts.ts';

/** A key, or keys, as they stand on the keyboard. */
export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keys}</kbd>;
}

/** The shortcut of a command; nothing where it has none. */
export function CommandKeys({ id }: { readonly id: CommandId }) {
  const label = useShortcutLabel(id);
  return label === null ? null : <Kbd keys={label} />;
}
