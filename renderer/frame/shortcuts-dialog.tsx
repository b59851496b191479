import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CommandKeys, Kbd } from '../ui/kbd.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './shortcuts-dialog.module.css';

const PLAYER_KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'Play or pause'],
  ['J', 'Three seconds back'],
  ['K', 'Pause, normal speed'],
  ['L', 'Play; again: faster'],
];

const MENUS = ['File', 'Edit', 'Go', 'Production', 'Review', 'View', 'Help'] as const;

/** Every shortcut, by menu. */
export function ShortcutsDialog() {
  const ids = (Object.keys(COMMANDS) as CommandId[]).filter((id) => 'accelerator' in COMMANDS[id]);
  return (
    <Dialog onClose={useView.getState().closeDialog} title="Keyboard shortcuts" width={720}>
      <div className={styles.columns}>
        {MENUS.map((menu) => {
          const ofMenu = ids.filter((id) => COMMANDS[id].menu === menu);
          return (
            <section key={menu} className={styles.group}>
              <h3 className="label">{menu}</h3>
              <dl>
                {ofMenu.map((id) => (
                  <div key={id} className={styles.row}>
                    <dt>{COMMANDS[id].label}</dt>
                    <dd>
                      <CommandKeys id={id} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
        <section className={styles.group}>
          <h3 className="label">Player</h3>
          <dl>
            {PLAYER_KEYS.map(([key, what]) => (
              <div key={key} className={styles.row}>
                <dt>{what}</dt>
                <dd>
                  <Kbd keys={key} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
