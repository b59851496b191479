// The targets, one of which is chosen: a column beside the choices, or a grid above them where there is little room.
import { type ReactNode, useEffect, useRef } from 'react';
import { DELIVERY_TARGETS, type DeliveryTargetId } from '../../shared/model/delivery-target.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { type ExportKind, isForm, useTarget } from './target-draft.ts';
import styles from './targets.module.css';
import { useRoving } from './use-roving.ts';

const t = words('targets');

/** The last one stands for all forms of other programs. */
const ENTRIES = [...DELIVERY_TARGETS, 'other'] as const;
/** What is chosen with that entry. */
const FIRST_FORM: ExportKind = 'package';

interface TargetFrameProps {
  readonly children: ReactNode;
}

/** The list of targets, and what belongs to the one that is chosen. */
export function TargetFrame({ children }: TargetFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.split}>
        <TargetList />
        <div className={styles.work}>{children}</div>
      </div>
    </div>
  );
}

/** A target was chosen in the list: what is drawn for it brings a list of its own, which goes on where this one was. */
let goesOn = false;

function TargetList() {
  const kind = useTarget((state) => state.kind);
  const { data: book } = useAsk('book.read', {});
  const chosen = isForm(kind) ? 'other' : kind;
  const roving = useRoving(ENTRIES.length, ENTRIES.indexOf(chosen));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (goesOn) list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    goesOn = false;
  }, []);
  const lackingOf = (id: DeliveryTargetId): number => {
    const readiness = book?.readiness.find(({ target }) => target === id);
    return readiness ? readiness.missing.length + readiness.cover.length : 0;
  };
  return (
    <ul ref={list} className={styles.targets} aria-label={t('label')} onKeyDown={roving.onKeyDown}>
      {ENTRIES.map((entry, at) => {
        const isChosen = entry === chosen;
        const lacking = entry === 'other' ? 0 : lackingOf(entry);
        const choose = () => {
          if (isChosen) return;
          goesOn = true;
          useTarget.getState().chooseKind(entry === 'other' ? FIRST_FORM : entry);
        };
        return (
          <li key={entry}>
            <button
              type="button"
              className={styles.target}
              aria-pressed={isChosen}
              onClick={choose}
              {...roving.control(at)}
            >
              <span className={styles.name}>{entry === 'other' ? t('other') : tDelivery(`target.${entry}`)}</span>
              {lacking > 0 && (
                <small className={styles.lacking} title={t('lacking', { count: lacking })}>
                  <span aria-hidden>{lacking}</span>
                  <span className="unseen">{t('lacking', { count: lacking })}</span>
                </small>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
