import { describe, expect, it } from 'vitest';
import { sampleText } from '../../../e2e/support/texts.ts';
import { proseToScript } from '../sections/prose-text.ts';
import { quotationsOf } from './attributed-script.ts';
import { countTokens, estimateTokens, messagesFor, passagesToAsk } from './model-passages.ts';

const TOKENS = 4_000;

const TEXT = `The Hatter and Alice sat down. The Hatter yawned.

“Come,” said the Hatter. “Sit.”

“Who?” ⟦9⟧ said a voice.

“Nobody,” said Alice.

## Chapter 2

“Where?”
`;

const book = quotationsOf(TEXT);
const doubtful = new Set(book.quotations.filter(({ isDoubtful }) => isDoubtful).map(({ id }) => id));

describe('passages that a model is asked about', () => {
  it('number what is asked, name what is known, and have what stands around it up to the end of the scene', () => {
    const passages = passagesToAsk(book, doubtful, TOKENS);
    expect(passages.map(({ text }) => text)).toEqual([
      'The Hatter and Alice sat down. The Hatter yawned.\n⟦Hatter⟧“Come,” said the Hatter. ⟦Hatter⟧“Sit.”\n⟦1⟧“Who?” [9] said a voice.\n⟦Alice⟧“Nobody,” said Alice.',
      '⟦1⟧“Where?”',
    ]);
    expect(passages.flatMap(({ ids }) => ids)).toEqual([...doubtful]);
    expect(passages[0]?.characters).toBe(125);
    expect(passages[0]?.names).toContainEqual({ name: 'Hatter', aliases: [] });
  });

  it('ask about nothing where nothing is asked', () => {
    expect(passagesToAsk(book, new Set(), TOKENS)).toEqual([]);
  });

  it('mark the ends of what is to be examined with signs that the text can’t have', () => {
    const [passage] = passagesToAsk(book, doubtful, TOKENS);
    const content = passage ? (messagesFor(passage)[1]?.content ?? '') : '';
    expect(content.match(/⟦(?:begin|end) of passage⟧/g)).toHaveLength(2);
    expect(content).toContain('- Hatter\n');
    expect(content.endsWith('Who says quotation 1?')).toBe(true);
  });

  it.each([1_000, 4_000, 20_000])('of a novel hold each quotation once and stay within %i tokens', (tokens) => {
    const novel = quotationsOf(proseToScript(sampleText('alice.txt')).text);
    const all = novel.quotations.filter(({ evidence }) => evidence !== 'mention').map(({ id }) => id);
    const passages = passagesToAsk(novel, new Set(all), tokens);
    expect(passages.flatMap(({ ids }) => ids)).toEqual(all);
    for (const passage of passages) {
      const { input, output } = countTokens(passage);
      expect(input + output).toBeLessThanOrEqual(Math.max(tokens, 1_600));
    }
  });

  it('leave out the middle of what is long, and divide a paragraph with very many quotations', () => {
    const speech = `“${'word '.repeat(2_000)}”`;
    const many = Array.from({ length: 100 }, (_, at) => `“Say ${at}.”`).join(' They waited. ');
    const long = quotationsOf(`${speech}\n\n${many}\n`);
    const passages = passagesToAsk(long, new Set(long.quotations.map(({ id }) => id)), TOKENS);
    expect(passages.flatMap(({ ids }) => ids)).toHaveLength(101);
    for (const { text } of passages) expect(estimateTokens(text)).toBeLessThan(TOKENS / 2);
    expect(passages[0]?.text).toContain(' … ');
  });
});
