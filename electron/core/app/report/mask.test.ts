import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPrivateData, maskUserId, type PrivateData, redactQuotations } from './mask.ts';

const PRIVATE: PrivateData = {
  keys: ['sk-secret-1', 'sk-secret-1-longer'],
  userIds: ['user-ABCDEFGH'],
  folders: [
    { path: '/home/ada', as: '~' },
    { path: '/home/ada/My Books', as: '[projects]' },
  ],
  names: ['Ulysses', 'I'],
};

describe('what is private', () => {
  it('is taken out of a text: keys, folders, user ids, names', () => {
    const text = 'sk-secret-1-longer at /home/ada/My Books/Ulysses for user-ABCDEFGH, file:///home/ada/My%20Books/x, I';
    expect(maskPrivateData(text, PRIVATE)).toBe('[key] at [projects]/[name] for us•••GH, file://[projects]/x, I');
  });

  it('is nowhere left, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...PRIVATE.keys, ...PRIVATE.userIds))), (parts) => {
        const left = maskPrivateData(parts.join(' '), PRIVATE);
        for (const secret of [...PRIVATE.keys, ...PRIVATE.userIds]) expect(left).not.toContain(secret);
      }),
    );
  });

  it('tells user ids apart by their ends, and short ones not at all', () => {
    expect([maskUserId('user-KoWPDZ457w'), maskUserId('bob')]).toEqual(['us•••7w', '•••']);
  });
});

describe('rows of a log', () => {
  const script =
    '# Act\n\nALGERNON: Did you hear what I was playing, Lane?\n\nLANE: Extraordinary muffins.\n\nYes, sir.';

  it('that quote the script are not told, others stay as they are', () => {
    const rows = [
      '{"message":"The service said: did you  HEAR what"}',
      '{"message":"The run ended; yes, sir"}',
      'text: "extraordinary muffins"',
      'Did you see it?',
    ];
    expect(redactQuotations(script, rows)).toEqual([
      '[a row that holds words of the script]',
      rows[1],
      '[a row that holds words of the script]',
      rows[3],
    ]);
  });
});
