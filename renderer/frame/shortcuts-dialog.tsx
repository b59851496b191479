import { COMMANDS, type CommandId, MENUS } from '../../shared/ipc/commands.ts';
import { words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { KeyList, useShortcuts } from '../ui/shortcuts.tsx';
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
          const rows = ids
            .filter((id) => COMMANDS[id].menu === menu)
            .map((id) => ({ what: commandName(id), keys: id }));
          return <KeyList key={menu} level={3} label={menuName(menu)} rows={rows} />;
        })}
        <KeyList level={3} label={t('shortcuts.inTakes')} rows={REVIEW_KEYS} />
        <KeyList level={3} label={t('shortcuts.inPlayer')} rows={PLAYER_KEYS} />
      </div>
    </Dialog>
  );
}
