import type { Translation } from '../../../shared/words/words.ts';
import type { targets as english } from '../en/targets.ts';

export const targets: Translation<typeof english> = {
  label: 'Ziele',
  other: 'Andere Programme',
  lacking: '{count, plural, one {# Angabe fehlt} other {# Angaben fehlen}}',
  about: {
    other: 'Untertitel, Sitzungen und Listen für Programme, mit denen die Produktion weitergeht.',
  },
  begin: 'Exportieren',
  chooseFolder: 'Ordner auswählen …',
  untitled: 'Anfang',
  form: {
    label: 'Form',
    srt: { label: 'SRT', about: 'Untertitel, die fast jeder Player liest.' },
    vtt: { label: 'WebVTT', about: 'Untertitel mit den Namen der Rollen; Apple Podcasts nimmt sie an.' },
    'json-chapters': { label: 'JSON-Kapitel', about: 'Kapitel für Podcasts, nach Podcasting 2.0.' },
    labels: { label: 'Audacity-Textmarken', about: 'Eine Textmarke je Zeile.' },
    edl: { label: 'EDL', about: 'Eine Schnittliste (CMX 3600, 25 Bilder pro Sekunde), mit dem Audio.' },
    rpp: {
      label: 'Reaper',
      about: 'Eine Sitzung mit einer Spur je Rolle: jeder Take platziert, benannt und getrimmt, mit dem Audio.',
    },
    otio: {
      label: 'OpenTimelineIO',
      about: 'Dieselbe Sitzung als Timeline, die viele Schnittprogramme lesen, mit dem Audio.',
    },
    package: {
      label: 'Übergabepaket',
      about:
        'Alles davon mit Skript und Besetzung, dazu eine Liste aller Dateien mit Prüfsumme und Entstehung jedes Takes.',
    },
  },
  figure: {
    files: '{files, plural, one {Datei} other {Dateien}}',
    audio: 'Audio',
    chapters: '{chapters, plural, one {Kapitel} other {Kapitel}}',
    lines: '{lines, plural, one {Zeile} other {Zeilen}}',
    withoutTake: 'ohne Take',
    stale: 'veraltet, ausgelassen',
    staleExported: 'veraltet, exportiert',
  },
  hindrance: {
    noTakes: 'Keine dieser Zeilen hat einen Take zum Exportieren.',
    needs: 'In den Buchdaten fehlt, wonach die Dateien benannt werden: {field}.',
    folder: 'Der Ordner kann nicht verwendet werden.',
  },
  missing: {
    heading: 'Was fehlt',
    nothing: 'Es fehlt nichts.',
    withoutTake:
      '{without, plural, one {# von {lines, number} Zeilen hat keinen Take und wird ausgelassen.} other {# von {lines, number} Zeilen haben keinen Take und werden ausgelassen.}}',
    showLines: 'Anzeigen',
    stale:
      '{lines, plural, one {# Zeile ist veraltet und wird ausgelassen.} other {# Zeilen sind veraltet und werden ausgelassen.}}',
    notApproved:
      '{lines, plural, one {# Zeile ist nicht freigegeben und wird ausgelassen.} other {# Zeilen sind nicht freigegeben und werden ausgelassen.}}',
    details: 'Zu den Dateien verlangt: {what}.',
    fill: 'Buchdaten …',
  },
  book: { heading: 'Buch' },
  sound: {
    heading: 'Klang',
    highPass: 'Rumpeln entfernen',
    highPassHint: 'Ein Hochpass bei {hertz} Hz.',
    compression: 'Sanft komprimieren',
    compressionHint: 'Was lauter ist als {threshold, number} dB, wird im Verhältnis {ratio, number} zu 1 leiser.',
  },
  voices: {
    heading: 'Synthetische Stimmen',
    planned: 'Dieses Buch ist für {target} bestimmt',
    plannedHint: 'Die Produktion zeigt das dann, bevor ein Durchlauf etwas ausgibt.',
    changed: 'Ziele des Buchs geändert',
  },
  figures: {
    heading: 'Werte',
    copy: 'Werte kopieren',
    format: 'Format',
    loudness: '{measure, select, rms {Gemastert auf RMS} other {Gemastert auf}}',
    peak: 'True Peak höchstens',
    cover: 'Cover',
    coverRule:
      '{isSquare, select, yes {quadratisch, mindestens {pixels, number} Pixel Seitenlänge} other {mindestens {pixels, number} Pixel Seitenlänge}}',
    details: 'Angaben',
  },
  folder: {
    contents: 'Vorhandene Dateien',
    isNew: 'Diesen Ordner gibt es noch nicht: Er wird angelegt.',
    notBefore: 'Bisher wurden keine fertigen Dateien dorthin exportiert.',
    former:
      'Dieses Projekt wurde am {moment} dorthin exportiert: {files, plural, one {# Datei} other {# Dateien}}. Was gleich bliebe, wird nicht neu erstellt.',
    dropped:
      '{files, plural, one {# Datei dort gehört nicht zu diesem Ziel: Sie kommt in den Papierkorb des Ordners.} other {# Dateien dort gehören nicht zu diesem Ziel: Sie kommen in den Papierkorb des Ordners.}}',
  },
  progress: {
    title: '{target}',
    about: 'Die Dateien werden in {folder} erstellt.',
    aboutPlain: 'Die Dateien werden erstellt.',
    looking: 'Wird vorbereitet …',
    chapter: 'Kapitel {chapter, number} von {chapters, number}',
    file: 'Datei {file, number} von {files, number}',
    measuring: 'Datei {file, number} von {files, number} wird gemessen',
    done: 'fertig',
    left: 'verbleibend',
    underWay: 'Der Export läuft.',
    cancel: 'Export abbrechen',
    hint: 'Sie können weiterarbeiten. Wenn Sie abbrechen, bleiben fertige Kapitel, und ein späterer Export erstellt den Rest.',
  },
  report: {
    about: '{target}. {outcome, select, done {Beendet am {moment}} other {Abgebrochen am {moment}}}',
    back: 'Zurück zu den Zielen',
    showFolder: 'Im Ordner anzeigen',
    saveHtml: 'Bericht als HTML speichern',
    saveJson: 'Als JSON speichern',
    saved: 'Der Bericht liegt in {path}.',
    goOn: 'Rest exportieren',
    fileName: 'Bericht {target}',
    table: 'Dateien und ihre Messwerte',
    column: {
      file: 'Datei',
      loudness: 'Lautheit',
      rms: 'RMS',
      peak: 'Spitze',
      truePeak: 'True Peak',
      noise: 'Rauschen',
      head: 'Anfang',
      tail: 'Ende',
      length: 'Länge',
      result: 'Ergebnis',
    },
    unmeasured: 'nicht gemessen',
    fail: '{what}: {value} ({bound})',
    failMade: '{what}',
    listen: 'Anhören: {what}, {value}',
    line: 'Zeile {line}',
    beforeEncoding: 'Lautheit, RMS und True Peak dieser Dateien wurden vor dem Kodieren gemessen.',
    figure: {
      written: 'geschrieben',
      unchanged: 'unverändert',
      binned: 'im Papierkorb',
      audio: 'Audio',
      size: 'Größe',
    },
  },
  latest: {
    summary:
      '{target}, {moment}, {outcome, select, done {beendet} cancelled {abgebrochen} closed {mit dem Projekt beendet} other {gescheitert}}: {files, plural, one {# Datei} other {# Dateien}}',
  },
};
