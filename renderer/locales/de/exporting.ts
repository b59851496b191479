import type { Translation } from '../../../shared/words/words.ts';
import type { exporting as english } from '../en/exporting.ts';

export const exporting: Translation<typeof english> = {
  title: 'Export',
  empty: {
    about: 'Eine Datei je Zeile, in einem Ordner Ihrer Wahl.',
    title: 'Noch keine Zeilen',
    detail:
      'Schreiben oder importieren Sie ein Skript: Jeder Absatz wird eine Zeile, die vertont und dann exportiert werden kann.',
    go: 'Zum Skript',
  },
  form: {
    about: 'Eine Datei je Zeile von {project}. Noch wird nichts geschrieben.',
    begin: '{files, plural, one {# Datei} other {# Dateien}} exportieren',
    chooseFolder: 'Ordner auswählen …',
  },
  hindrance: {
    noLines: 'Es ist keine Zeile ausgewählt.',
    noTakes: 'Keine dieser Zeilen hat einen Take zum Exportieren.',
    names: 'Die Namen sind so nicht möglich.',
    folder: 'Der Ordner kann nicht verwendet werden.',
  },
  figure: {
    files: '{files, plural, one {Datei} other {Dateien}}',
    audio: 'Audio',
    size: 'Größe',
    withoutTake: 'ohne Take',
    staleExported: 'veraltet, exportiert',
    staleLeftOut: 'veraltet, ausgelassen',
  },
  remark: {
    pauses: 'Die Markierungen [pause] des Skripts sind in keiner Datei: Jede Datei enthält nur ihre Zeile.',
    withoutTake:
      '{without, plural, one {# von {lines, number} Zeilen hat keinen Take und wird ausgelassen.} other {# von {lines, number} Zeilen haben keinen Take und werden ausgelassen.}}',
    render: 'Vertonen …',
    suspicious:
      '{lines, plural, one {Der Take von # Zeile ist} other {Die Takes von # Zeilen sind}} auffällig und nicht freigegeben.',
    notApproved:
      '{lines, plural, one {# Zeile ist nicht freigegeben und wird ausgelassen.} other {# Zeilen sind nicht freigegeben und werden ausgelassen.}}',
    review: 'Prüfen …',
    damaged:
      '{lines, plural, one {# Zeile würde fehlschlagen: Ihr Audio ist nicht mehr, wie es gespeichert wurde} other {# Zeilen würden fehlschlagen: Ihr Audio ist nicht mehr, wie es gespeichert wurde}}',
    damagedList: 'Zeilen, die fehlschlagen würden',
  },
  folder: {
    heading: 'Ordner',
    none: 'Noch kein Ordner ausgewählt.',
    another: 'Anderer Ordner …',
    contents: 'Vorhandene Dateien',
    isNew: 'Diesen Ordner gibt es noch nicht: Er wird angelegt.',
    isEmpty: 'Der Ordner ist leer.',
    former: 'Dieses Projekt wurde am {moment} dorthin exportiert: {files, plural, one {# Datei} other {# Dateien}}.',
    notBefore: 'Dieses Projekt wurde bisher nicht dorthin exportiert.',
    interrupted: 'Dort wurde ein Export abgebrochen: Seine Reste werden zuerst aufgeräumt.',
    becomes:
      '{kept, plural, one {# Datei bleibt, wie sie ist} other {# Dateien bleiben, wie sie sind}}{moved, plural, =0 {} one {, # Datei erhält einen anderen Namen} other {, # Dateien erhalten einen anderen Namen}}, {written, plural, one {# Datei wird geschrieben} other {# Dateien werden geschrieben}}{binned, plural, =0 {} one {, # Datei kommt in den Papierkorb des Ordners} other {, # Dateien kommen in den Papierkorb des Ordners}}.',
    foreign:
      '{things, plural, one {Darin liegt # Objekt, das nicht von Lectern ist: Es bleibt unberührt.} other {Darin liegen # Objekte, die nicht von Lectern sind: Sie bleiben unberührt.}}',
    full: 'Auf dem Laufwerk sind {free} frei, und etwa {size} würden geschrieben: Schaffen Sie Platz oder wählen Sie ein anderes Laufwerk.',
    longPaths:
      '{paths, plural, one {# Pfad hat mehr als 259 Zeichen, und viele Windows-Programme können ihn nicht öffnen: Kürzen Sie die Namen oder wählen Sie einen höher gelegenen Ordner.} other {# Pfade haben mehr als 259 Zeichen, und viele Windows-Programme können sie nicht öffnen: Kürzen Sie die Namen oder wählen Sie einen höher gelegenen Ordner.}}',
  },
  lines: {
    heading: 'Zeilen',
    extent: 'Welche Kapitel',
    wholeScript: 'Ganzes Skript',
    chosenChapters: 'Ausgewählte Kapitel',
    approvedOnly: 'Nur freigegebene Zeilen',
    stale:
      'Veraltete Zeilen einschließen (mit ihrem bisherigen Take): {lines, plural, one {# Zeile} other {# Zeilen}} im Skript',
    chapters: 'Zu exportierende Kapitel',
    opening: 'Anfang',
    untitled: 'Kapitel {chapter}',
    fresh: '{fresh, number} von {lines, plural, one {# Zeile} other {# Zeilen}} aktuell',
    all: 'Alle',
    none: 'Keine',
    chosen: '{chosen, number} von {chapters, plural, one {# Kapitel} other {# Kapiteln}} ausgewählt',
  },
  format: {
    heading: 'Format',
    wav: { label: 'WAV', about: 'Wie vertont, 16 Bit. Zum Bearbeiten und als Master.' },
    flac: { label: 'FLAC', about: 'Bitgenau derselbe Klang bei etwa halber Größe.' },
    mp3: { label: 'MP3', about: 'Klein, und jeder Player spielt es ab.' },
    ogg: { label: 'Ogg', about: 'Vorbis: klein, für Web und Spiele.' },
    mulaw: { label: 'µ-law', about: 'WAV für Telefonanlagen, 8 Bit.' },
  },
  names: {
    heading: 'Namen',
    template: 'Namen der Dateien',
    fields: 'Felder zum Einfügen',
    hint: 'Ein <slash>/</slash> erzeugt Ordner. Was ein Dateisystem verbietet, wird in Namen ausgelassen.',
    preview: 'Vorschau der Namen',
    which: {
      first: 'Erster <unseen>(Zeile {line})</unseen>',
      longest: 'Längster <unseen>(Zeile {line})</unseen>',
      last: 'Letzter <unseen>(Zeile {line})</unseen>',
    },
    problem: '<place>{characters, plural, one {Zeichen {from}} other {Zeichen {from} bis {to}}}: </place>{problem}',
    collisions:
      '{count, plural, one {# Zeile hat den Namen einer anderen und erhält eine Nummer} other {# Zeilen haben den Namen einer anderen und erhalten eine Nummer}}{example, select, none {} other {, etwa Zeile {line}: <name>{file}</name>}}.',
    cut: '{count, plural, one {# Name wäre zu lang und wird gekürzt} other {# Namen wären zu lang und werden gekürzt}}{example, select, none {} other {, etwa Zeile {line}: <name>{file}</name>}}.',
    field: {
      chapter: 'Nummer des Kapitels',
      chapter_title: 'Titel des Kapitels',
      line: 'Nummer im Skript',
      line_in_chapter: 'Nummer im Kapitel',
      id: 'eine Nummer, die sich nie ändert',
      role: 'wer spricht',
      words: 'die ersten Wörter',
      take: 'Nummer des Takes',
      project: 'Name des Projekts',
    },
  },
  ask: {
    title: 'Dieser Export ist nicht vollständig',
    cancel: 'Abbrechen',
    render: 'Zur Produktion',
    export: 'Trotzdem exportieren',
  },
  checks: 'Prüfungen, die nicht bestanden sind oder einen Blick brauchen',
  progress: {
    about: 'Die Dateien werden geschrieben.',
    aboutFolder: 'Die Dateien werden in {folder} geschrieben.',
    cancel: 'Export abbrechen',
    looking: 'Vorhandenes wird durchgesehen …',
    files: '{done, number} von {all, number} Dateien',
    written: 'Dateien geschrieben',
    left: 'verbleibend',
    underWay: 'Der Export läuft.',
    hint: 'Sie können weiterarbeiten. Wenn Sie abbrechen, bleibt, was fertig ist, und ein späterer Export schreibt den Rest.',
  },
  report: {
    about: '{outcome, select, done {Beendet am {moment}} other {Abgebrochen am {moment}}}',
    copy: 'Bericht kopieren',
    back: 'Zurück zur Auswahl',
    showFolder: 'Im Ordner anzeigen',
    goOn: 'Rest exportieren',
    remarks: 'Anmerkungen',
    failed:
      '{lines, plural, one {# Zeile konnte nicht exportiert werden} other {# Zeilen konnten nicht exportiert werden}}',
    failedList: 'Zeilen, die nicht exportiert werden konnten',
    renderAgain: 'Neu vertonen …',
    leftOut: '{lines, plural, one {# Zeile ausgelassen} other {# Zeilen ausgelassen}}',
    leftOutList: 'Ausgelassene Zeilen',
    said: '{roles}: „{words}“',
    line: 'Zeile {line}',
    more: 'und {lines, plural, one {# weitere Zeile} other {# weitere Zeilen}}',
    figure: {
      written: 'geschrieben',
      unchanged: 'unverändert',
      moved: 'umbenannt',
      failed: 'fehlgeschlagen',
      leftOut: 'ausgelassen',
      binned: 'im Papierkorb',
      audio: 'Audio',
      size: 'Größe',
    },
    text: {
      title: 'Export von {project}, {moment}',
      figure: '{label}: {value}',
      failed: 'Zeilen, die nicht exportiert werden konnten:',
      leftOut: 'Ausgelassene Zeilen:',
      line: 'Zeile {line}: {reason}',
    },
  },
  outcome: {
    done: '{files, plural, =0 {In {folder} wurde nichts geschrieben.} one {# Datei in {folder}.} other {# Dateien in {folder}.}}',
    doneFailed:
      '{files, plural, =0 {In {folder} wurde nichts geschrieben} one {# Datei in {folder}} other {# Dateien in {folder}}}; {failed, plural, one {# Zeile konnte} other {# Zeilen konnten}} nicht exportiert werden.',
    doneLeftOut:
      '{files, plural, =0 {In {folder} wurde nichts geschrieben} one {# Datei in {folder}} other {# Dateien in {folder}}}; {leftOut, plural, one {# Zeile wurde} other {# Zeilen wurden}} ausgelassen.',
    doneFailedLeftOut:
      '{files, plural, =0 {In {folder} wurde nichts geschrieben} one {# Datei in {folder}} other {# Dateien in {folder}}}; {failed, plural, one {# Zeile konnte} other {# Zeilen konnten}} nicht exportiert werden, {leftOut, plural, one {# Zeile wurde} other {# Zeilen wurden}} ausgelassen.',
    cancelled:
      'Abgebrochen. {files, plural, =0 {In {folder} wurde nichts geschrieben.} one {# Datei in {folder} ist fertig und bleibt; ein späterer Export macht dort weiter.} other {# Dateien in {folder} sind fertig und bleiben; ein späterer Export macht dort weiter.}}',
    closed:
      'Das Projekt wurde während des Exports geschlossen. {files, plural, =0 {In {folder} wurde nichts geschrieben.} one {# Datei in {folder} ist fertig und bleibt; ein späterer Export macht dort weiter.} other {# Dateien in {folder} sind fertig und bleiben; ein späterer Export macht dort weiter.}}',
    stopped:
      'Der Export ist gescheitert. {problem} {files, plural, =0 {In {folder} wurde nichts geschrieben.} one {# Datei in {folder} ist fertig und bleibt; ein späterer Export macht dort weiter.} other {# Dateien in {folder} sind fertig und bleiben; ein späterer Export macht dort weiter.}}',
  },
  latest: {
    heading: 'Letzter Export',
    summary:
      '{moment}, {outcome, select, done {beendet} cancelled {abgebrochen} closed {mit dem Projekt beendet} other {gescheitert}}: {files, plural, one {# Datei} other {# Dateien}}{failed, plural, =0 {} one {<bad>, # Zeile fehlgeschlagen</bad>} other {<bad>, # Zeilen fehlgeschlagen</bad>}}{leftOut, plural, =0 {} one {<out>, # Zeile ausgelassen</out>} other {<out>, # Zeilen ausgelassen</out>}}',
    showReport: 'Bericht anzeigen',
    showFolder: 'Ordner anzeigen',
  },
  presets: {
    heading: 'Vorlagen',
    empty: 'Die Auswahl hier kann unter einem Namen gespeichert und auf einmal wieder getroffen werden.',
    unreadable:
      '{presets, plural, one {# Vorlage kann hier nicht gelesen werden: Sie ist beschädigt oder aus einem neueren Lectern. Sie bleibt unverändert in der Projektdatei.} other {# Vorlagen können hier nicht gelesen werden: Sie sind beschädigt oder aus einem neueren Lectern. Sie bleiben unverändert in der Projektdatei.}}',
    readOnly: 'Das Projekt wird nur gelesen: Vorlagen können ausgewählt, aber nicht geändert werden.',
    mark: { default: 'Standard', changed: 'geändert', both: 'Standard, geändert' },
    menu: 'Aktionen für „{preset}“',
    makeDefault: 'Als Standard verwenden',
    endDefault: 'Nicht mehr als Standard verwenden',
    replace: 'Durch die jetzige Auswahl ersetzen',
    rename: 'Umbenennen …',
    remove: 'Löschen',
    newName: 'Neuer Name von „{preset}“',
    takeName: 'Umbenennen',
    name: 'Name einer neuen Vorlage',
    save: 'Speichern',
    saved: 'Als „{preset}“ gespeichert.',
    renamed: '„{before}“ heißt jetzt „{preset}“.',
    replaced: '„{preset}“ enthält die jetzige Auswahl.',
    removed: 'Die Vorlage „{preset}“ wurde gelöscht.',
    isDefault: 'Die Ansicht beginnt ab jetzt mit „{preset}“.',
    noDefault: 'Die Ansicht beginnt mit der letzten Auswahl.',
  },
};
