// Listens to takes with the installed recognisers. Whatever goes wrong with a recogniser, takes can still be compared
// with their words by alignment.
import { LANGUAGE_TAGS } from '@lectern/tts-protocol';
import type { NotHeard, RecogniserProblem, TakeRecogniser } from '../../../shared/model/proofed-take.ts';
import { languageNamed } from '../rules/language-named.ts';
import type { WordComparison } from '../rules/proof/compare-words.ts';
import { listenToTake, type TakeToHear } from './listen-to-take.ts';
import { createRecogniser, type InstalledRecogniser, recogniserFor, recogniserHash } from './pack-recogniser.ts';
import { type Recogniser, RecogniserError } from './recogniser.ts';

interface TakeListenerParts {
  /** Lists the installed recognisers. */
  readonly installed: () => readonly InstalledRecogniser[];
  readonly create?: (installed: InstalledRecogniser) => Recogniser;
  /** A recogniser can't be used. Called once for each recogniser and kind of problem. */
  readonly onProblem: (problem: RecogniserProblem) => void;
  /** Records a defect and returns its id. */
  readonly onDefect: (error: unknown) => string;
}

/** What a recogniser heard. If it couldn't listen, `heard` is null and `notHeard` says why. */
export interface HeardTake {
  readonly recogniser: TakeRecogniser;
  readonly heard: WordComparison | null;
  readonly notHeard: NotHeard | null;
}

interface ChosenRecogniser {
  readonly installed: InstalledRecogniser;
  readonly identity: TakeRecogniser;
}

/** A model takes up to several gigabytes, so its process ends when no take has arrived for a while. */
const IDLE_MS = 60_000;
/** A single take may make a model crash. After this many failures in a row, the recogniser isn't used any more. */
const MAX_FAILURES = 2;
/** Other problems affect every take. Waiting for a process that is stuck takes minutes. */
const MAY_AFFECT_ONE_TAKE: readonly RecogniserProblem['kind'][] = ['crashed', 'failed'];

export class TakeListener {
  readonly #parts: TakeListenerParts;
  /** By language; null if no recogniser recognises it. */
  readonly #chosen = new Map<string, ChosenRecogniser | null>();
  readonly #running = new Map<string, RunningRecogniser>();
  #installed: readonly InstalledRecogniser[] | null = null;

  constructor(parts: TakeListenerParts) {
    this.#parts = parts;
  }

  /**
   * Returns the recogniser that listens to takes in a language, or null if there is none.
   * @param language a name in `LANGUAGES`, or a BCP 47 tag; null if unknown
   */
  recogniserOf(language: string | null): TakeRecogniser | null {
    return this.#choose(language)?.identity ?? null;
  }

  /**
   * Listens to a take, after those that were passed earlier. Returns null if there is no recogniser for its language.
   * @throws the signal's reason
   */
  async listen(
    language: string | null,
    take: Omit<TakeToHear, 'languageCode'>,
    signal: AbortSignal,
  ): Promise<HeardTake | null> {
    const chosen = this.#choose(language);
    if (!chosen || language === null) return null;
    const { hash } = chosen.identity;
    const running = this.#running.get(hash) ?? new RunningRecogniser(chosen, this.#parts);
    this.#running.set(hash, running);
    return running.listen({ ...take, languageCode: languageTag(language) }, signal);
  }

  /** Call after packs have been installed or removed. Recognisers that failed are tried again. */
  refresh(): void {
    this.close();
    this.#installed = null;
    this.#chosen.clear();
  }

  /** Ends the recognisers' processes. Takes that they are listening to aren't heard. */
  close(): void {
    for (const running of this.#running.values()) running.close();
    this.#running.clear();
  }

  #choose(language: string | null): ChosenRecogniser | null {
    if (language === null) return null;
    const known = this.#chosen.get(language);
    if (known !== undefined) return known;
    const installed = recogniserFor(languageTag(language), this.#list());
    const { id, name } = installed?.pack ?? { id: '', name: '' };
    const chosen = installed && { installed, identity: { id, name, hash: recogniserHash(installed.pack) } };
    this.#chosen.set(language, chosen);
    return chosen;
  }

  #list(): readonly InstalledRecogniser[] {
    if (this.#installed) return this.#installed;
    try {
      this.#installed = this.#parts.installed();
    } catch (error) {
      this.#parts.onDefect(error);
      this.#installed = [];
    }
    return this.#installed;
  }
}

/** Returns a BCP 47 tag. @param language a name in `LANGUAGES`, or a tag, which is kept */
function languageTag(language: string): string {
  const named = languageNamed(language);
  return named === language ? LANGUAGE_TAGS[named] : language;
}

class RunningRecogniser {
  readonly #identity: TakeRecogniser;
  readonly #recogniser: Recogniser;
  readonly #parts: TakeListenerParts;
  readonly #reported = new Set<RecogniserProblem['kind']>();
  #failures = 0;
  /** Why the recogniser isn't used any more. */
  #unusable: RecogniserProblem | null = null;
  #listening = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ installed, identity }: ChosenRecogniser, parts: TakeListenerParts) {
    this.#identity = identity;
    this.#recogniser = (parts.create ?? createRecogniser)(installed);
    this.#parts = parts;
  }

  async listen(take: TakeToHear, signal: AbortSignal): Promise<HeardTake | null> {
    if (this.#unusable) return this.#notHeard(this.#unusable);
    this.#listening += 1;
    clearTimeout(this.#idle);
    try {
      const heard = await listenToTake(this.#recogniser, take, signal);
      this.#failures = 0;
      const words = heard.notCompared.reduce((sum, { fromWord, toWord }) => sum + Math.max(1, toWord - fromWord), 0);
      const notHeard = words === 0 ? null : ({ kind: 'words', pack: this.#identity.name, words } as const);
      return { recogniser: this.#identity, heard, notHeard };
    } catch (error) {
      signal.throwIfAborted();
      // The pack has been removed or replaced.
      if (this.#isClosed) return null;
      return this.#notHeard(this.#failed(error));
    } finally {
      this.#listening -= 1;
      if (this.#listening === 0) this.#idle = setTimeout(() => this.#recogniser.close(), IDLE_MS).unref();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#recogniser.close();
  }

  #notHeard(problem: RecogniserProblem): HeardTake {
    return { recogniser: this.#identity, heard: null, notHeard: problem };
  }

  #failed(error: unknown): RecogniserProblem {
    // Takes that arrived earlier fail, too, when a process ends.
    if (this.#unusable) return this.#unusable;
    const isKnown = error instanceof RecogniserError;
    if (!isKnown) this.#parts.onDefect(error);
    const problem = isKnown ? error.problem : ({ kind: 'failed', pack: this.#identity.name } as const);
    this.#failures += 1;
    if (!MAY_AFFECT_ONE_TAKE.includes(problem.kind) || this.#failures >= MAX_FAILURES) {
      this.#unusable = problem;
      this.#recogniser.close();
    }
    if (!this.#reported.has(problem.kind)) this.#parts.onProblem(problem);
    this.#reported.add(problem.kind);
    return problem;
  }
}
