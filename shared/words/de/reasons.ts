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
    said: '{sentence}',
  },
  heldBackLine: '{line} (um {decibels} dB)',
};
