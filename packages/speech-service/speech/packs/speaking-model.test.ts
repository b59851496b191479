import { expect, it } from 'vitest';
import { nativeOrder } from './speaking-model.ts';

it('asks the native code for memory that Electron accepts', () => {
  const order = nativeOrder({ id: 1, text: 'Good evening.', speaker: 2, speed: 1 });
  expect(order).toEqual({ text: 'Good evening.', sid: 2, speed: 1, enableExternalBuffer: false });
});
