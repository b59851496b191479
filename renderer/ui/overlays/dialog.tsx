import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../../locales/words.ts';
import styles from './dialog.module.css';

const t = words('ui');

interface DialogProps {
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  readonly onClose: () => void;
  /** Whether to prevent closing, because an operation must be cancelled first. */
  readonly busy?: boolean;
  readonly bare?: boolean;
  readonly children: ReactNode;
}

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

/** Mantine moves the focus only after a delay, and keys pressed in the meantime would go to another element. */
function takeFocus(body: HTMLElement | null): void {
  // If a menu is closing, wait until it has recorded the previous focus. Otherwise, it would take the focus back from
  // the dialog.
  queueMicrotask(() => {
    const dialog = body?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog || dialog.contains(document.activeElement)) return;
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus({ preventScroll: true });
  });
}
