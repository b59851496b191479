import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { attributeQuotations } from '../attribute.ts';
import { alignQuotations, paragraphsOf } from './alignment.ts';
import { CorpusError, novelNames, readNovel } from './corpus.ts';
import { computeScore, evaluateNovel, precisionAt } from './evaluation.ts';
import { madeNovel, makeCorpus } from './testing/made-corpus.ts';

const parent = mkdtempSync(join(tmpdir(), 'lectern-corpus-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('reading the corpus', () => {
  it('finds novels with their quotations, speakers and names', () => {
    const folder = makeCorpus(parent);
    expect(novelNames(folder)).toEqual(['TheWeir']);
    const { text, quotations, namesOf, isHeldOut } = readNovel(folder, 'TheWeir');
    expect(quotations).toHaveLength(20);
    expect(text.slice(quotations[0]?.start, quotations[0]?.end)).toBe('Good morning,');
    expect(quotations.map(({ speaker }) => speaker)).toContain('Pell');
    expect(quotations.at(-4)?.speaker).toBeNull();
    expect([...(namesOf.get('Mr. Dunn') ?? [])]).toEqual(['mr. dunn', "dunn o' the weir"]);
    expect(isHeldOut).toBe(false);
    expect(readNovel(makeCorpus(parent, {}, 'Persuasion'), 'Persuasion').isHeldOut).toBe(true);
  });

  it('resolves speakers that are given by an alias', () => {
    const rows = madeNovel()['quotation_info.csv']?.replaceAll('"Pell"', '"old pell "') ?? '';
    const { quotations } = readNovel(makeCorpus(parent, { 'quotation_info.csv': rows }), 'TheWeir');
    expect(quotations.filter(({ speaker }) => speaker === 'Pell')).toHaveLength(4);
  });

  it('names the folder that is no corpus, and where to get one', () => {
    const folder = mkdtempSync(join(parent, 'empty-'));
    expect(() => novelNames(folder)).toThrow(`${join(folder, 'data')} can't be read. Pass the folder of the corpus`);
    expect(() => novelNames(folder)).toThrow('git clone https://');
  });

  const quotationsWith = (from: string | RegExp, to: string): Record<string, string> => ({
    'quotation_info.csv': madeNovel()['quotation_info.csv']?.replace(from, to) ?? '',
  });
  it.each<[string, Record<string, string | null>, string]>([
    ['a missing file', { 'character_info.csv': null }, "character_info.csv can't be read. Restore it"],
    ['a missing column', quotationsWith('quoteByteSpans', 'spans'), 'has no column quoteByteSpans'],
    ['an empty table', { 'character_info.csv': 'Main Name,Aliases\n' }, 'has no rows'],
    ['a quotation mark that is not closed', quotationsWith(/"\n$/, '\n'), 'quotation_info.csv, row 20: Quoted field'],
    ['a broken span', quotationsWith(/\[\[\d+, /, '[[-1, '), 'quotation 1: quoteByteSpans has to be a list'],
    ['an empty span', quotationsWith(/"\[\[.*?\]\]"/, '""'), 'but is empty'],
    ['other words in the text', quotationsWith('Deep', 'Weir'), 'quotation 3: novel_text.txt has other words at [['],
    [
      'other line endings',
      { 'novel_text.txt': madeNovel()['novel_text.txt']?.replaceAll('\n', '\r\n') ?? '' },
      'Its line endings may have been changed',
    ],
  ])('reports %s', (_, changed, message) => {
    const read = () => readNovel(makeCorpus(parent, changed), 'TheWeir');
    expect(read).toThrow(CorpusError);
    expect(read).toThrow(message);
  });
});

describe('evaluation', () => {
  const novel = readNovel(makeCorpus(parent), 'TheWeir');
  const paragraphs = paragraphsOf(novel);
  const attributions = attributeQuotations(paragraphs);
  const places = alignQuotations(novel, paragraphs, attributions);

  it('finds each annotated quotation in the imported text', () => {
    const found = places.map((place) => {
      const quotation = place && attributions[place.paragraph]?.[place.quotation];
      return quotation && paragraphs[place.paragraph]?.slice(quotation.start, quotation.end);
    });
    expect(found.slice(0, 4)).toEqual(['"Good morning,"', '"Is it deep?"', '"Deep enough,"', '"Can you swim?"']);
    expect(found).toContain('"Then who opens the gate in a flood?"');
    expect(found).not.toContain(null);
  });

  it('leaves out quotations of which most was found nowhere', () => {
    const none = attributions.map((all) => all.map((one) => ({ ...one, end: one.start + 3 })));
    expect(alignQuotations(novel, paragraphs, none)[0]).toBeNull();
  });

  it('counts a role as the character who says most of it, or whose name it has', () => {
    const say = (speaker: string | null, confidence = 0.9) =>
      attributions.map((all) => all.map((one) => ({ ...one, speaker, confidence })));
    // Ruth says 9 of 20.
    expect(computeScore(evaluateNovel(novel, say('Somebody'), places))).toEqual({
      quotations: 20,
      claimed: 20,
      right: 9,
    });
    expect(computeScore(evaluateNovel(novel, say('Old Pell'), places))).toEqual({
      quotations: 20,
      claimed: 20,
      right: 13,
    });
    expect(computeScore(evaluateNovel(novel, say(null), places))).toMatchObject({ right: 9 });
    expect(computeScore(evaluateNovel(novel, say('Somebody', 0.5), places))).toMatchObject({ claimed: 0, right: 0 });
  });

  it('measures the surest share', () => {
    const judged = [0.9, 0.5, 0.7, 0.2].map((confidence) => ({ confidence, isRight: confidence > 0.6 }));
    expect(precisionAt(judged, 0.5)).toBe(1);
    expect(precisionAt(judged, 1)).toBe(0.5);
  });
});
