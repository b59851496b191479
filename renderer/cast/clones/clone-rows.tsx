import type { ClonedVoiceEntry } from '../../../shared/ipc/clone-requests.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from './clones.module.css';

interface CloneRowsProps {
  readonly voices: readonly ClonedVoiceEntry[];
  readonly chosen: string;
  onChoose(voice: ClonedVoiceEntry): void;
}

const ROW_HEIGHT = 46;

/** The voices, as the service lists them. */
export function CloneRows({ voices, chosen, onChoose }: CloneRowsProps) {
  return (
    <div className={styles.rows}>
      <VirtualList
        label="Cloned voices"
        items={voices}
        rowHeight={ROW_HEIGHT}
        keyOf={({ id }) => id}
        selectedIndex={voices.findIndex(({ id }) => id === chosen)}
        onSelect={onChoose}
        render={({ name, roles, consent }) => (
          <span className={styles.row}>
            <span className="cut">{name}</span>
            <small className="cut dim">
              {consent ? consent.person : 'no consent recorded here'}
              {roles.length > 0 && ` · speaks ${roles.join(', ')}`}
            </small>
          </span>
        )}
      />
    </div>
  );
}
