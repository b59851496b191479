import type { commands as english } from '../en/commands.ts';
import type { Translation } from '../words.ts';

export const commands: Translation<typeof english> = {
  menu: {
    file: 'Datei',
    edit: 'Bearbeiten',
    go: 'Gehe zu',
    production: 'Produktion',
    review: 'Prüfung',
    view: 'Ansicht',
    help: 'Hilfe',
  },
  label: {
    project: {
      new: 'Neues Projekt …',
      open: 'Projekt öffnen …',
      import: 'Skript importieren …',
      importClipboard: 'Aus der Zwischenablage importieren …',
      close: 'Projekt schließen',
      reveal: 'Projekt im Ordner anzeigen',
    },
    book: {
      details: 'Buchdaten …',
    },
    export: {
      open: 'Exportieren …',
    },
    settings: {
      open: 'Einstellungen',
    },
    edit: {
      undo: 'Rückgängig',
      redo: 'Wiederholen',
    },
    script: {
      find: 'Suchen und ersetzen',
      findAll: 'Im ganzen Skript suchen',
      group: 'Redebeiträge zu einem Dialog verbinden',
      ungroup: 'Dialog auflösen',
      chapterUp: 'Kapitel nach oben',
      chapterDown: 'Kapitel nach unten',
      moveToChapter: 'Zeilen in Kapitel verschieben …',
      audition: 'Auswahl vorhören',
      playLine: 'Diese Zeile abspielen',
      continuous: 'Durch alle Kapitel scrollen',
    },
    cast: {
      addRole: 'Rolle hinzufügen …',
    },
    go: {
      script: 'Skript',
      cast: 'Besetzung',
      production: 'Produktion',
      review: 'Prüfung',
      export: 'Export',
      library: 'Bibliothek',
      nextChapter: 'Nächstes Kapitel',
      previousChapter: 'Vorheriges Kapitel',
    },
    run: {
      start: 'Vertonen, was nicht aktuell ist',
      renderLine: 'Diese Zeile vertonen',
      pause: 'Anhalten oder fortsetzen',
      cancel: 'Ungesendete Zeilen stornieren',
      retry: 'Fehlgeschlagene Zeilen wiederholen',
    },
    review: {
      playThrough: 'Kapitel durchspielen',
      playFiltered: 'Gefilterte Zeilen in dieser Folge abspielen',
      previousLine: 'Vorherige Zeile abspielen',
      nextLine: 'Nächste Zeile abspielen',
      approve: 'Take freigeben',
      reject: 'Take ablehnen',
      retake: 'Ablehnen und neu vertonen',
      anotherTake: 'Weiteren Take vertonen',
      approveRest: 'Gelistete Takes ohne Urteil freigeben',
      saveNotes: 'Notizen als CSV speichern …',
    },
    palette: {
      open: 'Befehlspalette',
    },
    view: {
      inspector: 'Inspektor ein- oder ausblenden',
      theme: 'Zwischen Hell und Dunkel wechseln',
    },
    help: {
      manual: 'Handbuch',
      shortcuts: 'Tastenkürzel',
    },
  },
};
