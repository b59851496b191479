import { expect, it } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import type { Failure } from '../model/problems/line-failure.ts';
import type { RunStop } from '../model/problems/run-stop.ts';
import { problems } from './en/problems.ts';
import { runs } from './en/runs.ts';
import { problemWords } from './problem-words.ts';
import { runWords } from './run-words.ts';
import { openBook } from './words.ts';

const failure = {
  kind: 'connection',
  phase: 'not-sent',
  failure: 'refused-connection',
  origin: 'https://speech.example',
  code: null,
} as const;
const refusal = (kind: 'unauthorized' | 'invalid-parameters' | 'too-large', message: string | null) =>
  ({ kind, status: 400, message, errorId: null }) as const;

function wordsIn(language: 'en' | 'de') {
  const book = openBook({ problems, runs });
  book.speak(language, language === 'de' ? german.shared : {});
  const { service } = problemWords(book.words('problems'), book.locale);
  return runWords(book.words('runs'), { problems: { project: ({ kind }) => kind, service }, locale: book.locale });
}

const STOPS: readonly RunStop[] = [
  { kind: 'capped', by: 'money' },
  { kind: 'disk-short', folder: '/books', freeBytes: 2_000_000, neededBytes: 4_000_000 },
  { kind: 'project', problem: { kind: 'disk-full', path: '/books' } },
  { kind: 'refuses-all', failure: refusal('unauthorized', 'No such key') },
  { kind: 'refuses-webhook', failure: refusal('invalid-parameters', null) },
  { kind: 'refuses-lines', lines: 50, failure: refusal('too-large', null) },
  { kind: 'unreachable', minutes: 5, failure },
  { kind: 'doubts', batches: 10, failure },
  { kind: 'useless-replies', missing: 'jobs' },
  { kind: 'defect', id: 'a1' },
];

it('says in the language of the window why a run stopped, with nothing but the service’s own words in another', () => {
  expect(STOPS.map(wordsIn('de').stop)).toEqual([
    'Die Kostenobergrenze des Projekts würde überschritten.',
    'Auf dem Datenträger mit /books sind noch 2 MB frei, und der nächste Stapel braucht bis zu 4 MB. Bitte Platz schaffen und dann fortsetzen.',
    'disk-full',
    'Der Dienst hat den API-Schlüssel oder die Benutzer-ID abgelehnt: No such key. Prüfen Sie beide.',
    'Der Dienst nimmt die Webhook-Adresse nicht an: Der Dienst hat die Anfrage als ungültig abgelehnt. Bitte in den Einstellungen der Verbindung ändern oder ohne Webhook fortfahren.',
    'Der Dienst hat 50 Zeilen abgelehnt und keine angenommen. Seine letzte Antwort: Der Dienst hat die Anfrage als zu groß abgelehnt. Senden Sie weniger oder kürzere Zeilen auf einmal.',
    'Keine Antwort von https://speech.example: Dort nimmt nichts Verbindungen an. Prüfen Sie die Adresse und ob der Dienst läuft. Der Dienst war 5 Minuten lang nicht erreichbar.',
    '10 Stapel in Folge blieben ohne eindeutige Antwort. Zuletzt: Keine Antwort von https://speech.example: Dort nimmt nichts Verbindungen an. Prüfen Sie die Adresse und ob der Dienst läuft.',
    'Die Antworten des Dienstes zu einem Stapel enthalten keine Liste der Aufträge.',
    'In Lectern ist ein Fehler aufgetreten (a1 im Protokoll). Alles Gespeicherte bleibt erhalten.',
  ]);
});

it.each<readonly [Failure, string]>([
  [{ kind: 'failed-by-service', message: null }, 'The service gave no reason.'],
  [
    { kind: 'never-fits', characters: 1_200, limitCharacters: 1_000 },
    'It has 1,200 characters, but the limit is 1,000 per minute.',
  ],
  [{ kind: 'not-sent', stop: null }, 'The run stopped before this line was sent.'],
  [
    { kind: 'not-sent', stop: { kind: 'useless-replies', missing: 'job-names' } },
    'The service’s replies don’t say which line each job is for.',
  ],
  [{ kind: 'over-cap', by: 'run' }, 'Sending more would exceed this run’s character cap.'],
  [{ kind: 'over-cap', by: null }, 'Not sent, because it would have exceeded a spending cap.'],
  [{ kind: 'not-stored', problem: { kind: 'disk-full', path: '/books' } }, 'disk-full'],
  [
    { kind: 'unfinished', why: 'stalled', minutes: 30 },
    'The service has made no progress on this line for 30 minutes.',
  ],
])('says why a line has no take: %o', (given, said) => {
  expect(wordsIn('en').failure(given)).toBe(said);
});
