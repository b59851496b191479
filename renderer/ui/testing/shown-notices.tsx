import { notifications, useNotifications } from '@mantine/notifications';
import { act } from 'react';

/** The notices that are shown, for a test that reads them or presses their buttons. Inside a `MantineProvider`. */
export function ShownNotices() {
  const { notifications: shown } = useNotifications();
  return shown.map(({ id, title, message }) => (
    <div key={id} role="alert">
      {title} {message}
    </div>
  ));
}

/** The texts of the notices, oldest first. */
export const noticeTexts = (): string[] =>
  [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent?.trim() ?? '');

/** Presses a button of a notice. */
export async function pressInNotice(label: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('[role="alert"] button')];
  const button = buttons.find(({ textContent }) => textContent === label);
  if (!button) throw new Error(`no notice has the button ${label}: ${noticeTexts().join(' | ')}`);
  await act(async () => button.click());
}

export const clearNotices = () => act(async () => notifications.clean());
