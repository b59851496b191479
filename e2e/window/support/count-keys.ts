import type { Page } from '@playwright/test';

/** Counts keys that are pressed from now on, but not modifiers. */
export async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(globalThis, 'keys', 0);
    const count = ({ key, isTrusted }: KeyboardEvent) => {
      const isModifier = ['Control', 'Meta', 'Shift', 'Alt'].includes(key);
      if (isTrusted && !isModifier) Reflect.set(globalThis, 'keys', Reflect.get(globalThis, 'keys') + 1);
    };
    document.addEventListener('keydown', count, { capture: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'keys')));
}
