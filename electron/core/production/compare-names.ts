// Finds names that sound different in some takes of a voice.
import { AudioFormatError } from '@lectern/audio';
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { NameComparison } from '../../../shared/model/name-sounds.ts';
import { MIN_NAME_OCCURRENCES, type WordTime } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { trimTo } from '../../../shared/rules/characters.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import type { NamedSounds, SoundWorkers } from '../audio/proof-workers.ts';
import { hardWordsOf } from '../project/cast/hard-words.ts';
import type { Project } from '../project/project.ts';
import { describeNames, type FoundName, putOddNames } from '../project/proof/odd-names.ts';
import type { TakeToProof } from '../project/proof/proof-store.ts';
import { openTake, proofOrder } from './proof-take.ts';

interface NameComparing {
  readonly project: Project;
  readonly workers: SoundWorkers;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

interface SpokenName {
  readonly take: TakeToProof;
  /** Index in the take's words. */
  readonly word: number;
  readonly time: WordTime;
}

interface NamesOfVoice {
  readonly id: string;
  readonly model: Uint8Array | null;
  /** By the word as it is written. */
  readonly names: Map<string, SpokenName[]>;
  readonly ordinary: Map<string, SpokenName[]>;
}

/** Shorter words often lose their sounds. */
const MIN_ORDINARY_LETTERS = 5;
/** Limits for ordinary words, of which only the variation is needed. */
const MAX_ORDINARY = { words: 60, occurrences: 6 } as const;
const MIN_NAME_LETTERS = 3;

/**
 * Compares each name in the takes that lines export with the same voice's other takes of it, and stores the result. Decodes
 * all takes with such names, so it takes about 1/60 of their duration.
 * @throws ProjectError; WorkerLostError; the signal's reason when aborted, and nothing is stored then
 */
export async function compareNames({ project, workers, signal, onProgress }: NameComparing): Promise<NameComparison> {
  const { voices, linesWithoutTimes } = collectNames(project);
  const takes = new Set(voices.flatMap((voice) => spokenIn(voice).map(({ take }) => take.takeId)));
  const found: FoundName[] = [];
  const voicesNotCompared: string[] = [];
  let [done, unreadable] = [0, 0];
  for (const voice of voices) {
    const sounds = new Map<SpokenName, Uint8Array>();
    for (const spoken of Map.groupBy(spokenIn(voice), ({ take }) => take.takeId).values()) {
      signal.throwIfAborted();
      const heard = await soundsOfTake({ project, workers }, spoken, voice.model);
      if (!heard) unreadable += 1;
      for (const [index, sound] of heard?.entries() ?? []) sounds.set(at(spoken, index), sound);
      done += 1;
      onProgress?.(done, takes.size);
    }
    const odd = await oddNamesOf(voice, sounds, workers);
    if (odd) for (const one of odd) found.push(one);
    else voicesNotCompared.push(voice.id);
  }
  signal.throwIfAborted();
  if (project.takes.mayWrite) putOddNames(project.db, found);
  const compared = voices.filter(({ id }) => !voicesNotCompared.includes(id));
  return {
    names: new Set(compared.flatMap(({ names }) => [...names.keys()])).size,
    occurrences: compared.reduce((sum, { names }) => sum + [...names.values()].flat().length, 0),
    linesWithoutTimes,
    voicesNotCompared,
    unreadable,
    odd: describeNames(project, found),
  };
}

const spokenIn = ({ names, ordinary }: NamesOfVoice): SpokenName[] => [...names.values(), ...ordinary.values()].flat();

/** Returns null if the take can't be read. */
async function soundsOfTake(
  { project, workers }: Pick<NameComparing, 'project' | 'workers'>,
  spoken: readonly SpokenName[],
  model: Uint8Array | null,
): Promise<readonly Uint8Array[] | null> {
  const take = spoken[0]?.take;
  const file = take && (await openTake(project, take));
  if (!file) return null;
  try {
    const spans = spoken.map(({ time }) => time);
    return await workers.wordSounds({ fd: file.fd }, { ...proofOrder(take), model, spans });
  } catch (error) {
    if (error instanceof AudioFormatError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns null if the voice repeats too few ordinary words. */
async function oddNamesOf(
  { names, ordinary }: NamesOfVoice,
  sounds: ReadonlyMap<SpokenName, Uint8Array>,
  workers: SoundWorkers,
): Promise<FoundName[] | null> {
  const groups = [
    ...Array.from(names, ([name, spoken]) => ({ name, spoken, isName: true })),
    ...Array.from(ordinary, ([name, spoken]) => ({ name, spoken, isName: false })),
  ].map((group) => ({ ...group, spoken: group.spoken.filter((one) => sounds.has(one)) }));
  const words = groups.map(
    ({ spoken, isName }): NamedSounds => ({ isName, sounds: spoken.flatMap((one) => sounds.get(one) ?? []) }),
  );
  const odd = await workers.findOddSounds(words);
  if (!odd) return null;
  return odd.flatMap(({ word, sound, confidence }): FoundName[] => {
    const group = groups[word];
    const one = group?.spoken[sound];
    if (!group || !one) return [];
    const { startSeconds, endSeconds } = one.time;
    const place = { takeId: one.take.takeId, word: one.word, startSeconds, endSeconds };
    return [{ ...place, name: group.name, occurrences: group.spoken.length, confidence }];
  });
}

const IN_WORDS = /[\p{L}\p{N}]/u;
const POSSESSIVE = /['’]s$/u;
const HAS_CASE = /\p{Lu}/u;

function collectNames(project: Project): {
  readonly voices: readonly NamesOfVoice[];
  readonly linesWithoutTimes: number;
} {
  const known = knownNames(project);
  const takeIds = project.proofs.takesOfLines();
  const proofed = project.proofs.takes(project.lines.states().flatMap(({ id }) => takeIds.get(id) ?? []));
  const byVoice = new Map<string, NamesOfVoice>();
  let linesWithoutTimes = 0;
  for (const { takeId, text, words } of proofed) {
    const spoken = spokenWords(text).map((word) => trimTo(word.text, IN_WORDS).normalize('NFC'));
    const nameAt = spoken.map((word) => nameOf(word, known));
    if (nameAt.every((name) => name === null)) continue;
    const take = project.proofs.takeToProof(takeId);
    // In lines with two voices, nobody knows which of them speaks a word.
    if (!take?.voice) continue;
    if (words.length === 0) {
      linesWithoutTimes += 1;
      continue;
    }
    const key = JSON.stringify([take.voice.id, take.voice.language, take.voice.style]);
    const voice = byVoice.get(key) ?? {
      id: take.voice.id,
      model: project.proofs.voice(take.voice).model,
      names: new Map(),
      ordinary: new Map(),
    };
    byVoice.set(key, voice);
    for (const [word, written] of spoken.entries()) {
      const time = words[word];
      if (!time) continue;
      const name = nameAt[word];
      if (name != null) addTo(voice.names, name, { take, word, time });
      else if (written.length >= MIN_ORDINARY_LETTERS)
        addTo(voice.ordinary, written.toLowerCase(), { take, word, time });
    }
  }
  return { voices: [...byVoice.values()].flatMap(withRepeatedWords), linesWithoutTimes };
}

function addTo(words: Map<string, SpokenName[]>, word: string, spoken: SpokenName): void {
  const all = words.get(word);
  if (all) all.push(spoken);
  else words.set(word, [spoken]);
}

/** Returns no voice if it repeats no name often enough. */
function withRepeatedWords({ names, ordinary, ...voice }: NamesOfVoice): NamesOfVoice[] {
  const repeated = [...names].filter(([, spoken]) => spoken.length >= MIN_NAME_OCCURRENCES);
  if (repeated.length === 0) return [];
  const used = [...ordinary]
    .filter(([, spoken]) => spoken.length >= MIN_NAME_OCCURRENCES)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_ORDINARY.words)
    .map(([word, spoken]) => [word, spoken.slice(0, MAX_ORDINARY.occurrences)] as const);
  return [{ ...voice, names: new Map(repeated), ordinary: new Map(used) }];
}

/** Maps words as they are sent to the name that they stand for. */
type NameLookup = ReadonlyMap<string, string>;

/** Names and foreign words in the script, roles, and words of pronunciation rules, which are mostly names. */
function knownNames(project: Project): NameLookup {
  const known = new Map<string, string>();
  const add = (name: string): void => {
    if (name.length >= MIN_NAME_LETTERS && !/\s/.test(name)) known.set(name.normalize('NFC'), name);
  };
  for (const { kind, word } of hardWordsOf(project)) if (kind === 'name' || kind === 'foreign') add(word);
  for (const { name } of project.cast.roles()) {
    if (name === NARRATOR || !HAS_CASE.test(name)) continue;
    for (const part of name.split(/[^\p{L}\p{M}]+/u)) add(part.charAt(0) + part.slice(1).toLowerCase());
  }
  // Lines that were rendered before a rule was added are compared with those after it.
  for (const { from, to } of project.cast.rules()) {
    add(from);
    if (to.length >= MIN_NAME_LETTERS && !/\s/.test(to) && !/\s/.test(from)) known.set(to.normalize('NFC'), from);
  }
  return known;
}

/** A possessive sounds different, so it is a name of its own. */
function nameOf(word: string, known: NameLookup): string | null {
  const bare = word.replace(POSSESSIVE, '');
  const name = known.get(bare);
  return name === undefined ? null : bare === word ? name : `${name}’s`;
}
