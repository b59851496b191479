// A small made-up corpus in the format of PDNC.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hard-wrapped text with headings and emphasis. Each quotation is followed by its speaker in braces, which are removed. */
const MARKED_TEXT = `THE WEIR

CHAPTER I

Ruth Marlow walked down to the weir, where Mr. Dunn was mending a
gate.

"Good morning," said Ruth.{Ruth Marlow} "Is it deep?"{Ruth Marlow}

"Deep enough," said Mr. Dunn.{Mr. Dunn}

"Can _you_ swim?"{Ruth Marlow}

"I never learned," he answered.{Mr. Dunn} "My brother could."{Mr. Dunn}

"Then who opens the gate
in a flood?" asked Ruth.{Ruth Marlow}

"I do."{Mr. Dunn}

CHAPTER II

Old Pell came over the bridge with a basket. Ruth Marlow waved to him.

"You are early, Pell," said Ruth.{Ruth Marlow}

"The eggs would not wait," said Pell.{Pell}

"How many are there?"{Ruth Marlow}

"Two dozen, Miss Marlow."{Pell}

"I will take six," said Ruth.{Ruth Marlow}

Pell put down the basket. "Brown or white?"{Pell}

"Brown," she said.{Ruth Marlow}

"Three of each is luckier," said Pell.{Pell}

"They can't count," shouted the boys on the bridge.{_group}

Ruth went on to the ferry.

"The river is too high," said the ferryman.{The Ferryman}

"Tomorrow, then," said Ruth.{Ruth Marlow}

"Tomorrow," said the ferryman.{The Ferryman}
`;

const QUOTATION = /"([^"]+)"([^"{]*)\{([^}]+)\}/g;

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The files of the novel, by name. */
export function madeNovel(): Record<string, string> {
  const rows = ['"quoteID","quoteText","quoteByteSpans","speaker"'];
  let removed = 0;
  for (const { 0: all, 1: words = '', 2: between = '', 3: speaker = '', index } of MARKED_TEXT.matchAll(QUOTATION)) {
    const start = index + 1 - removed;
    rows.push([`Q${rows.length}`, words, `[[${start}, ${start + words.length}]]`, speaker].map(cell).join(','));
    removed += all.length - `"${words}"${between}`.length;
  }
  return {
    'novel_text.txt': MARKED_TEXT.replaceAll(/\{[^}]+\}/g, ''),
    'quotation_info.csv': `${rows.join('\n')}\n`,
    'character_info.csv': [
      'Character ID,Main Name,Aliases,Gender,Category',
      `0,Ruth Marlow,"{'Ruth', 'Miss Marlow', 'Ruth Marlow'}",F,major`,
      `1,Mr. Dunn,"{'Mr. Dunn', ""Dunn o' the Weir""}",M,major`,
      `2,Pell,"{'Pell', 'Old Pell'}",M,minor`,
      `3,_group,['_group'],X,minor`,
      `4,The Ferryman,{'The Ferryman'},M,minor\n`,
    ].join('\n'),
  };
}

/**
 * Writes a corpus of one novel to a new folder.
 * @param parent where the folder is made
 * @param changed replaces files of the novel; null leaves one out
 */
export function makeCorpus(
  parent: string,
  changed: Readonly<Record<string, string | null>> = {},
  name = 'TheWeir',
): string {
  const folder = mkdtempSync(join(parent, 'corpus-'));
  const novel = join(folder, 'data', name);
  mkdirSync(novel, { recursive: true });
  for (const [file, text] of Object.entries({ ...madeNovel(), ...changed })) {
    if (text !== null) writeFileSync(join(novel, file), text);
  }
  return folder;
}
