import { describe, expect, it } from 'vitest';
import { repairTwiceEncoded } from './twice-encoded.ts';

/** UTF-8 read as another encoding. */
const misread = (text: string, encoding = 'windows-1252'): string =>
  new TextDecoder(encoding).decode(Buffer.from(text));

const TEXTS = [
  'He’s late, said René. “It’s a café,” she said — naïve Müller…',
  'Als ich größer war, aß ich süße Äpfel.',
  'Él dijo: «¿Qué pasó?» — y se fue a Málaga.',
  'Zażółć gęślą jaźń, powiedział Łukasz.',
  'Он сказал, что это было хорошо.',
  'ครั้งหนึ่งนานมาแล้ว',
  '昔々、あるところに。',
];

describe('characters that were encoded twice', () => {
  it.each(TEXTS)('are repaired: %s', (text) => {
    const row = 1;
    expect(repairTwiceEncoded(misread(text))).toMatchObject({ text, row });
    expect(repairTwiceEncoded(misread(misread(text)))).toMatchObject({ text, row });
    expect(repairTwiceEncoded(Buffer.from(text).toString('latin1'))).toMatchObject({ text, row });
  });

  it('are repaired where they were read as an old Mac would', () => {
    const text = 'He’s late, said René. “It’s a café,” she said — naïve Müller…';
    expect(repairTwiceEncoded(misread(text, 'macintosh'))?.text).toBe(text);
  });

  it('are repaired where the last of them was lost', () => {
    expect(repairTwiceEncoded('â€œIt is.â€ \nâ€œSo?â€\ufffd She itâ€™s.')?.text).toBe('“It is.” \n“So?” She it’s.');
  });

  it('are repaired in their own rows alone', () => {
    const [café, dots] = ['He’s in a café — “É…”', 'The naïve Müller’s.'];
    expect(repairTwiceEncoded(`${café}\n\n${misread(dots)}\n${café}`)).toEqual({
      text: `${café}\n\n${dots}\n${café}`,
      characters: 3,
      row: 3,
    });
  });

  it.each([
    ...TEXTS,
    'A Ã© in a text on encodings, a Â£ once.',
    `${'It’s “so”.\n'.repeat(8)}As in itâ€™s and cafÃ©.`,
    '«À Évreux…» dit-elle. «ÉTÉ…» L’ÉTÉ” ET À CÔTÉ’.',
    'AMANHÃ… AMANHÃ” E IRMÃ— NÃO.',
    'It costs 5 € – 6 €. √2 and ‚so‘. ¬a',
  ])('are not found in other text: %s', (text) => {
    expect(repairTwiceEncoded(text)).toBeNull();
  });
});
