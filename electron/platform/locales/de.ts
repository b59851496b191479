import type { Translation } from '../../../shared/words/words.ts';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  menu: {
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einsetzen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    togglefullscreen: 'Vollbild ein/aus',
    toggleDevTools: 'Entwicklerwerkzeuge ein/aus',
    close: 'Fenster schließen',
    quit: 'Beenden',
    exit: 'Beenden',
  },
  clipboardName: 'Zwischenablage',
  notStarted: 'Lectern kann nicht starten',
  dialog: {
    openProject: { title: 'Projekt öffnen', button: 'Öffnen' },
    importScript: {
      title: 'Skript importieren',
      button: 'Importieren',
      scripts: 'Skripte',
      allFiles: 'Alle Dateien',
    },
    projectsFolder: { title: 'Ordner für neue Projekte', button: 'Projekte hier anlegen' },
    locateProject: { title: 'Projekt suchen', button: 'Es liegt hier' },
    cover: { title: 'Cover auswählen', button: 'Als Cover verwenden', pictures: 'Bilder' },
    pack: { title: 'Stimmpaket hinzufügen', button: 'Paket zeigen', archives: 'ZIP-Archive' },
    export: { title: 'Exportieren', button: 'Hierher exportieren' },
    save: { title: 'Speichern' },
  },
  finished: {
    rendered: '{project} ist vertont',
    renderingStopped: '{project}: Der Durchlauf ist abgebrochen',
    lines:
      '{rendered, plural, one {# Zeile vertont} other {# Zeilen vertont}}{failed, plural, =0 {} other {, # fehlgeschlagen}}{inDoubt, plural, =0 {} other {, # ungeklärt}}{lost, plural, =0 {} other {, # verloren}}.',
    exported: '{project} ist exportiert',
    exportStopped: '{project}: Der Export ist gescheitert',
    files:
      '{files, plural, one {# Datei} other {# Dateien}}{failed, plural, =0 {} one {, # Zeile fehlgeschlagen} other {, # Zeilen fehlgeschlagen}}{leftOut, plural, =0 {} one {, # Zeile ausgelassen} other {, # Zeilen ausgelassen}}.',
    withReason: '{what} {why}',
  },
  closing: {
    message: 'Lectern vertont noch.',
    detail:
      '{inFlight, plural, =0 {{waiting, plural, =0 {} one {# Zeile wartet auf das Senden. } other {# Zeilen warten auf das Senden. }}} one {# Zeile wird vertont{waiting, plural, =0 {} one {, # Zeile wartet auf das Senden} other {, # Zeilen warten auf das Senden}}. } other {# Zeilen werden vertont{waiting, plural, =0 {} one {, # Zeile wartet auf das Senden} other {, # Zeilen warten auf das Senden}}. }}Ohne Fenster geht es weiter, und Lectern meldet sich, wenn es fertig ist. Wenn Sie es beenden, wird nichts mehr gesendet; Gesendetes wird abgeholt, wenn Sie das Projekt wieder öffnen.',
    background: 'Im Hintergrund weiter vertonen',
    stop: 'Nichts mehr senden und beenden',
    cancel: 'Abbrechen',
  },
  unsaved: {
    message: 'Einige Änderungen konnten nicht gespeichert werden.',
    detail:
      'Das Fenster nennt den Grund. Lassen Sie es geöffnet, bis sie gespeichert sind, oder kopieren Sie sie anderswohin: Beim Schließen gehen sie verloren.',
    keep: 'Fenster geöffnet lassen',
    close: 'Schließen und verwerfen',
  },
  leaving: {
    stay: 'Hier bleiben',
    unsaved: {
      message: 'Einige Änderungen konnten nicht gespeichert werden.',
      detail: 'Das Fenster nennt den Grund. Beim Öffnen eines anderen Projekts gehen sie verloren.',
      button: 'Öffnen und verwerfen',
    },
    running: {
      message: 'Lectern vertont noch.',
      detail:
        'Das Öffnen eines anderen Projekts hält den Durchlauf an: Es wird nichts mehr gesendet, und Gesendetes wird abgeholt, wenn Sie dieses Projekt wieder öffnen.',
      button: 'Anhalten und öffnen',
    },
  },
  inUse: {
    message: 'Das Projekt ist in Gebrauch.',
    detail: '{why}\n\nHier können Sie es zum Anhören, Prüfen und Exportieren öffnen.',
    open: 'Nur zum Lesen öffnen',
    cancel: 'Abbrechen',
  },
  notOpened: {
    message: 'Das Projekt konnte nicht geöffnet werden.',
    detail: '{path} ({problem})',
  },
  process: { studio: 'Lectern-Studio', service: 'Lokaler Dienst von Lectern' },
};
