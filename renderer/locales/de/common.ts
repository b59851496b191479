import type { Translation } from '../../../shared/words/words.ts';
import type { common as english } from '../en/common.ts';

export const common: Translation<typeof english> = {
  state: {
    hint: '{label}: {meaning}',
    fresh: { label: 'aktuell', meaning: 'So vertont, wie sie jetzt dasteht.' },
    kept: { label: 'beibehalten', meaning: 'Ein älterer Take wurde für sie beibehalten.' },
    stale: {
      label: 'veraltet',
      meaning: 'Ihr Audio entstand mit einem älteren Text, einer anderen Stimme oder Regel.',
    },
    'in-flight': { label: 'unterwegs', meaning: 'Sie ist beim Dienst.' },
    'in-doubt': {
      label: 'ungeklärt',
      meaning: 'Sie wurde gesendet, und es kam keine Antwort: Sie entscheiden, was geschieht.',
    },
    lost: {
      label: 'verloren',
      meaning: 'Der Dienst hat sie angenommen und hat sie nicht mehr: Sie entscheiden, ob sie erneut gesendet wird.',
    },
    failed: { label: 'fehlgeschlagen', meaning: 'Der Dienst konnte sie nicht vertonen.' },
    'missing-audio': {
      label: 'Audio fehlt',
      meaning: 'Sie wurde vertont, aber ihre Audiodatei fehlt oder ist beschädigt.',
    },
    'too-long': { label: 'zu lang', meaning: 'Sie passt nicht in einen Auftrag: Teilen Sie sie.' },
    blocked: { label: 'nicht vertonbar', meaning: 'So, wie sie dasteht, kann sie nicht vertont werden.' },
    unrendered: { label: 'nicht vertont', meaning: 'Für sie gibt es noch keinen brauchbaren Take.' },
  },
  staleLines: 'Das Audio einer veralteten Zeile entstand mit einem älteren Text, einer anderen Stimme oder Regel.',
  progress: {
    fresh: 'aktuell',
    stale: 'veraltet',
    inFlight: 'unterwegs',
    inDoubt: 'ungeklärt',
    lost: 'verloren',
    failed: 'fehlgeschlagen',
    missingAudio: 'Audio fehlt',
    blocked: 'nicht vertonbar',
  },
  readOnly: {
    'in-use': {
      short: 'Ein anderes Lectern schreibt in dieses Projekt: Hier kann es nur gelesen werden.',
      long: 'Ein anderes Lectern oder ein Befehl in einem Terminal schreibt in dieses Projekt. Hier können Sie anhören, prüfen und exportieren. Um es zu ändern, schließen Sie es dort und öffnen Sie es erneut, oder arbeiten Sie mit einer Kopie weiter.',
    },
    'read-only': {
      short: 'Laufwerk oder Datei dieses Projekts ist schreibgeschützt: Es kann nur gelesen werden.',
      long: 'Dieses Projekt liegt auf einem Laufwerk oder in einer Datei mit Schreibschutz. Hier können Sie anhören, prüfen und exportieren. Um es zu ändern, heben Sie den Schreibschutz auf und öffnen Sie es erneut, oder arbeiten Sie mit einer Kopie weiter.',
    },
    'no-permission': {
      short: 'Im Ordner dieses Projekts dürfen Sie nicht schreiben: Es kann nur gelesen werden.',
      long: 'Sie haben keine Schreibrechte im Ordner dieses Projekts. Hier können Sie anhören, prüfen und exportieren. Um es zu ändern, passen Sie die Rechte an und öffnen Sie es erneut, oder arbeiten Sie mit einer Kopie weiter.',
    },
    'log-missing': {
      short:
        'Die letzten Änderungen dieses Projekts fehlen: Es kann nur gelesen werden, bis Sie entscheiden, ohne sie weiterzuarbeiten.',
      long: 'Dieses Projekt wurde nicht ordnungsgemäß geschlossen, und in seinem Ordner fehlt die Datei project.db-wal mit den letzten Änderungen. Zeilen, die gesendet und bezahlt wurden, sind womöglich nicht verzeichnet und würden erneut gesendet und bezahlt. Hier können Sie anhören, prüfen und exportieren. Legen Sie die Datei wieder neben project.db und öffnen Sie das Projekt erneut. Ist dies eine Kopie, verwenden Sie das Original.',
    },
    'log-damaged': {
      short:
        'Die letzten Änderungen dieses Projekts sind beschädigt: Es kann nur gelesen werden, bis Sie entscheiden, ohne sie weiterzuarbeiten.',
      long: 'Dieses Projekt wurde nicht ordnungsgemäß geschlossen, und die Datei project.db-wal mit den letzten Änderungen ist beschädigt oder nicht die neueste. Zeilen, die gesendet und bezahlt wurden, sind womöglich nicht verzeichnet und würden erneut gesendet und bezahlt. Hier können Sie anhören, prüfen und exportieren. Stellen Sie project.db und project.db-wal so wieder her, wie sie waren, und öffnen Sie das Projekt erneut. Ist dies eine Kopie, verwenden Sie das Original.',
    },
  },
  webhook: {
    waiting: {
      label: 'noch nicht aufgerufen',
      sentence: '{host} wurde nach Angabe des Dienstes noch nicht aufgerufen.',
    },
    answered: {
      label: 'Antwort: {status}',
      sentence: '{host} wurde{when, select, known { am {moment}} other {}} aufgerufen und antwortete mit {status}.',
    },
    failed: {
      label: 'fehlgeschlagen: {status}',
      sentence:
        '{host} wurde{when, select, known { am {moment}} other {}} aufgerufen und antwortete mit {status}: Der Aufruf wurde nicht angenommen. Die Ergebnisse sind trotzdem hier.',
    },
    called: {
      label: 'aufgerufen',
      sentence:
        '{host} wurde{when, select, known { am {moment}} other {}} aufgerufen. Die Antwort teilt der Dienst nicht mit.',
    },
    unknown: {
      label: 'nichts bekannt',
      sentence: 'Der Dienst hat nicht mitgeteilt, dass er {host} aufgerufen hat. Die Ergebnisse sind trotzdem hier.',
    },
  },
  plan: { hacker: 'Hacker', startup: 'Startup', growth: 'Growth', enterprise: 'Enterprise' },
  keyStorage: {
    keychain: 'Im Schlüsselbund dieses Computers',
    file: 'In einer Datei, die nur Sie lesen dürfen',
    ask: 'Nicht speichern, jedes Mal fragen',
  },
  extraTakes: '{rendered, number} von {takes, plural, one {# weiteren Take} other {# weiteren Takes}}',
  keys: {
    review: {
      play: 'abspielen',
      steps: 'nächste, vorherige',
      approve: 'freigeben',
      reject: 'ablehnen',
      rejectAndRender: 'ablehnen und neu vertonen',
      another: 'weiterer Take',
      compare: 'vergleichen',
      pick: 'verwenden',
      note: 'Notiz',
      trim: 'trimmen',
      gain: 'Verstärkung',
    },
    player: {
      play: 'abspielen oder Pause',
      back: 'drei Sekunden zurück',
      pause: 'Pause, normales Tempo',
      faster: 'abspielen, nochmals: schneller',
    },
  },
};
