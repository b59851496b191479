import { expect, it } from 'vitest';
import { plainPasted } from './create-state.ts';

it('takes pasted text as an import would: rows end in line feeds, invisible characters go', () => {
  expect(plainPasted('\ufeffLANE: Ear\u00adnest.\r\nJACK:\u2028می\u200cخواهم\u200b')).toBe(
    'LANE: Earnest.\nJACK:\nمی\u200cخواهم',
  );
});
