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
};
