import { COMMANDS, type CommandId, MENUS } from '../../shared/ipc/commands.ts';
import { words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { CommandKeys, Kbd, useShortcuts } from '../ui/shortcuts.tsx';
import { useView } from '../ui/view-store.ts';
import { commandName, menuName } from '../ui/wording/command-words.ts';
import { PLAYER_KEYS, REVIEW_KEYS } from '../ui/wording/review-keys.ts';
import styles from './shortcuts-dialog.module.css';

const t = words('frame');

export function ShortcutsDialog() {
  const keys = useShortcuts((shortcuts) => shortcuts.keys);
  const ids = (Object.keys(COMMANDS) as CommandId[]).filter((id) => keys[id] !== null);
  return (
    <Dialog onClose={useView.getState().closeDialog} title={t('shortcuts.title')} width={720}>
      <div className={styles.columns}>
        {MENUS.map((menu) => {
          const ofMenu = ids.filter((id) => COMMANDS[id].menu === menu);
          return (
            <section key={menu} className={styles.group}>
              <h3 className="label">{menuName(menu)}</h3>
              <dl>
                {ofMenu.map((id) => (
                  <div key={id} className={styles.row}>
                    <dt>{commandName(id)}</dt>
                    <dd>
                      <CommandKeys id={id} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
        <PlainKeys label={t('shortcuts.inTakes')} keys={REVIEW_KEYS} />
        <PlainKeys label={t('shortcuts.inPlayer')} keys={PLAYER_KEYS} />
      </div>
    </Dialog>
  );
}

interface PlainKeysProps {
  readonly label: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly what: string }[];
}

/** Keys without Ctrl or Cmd, which depend on the focus. */
function PlainKeys({ label, keys }: PlainKeysProps) {
  return (
    <section className={styles.group}>
      <h3 className="label">{label}</h3>
      <dl>
        {keys.map((one) => (
          <div key={one.what} className={styles.row}>
            <dt className={styles.what}>{one.what}</dt>
            <dd>
              {one.keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
