// Measures speaker attribution against hand-labelled quotations. The labelling rules are in the same folder.
import { readFileSync } from 'node:fs';
import { proseToScript } from '../../packages/manuscript/sections/prose-text.ts';
import { type Attribution, attributeQuotations, CLAIMED_FROM } from '../../packages/manuscript/speakers/attribute.ts';
import { scriptPassages } from '../../packages/manuscript/speakers/attributed-script.ts';

const FOLDER = new URL('../fixtures/attribution/', import.meta.url);

export interface MarkedQuotation {
  /** The speaker's name; `several` for several speakers; `-` if the text doesn't say who speaks. */
  readonly speaker: string;
  /** The quotation's first words, including any quotation marks. */
  readonly opening: string;
}

export interface AttributionResult extends MarkedQuotation {
  readonly said: Attribution | null;
  readonly isClaimed: boolean;
  readonly isRight: boolean;
}

export const markedText = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

/** Attributes a text's quotations to speakers, and compares the result with the labels. */
export function attributeMarked(text: string, labels: string): AttributionResult[] {
  const rows = markedText(labels).trimEnd().split('\n');
  const names = new Map<string, string>();
  for (const row of rows.filter((one) => one.startsWith('= '))) {
    const [first = '', ...others] = row.slice(2).split(' = ');
    for (const other of others) names.set(other.toLowerCase(), first.toLowerCase());
  }
  const nameOf = (name: string) => names.get(name.toLowerCase()) ?? name.toLowerCase();
  const passages = scriptPassages(proseToScript(text).text);
  const found = attributeQuotations(passages).flatMap((all, at) =>
    all.map((said) => ({ said, words: (passages[at] ?? '').slice(said.start, said.end) })),
  );
  let place = 0;
  return rows
    .filter((row) => !row.startsWith('= '))
    .map((row) => {
      const [speaker = '', opening = ''] = row.split('\t');
      const at = found.findIndex(({ words }, index) => index >= place && words.startsWith(opening));
      if (at === -1) return { speaker, opening, said: null, isClaimed: false, isRight: false };
      place = at + 1;
      const said = found[at]?.said ?? null;
      const isClaimed = said !== null && said.speaker !== null && said.confidence >= CLAIMED_FROM;
      return { speaker, opening, said, isClaimed, isRight: nameOf(said?.speaker ?? '-') === nameOf(speaker) };
    });
}
