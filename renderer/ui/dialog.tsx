import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../locales/words.ts';
import styles from './dialog.module.css';

const t = words('ui');

interface DialogProps {
  readonly title: string;
  /** Pixels. */
  readonly width: number;
  readonly onClose: () => void;
  /** While something goes on that has to be cancelled first, it can't be closed. */
  readonly busy?: boolean;
  /** Its title is said and not shown. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the window: it holds the keyboard while it is there, and gives it back. */
export function Dialog({ title, width, onClose, busy = false, bare = false, children }: DialogProps) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      lockScroll={false}
      yOffset={bare ? '12vh' : '5dvh'}
      padding={0}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={title} classNames={{ content: styles.content ?? '' }}>
        {bare ? (
          <h2 className="unseen">{title}</h2>
        ) : (
          <div className={styles.head}>
            <h2>{title}</h2>
            {!busy && <CloseButton aria-label={t('close')} onClick={onClose} />}
          </div>
        )}
        <div ref={takeFocus} className={bare ? undefined : styles.body}>
          {children}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine gives a dialog the keyboard a moment after it is seen: a key that is pressed before would go elsewhere. */
function takeFocus(body: HTMLElement | null): void {
  // A menu that closes notes first what had the keyboard: it would take it back from the dialog otherwise.
  queueMicrotask(() => {
    const dialog = body?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog || dialog.contains(document.activeElement)) return;
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus({ preventScroll: true });
  });
}
