import { describe, expect, it } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import japanese from '../../locales/ja.json' with { type: 'json' };
import { lossCauseSchema } from '../model/problems/loss.ts';
import {
  dataProblemSchema,
  folderProblemSchema,
  localServiceProblemSchema,
} from '../model/problems/machine-problem.ts';
import { damageSchema, projectProblemSchema } from '../model/problems/project-problem.ts';
import { type ServiceProblem, serviceProblemSchema } from '../model/problems/service-problem.ts';
import { problems as english } from './en/problems.ts';
import { formatSize, problemWords } from './problem-words.ts';
import { englishIn } from './testing/english-in.ts';
import { samplesOf } from './testing/samples-of.ts';
import { openBook } from './words.ts';

const CATALOGUES = { en: english, de: german.shared.problems, ja: japanese.shared.problems };
type Language = keyof typeof CATALOGUES;

const wordsIn = (language: Language) => {
  const book = openBook({ problems: english });
  book.speak(language, { problems: CATALOGUES[language] });
  return problemWords(book.words('problems'), book.locale);
};

const everyText = (language: Language): string[] => {
  const words = wordsIn(language);
  return [
    ...samplesOf(serviceProblemSchema).map(words.service),
    ...samplesOf(serviceProblemSchema).map(words.serviceCause),
    ...samplesOf(projectProblemSchema).map(words.project),
    ...samplesOf(damageSchema).map(words.damage),
    ...samplesOf(folderProblemSchema).flatMap((problem) =>
      [problem.path, `${problem.path}/中`].map((folder) => words.folder(problem, folder)),
    ),
    ...samplesOf(dataProblemSchema).map(words.data),
    ...samplesOf(localServiceProblemSchema).map(words.localService),
    ...samplesOf(lossCauseSchema).map(words.loss),
  ];
};

describe('every problem', () => {
  it.each(Object.keys(CATALOGUES) as Language[])('has words in %s', (language) => {
    const texts = everyText(language);
    expect(texts.length).toBeGreaterThan(200);
    for (const text of texts) {
      expect(text).toMatch(/\p{L}{2}/u);
      expect(text).not.toMatch(/undefined|null|\[object|[{}]|^[\w-]+\.[\w.-]+$|\.\.$|。。|。\./);
    }
  });

  it('has no English in Japanese', () => {
    expect(everyText('ja').filter((text) => englishIn(text).length > 0)).toEqual([]);
  });

  it('has German words of its own', () => {
    const own = new Set(everyText('de'));
    // The database's own message, and an error code.
    expect(everyText('en').filter((text) => own.has(text))).toEqual([expect.stringMatching(/^ただいま/)]);
  });
});

const { service: say } = wordsIn('en');
const connection = { kind: 'connection', phase: 'sent', origin: 'https://tts.example', code: null } as const;
const answered = { status: 400, message: null } as const;

describe('a problem with the service', () => {
  it.each<readonly [ServiceProblem, string]>([
    [
      { kind: 'invalid-parameters', ...answered, message: 'text is missing.', errorId: null },
      'The service rejected the request: text is missing.',
    ],
    [{ kind: 'unauthorized', ...answered, errorId: null }, 'The service rejected the API key or user ID. Check both.'],
    [
      { kind: 'server-error', status: 502, message: null, isPage: true },
      'The service had an error (502): it sent a web page. Try again later.',
    ],
    [
      { ...connection, failure: 'refused-connection', code: 'ECONNREFUSED' },
      'No response from https://tts.example: no server is running there (ECONNREFUSED). Check the address and that the service is running.',
    ],
    [
      { kind: 'incomplete-download', receivedBytes: 5, expectedBytes: 2_048 },
      'The audio file is incomplete: 5 bytes of 2 kB arrived. Try again.',
    ],
    [
      { kind: 'oversized-download', limitBytes: 6_000_000, bound: { seconds: 32 } },
      'The audio is too long for its text (more than 32 seconds, or 5.7 MB). It was not kept. Try again later, or ask the service’s operator.',
    ],
    [
      { kind: 'oversized-reply', status: 200, limit: { unit: 'values', most: 50_000 } },
      'The service’s response (200) was too large to read (more than 50,000 values). Check the service’s address, or ask its operator.',
    ],
  ])('says what happened and what to do: %o', (problem, text) => {
    expect(say(problem)).toBe(text);
  });

  it('in doubt says what happened, and never advises to try again', () => {
    for (const why of samplesOf(serviceProblemSchema)) {
      if (why.kind === 'in-doubt') continue;
      const text = say({ kind: 'in-doubt', what: 'generation', why, self: null });
      expect(text).toMatch(
        /^It’s unclear whether the service created the audio\. If you request it again, you may be charged twice/,
      );
      expect(text).not.toMatch(/try again|Check|Set the/i);
    }
    const why = { kind: 'server-error', status: 502, message: 'x; check: y' } as const;
    expect(say({ kind: 'in-doubt', what: 'clone', why, self: null })).toMatch(
      /The service had an error \(502\): x; check: y\.$/,
    );
  });
});

it.each([
  [0, '0 bytes'],
  [800, '800 bytes'],
  [1_024, '1 kB'],
  [1_536, '1.5 kB'],
  [67_108_864, '64 MB'],
  [1_610_612_736, '1.5 GB'],
])('the size of %i bytes is %s', (bytes, text) => {
  expect(formatSize(bytes, 'en-GB')).toBe(text);
});
