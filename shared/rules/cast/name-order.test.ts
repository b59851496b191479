import type { Language } from '@lectern/tts-protocol';
import { expect, it } from 'vitest';
import { nameOrder } from './name-order.ts';

it.each<[Language | null, string[]]>([
  ['german', ['Ärmel', 'Arno', 'Åsa', 'Zora']],
  ['swedish', ['Arno', 'Zora', 'Åsa', 'Ärmel']],
  ['spanish', ['nube', 'ñandú', 'ojo']],
  ['czech', ['cukr', 'hora', 'chalupa', 'ibis']],
  ['thai', ['ไก่', 'แมว', 'ไหม']],
  ['japanese', ['アキラ', 'いずみ', 'ウメ']],
  [null, ['GUEST 2', 'GUEST 10']],
])('orders names in %s', (language, names) => {
  expect(names.toReversed().sort(nameOrder(language))).toEqual(names);
});
