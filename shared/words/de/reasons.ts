import type { reasons as english } from '../en/reasons.ts';
import type { Translation } from '../words.ts';

export const reasons: Translation<typeof english> = {
  line: {
    'no-take': 'Sie hat keinen Take.',
    stale: 'Ihr Take ist veraltet.',
    'not-approved': 'Ihr Take ist nicht freigegeben.',
    'audio-missing': 'Ihre Audiodatei fehlt; legen Sie sie zurück oder vertonen Sie die Zeile neu.',
    'audio-damaged': 'Ihre Audiodatei ist beschädigt; ersetzen Sie sie oder vertonen Sie die Zeile neu.',
    'audio-changed': 'Ihre Audiodatei ist beschädigt ({path}); ersetzen Sie sie oder vertonen Sie die Zeile neu.',
    'audio-unsafe':
      'Ihre Audiodatei ist ein Link oder keine gewöhnliche Datei; legen Sie die Datei selbst dorthin oder vertonen Sie die Zeile neu.',
    'not-convertible': 'Ihr Audio kann nicht exportiert werden: {detail}',
    'file-in-use':
      '„{file}“ kann nicht verschoben oder ersetzt werden: Ein anderes Programm hat die Datei geöffnet, oder sie darf nicht geändert werden. Schließen Sie sie dort.',
    'not-exported': 'Sie ist in keiner der Dateien.',
    'file-not-made': '„{file}“, wozu sie gehört, konnte nicht erstellt werden.',
    said: '{sentence}',
  },
  notice: {
    avoided:
      '{files, plural, one {# Datei erhielt} other {# Dateien erhielten}} einen anderen Namen, weil etwas im Weg ist, das nicht von Lectern stammt.',
    binned:
      '{files, plural, one {# Datei, die dieser Export ersetzt oder nicht mehr erstellt, kam nach {folder}.} other {# Dateien, die dieser Export ersetzt oder nicht mehr erstellt, kamen nach {folder}.}}',
    'not-binned':
      '„{file}“{others, plural, =0 { sollte} other { und # weitere sollten}} in den Papierkorb, aber ein anderes Programm hält die Datei geöffnet; der nächste Export räumt auf.',
    'held-back':
      'Die Verstärkung {count, plural, one {von Zeile} other {der Zeilen}} {lines} wurde verringert, weil mehr übersteuern würde.',
    renamed:
      '„{file}“{others, plural, =0 { erhielt} other { und # weitere erhielten}} einen anderen Namen, weil während des Exports eine Datei dorthin kam, die nicht von Lectern stammt.',
    'chapters-left-out':
      '„{file}“ hat ab Kapitel {from, number} („{title}“) bis Kapitel {chapters, number} keine Kapitelmarken: Das Format kann sie nicht aufnehmen. Der Ton ist vollständig.',
    said: '{sentence}',
  },
  chapterList: {
    nero: '„{file}“ hat {chapters, number} Kapitel, mehr als die 255, die Neros Kapitelliste aufnehmen kann. Sie stehen deshalb nur in der QuickTime-Kapitelspur. Player, die nur Neros Liste lesen, zeigen keine Kapitel an.',
    cue: '{chapters, plural, one {Das Kapitel von „{file}“ steht} other {Die # Kapitel von „{file}“ stehen}} nur im ID3-Tag, weil der Beginn zu spät liegt oder Titel zu lang sind für Cue-Punkte. Programme, die nur Cue-Punkte lesen, zeigen keine Kapitel an.',
  },
  chapterTitles:
    'In der Kapitelliste von „{file}“ sind zu lange Titel gekürzt: {count, plural, one {Kapitel} other {Kapitel}} {numbers}.',
  heldBackLine: '{line} (um {decibels} dB)',
  problem: {
    'not-a-folder': '{path} ist kein Ordner. Wählen Sie einen anderen Ordner.',
    busy: 'Ein anderer Export schreibt gerade in {path}. Warten Sie, bis er fertig ist.',
    'newer-manifest':
      'In {path} hat eine neuere Version von Lectern exportiert. Aktualisieren Sie Lectern oder wählen Sie einen anderen Ordner.',
    'folder-gone':
      'Den Exportordner {path} gibt es nicht mehr. Schließen Sie sein Laufwerk wieder an oder wählen Sie einen anderen Ordner.',
    'folder-replaced':
      '{path} wurde während des Exports durch einen anderen Ordner oder einen Link ersetzt. Dorthin wurde nichts geschrieben. Prüfen Sie, wohin er führt, und exportieren Sie dann erneut.',
    'file-in-use':
      '„{path}“ kann nicht verschoben oder ersetzt werden: Ein anderes Programm hat die Datei geöffnet, oder sie ist geschützt. Schließen Sie sie dort und exportieren Sie dann erneut.',
    'other-project': '{path} enthält den Export eines anderen Projekts, „{project}“. Wählen Sie einen anderen Ordner.',
    foreignList: 'Die Datei {list} in {path} stammt nicht von Lectern. Wählen Sie einen anderen Ordner.',
    foreignListAppeared:
      'Ein anderes Programm hat während des Exports {list} in {path} angelegt. Verschieben Sie diese Datei und exportieren Sie dann erneut.',
    damagedList:
      'Die Liste der exportierten Dateien in {path} ({list}) ist beschädigt. Wählen Sie einen anderen Ordner.',
    damagedListKept:
      'Die Liste der exportierten Dateien in {path} war beschädigt und heißt jetzt {keptAs}. Lectern ersetzt die Dateien darin nicht mehr: Exportieren Sie erneut, um alle Dateien unter anderen Namen zu schreiben, oder wählen Sie einen anderen Ordner.',
    insideProject:
      '{path} liegt im Ordner des Projekts „{project}“, der nichts anderes enthalten darf. Wählen Sie einen anderen Ordner.',
    namesInProject:
      'Die Dateinamen führen in {path}, und das ist ein Projekt oder heißt wie eines. Ändern Sie die Namen.',
  },
  readOnly: {
    permissions:
      'Sie dürfen nicht in {path} schreiben. Wählen Sie einen anderen Ordner oder ändern Sie die Zugriffsrechte.',
    drive: '{path} liegt auf einem schreibgeschützten Laufwerk. Wählen Sie einen anderen Ordner.',
  },
  diskFull: {
    full: 'Das Laufwerk von {path} ist voll. Schaffen Sie Platz und exportieren Sie dann erneut.',
    quota:
      'Ihr Speicherkontingent auf dem Laufwerk von {path} ist aufgebraucht. Schaffen Sie Platz und exportieren Sie dann erneut.',
    'file-too-large': 'Das Laufwerk von {path} unterstützt keine so großen Dateien. Wählen Sie einen anderen Ordner.',
  },
  unwritable: {
    'no-storage': 'In {path} speichert das System keine Dateien. Wählen Sie einen anderen Ordner.',
    bin: '{path} ist kein Ordner, aber ersetzte Dateien kommen in einen Ordner dieses Namens. Benennen Sie das um und exportieren Sie dann erneut.',
    vanished: '{path} ist beim Schreiben verschwunden. Exportieren Sie erneut.',
    lock: '{path} kann nicht gesperrt werden ({code}). Löschen Sie die Datei und exportieren Sie dann erneut.',
    system: '{path} kann nicht geschrieben werden ({code}). Prüfen Sie das Laufwerk.',
    link: '{path} ist ein Link, und Lectern folgt in einem Exportordner keinen Links. Entfernen Sie ihn oder wählen Sie einen anderen Ordner.',
    'not-a-file': '{path} ist keine gewöhnliche Datei. Entfernen Sie das oder wählen Sie einen anderen Ordner.',
    'not-a-folder': '{path} ist kein Ordner. Entfernen Sie das oder wählen Sie einen anderen Ordner.',
    'hard-link':
      '{path} hat auch in einem anderen Ordner einen Namen und würde sich dort mit ändern. Entfernen Sie die Datei oder wählen Sie einen anderen Ordner.',
    'too-large':
      '{path} ist größer als jede Datei, die Lectern dort schreibt. Entfernen Sie die Datei oder wählen Sie einen anderen Ordner.',
    unexpected: '{path} stammt nicht von Lectern. Entfernen Sie das oder wählen Sie einen anderen Ordner.',
    outside: '{path} liegt außerhalb des Exportordners und wurde nicht verändert. Wählen Sie einen anderen Ordner.',
  },
  template: {
    empty: 'Das Namensmuster ist leer. Fügen Sie mindestens ein Feld hinzu, etwa {example}.',
    'lone-bracket': 'Im Namensmuster steht eine geschweifte Klammer ohne Gegenstück.',
    backslash: 'Im Namensmuster steht ein Backslash. Ordner legen Sie mit / an.',
    'nameless-part': 'Im Namensmuster fehlt der Name eines Ordners oder einer Datei. Setzen Sie / nur zwischen Namen.',
    'leaves-folder': 'Das Namensmuster darf nicht aus dem Exportordner hinausführen: . und .. sind keine Namen.',
    'unknown-field': 'Das Namensmuster enthält das unbekannte Feld {field}. Die Felder sind {fields}.',
    'too-deep': 'Das Namensmuster verschachtelt mehr als {most, plural, one {# Ordner} other {# Ordner}}.',
  },
  internal: 'Ein interner Fehler ist aufgetreten. Einzelheiten stehen im Protokoll unter {id}.',
};
