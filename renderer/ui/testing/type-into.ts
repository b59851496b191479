import { act } from 'react';

/** Gives a field text as a person types it, so that React is told of it. */
export async function typeInto(field: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
