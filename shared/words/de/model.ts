import type { model as english } from '../en/model.ts';
import type { Translation } from '../words.ts';

export const model: Translation<typeof english> = {
  failure: {
    'unusable-address':
      'Die Adresse des Modells kann nicht verwendet werden: Geben Sie sie als http://localhost:11434/v1 an, ohne Namen, Passwort oder Abfrage.',
    'insecure-address':
      'An {origin} wird nichts gesendet: Teile des Buchs gingen unverschlüsselt dorthin. Verwenden Sie eine https-Adresse oder einen Server auf diesem Rechner.',
    'unusable-key':
      'Der Schlüssel für {origin} enthält Zeichen, die nicht gesendet werden können: Kopieren Sie ihn erneut.',
    'no-key': 'Der Schlüssel für {origin} ist nicht verfügbar: Geben Sie ihn erneut ein.',
    'not-set-up': 'Es ist kein Sprachmodell eingerichtet.',
    'no-model': 'Für {origin} ist kein Modell angegeben: Geben Sie eines an.',
    'no-consent':
      'An {origin} wurde nichts gesendet: Stimmen Sie zuerst zu, dass Teile des Buchs dorthin gesendet werden.',
    unauthorized:
      '{origin} hat den Schlüssel abgelehnt ({status}): Prüfen Sie den Schlüssel und wofür er verwendet werden darf.',
    'no-credit': '{origin} meldet, dass das Konto kein Guthaben mehr hat: {message}',
    'not-found': '{origin} kennt diese Adresse oder dieses Modell nicht ({status}): Prüfen Sie beides.',
    refused: '{origin} hat die Anfrage abgelehnt: {message}',
    'rate-limited':
      '{origin} erhielt zu viele Anfragen und hat weiter abgewiesen: Versuchen Sie es später mit weniger gleichzeitigen Anfragen.',
    'server-error': 'Bei {origin} ist ein Fehler aufgetreten ({status}): Versuchen Sie es später erneut.',
    redirected:
      '{origin} verweist auf eine andere Adresse, der mit einem Schlüssel nicht gefolgt wird: Verwenden Sie jene Adresse selbst.',
    'not-json': '{origin} hat statt einer Antwort eine Seite oder einen Stream gesendet: Prüfen Sie die Adresse.',
    unreadable:
      'Die Antwort von {origin} kann nicht gelesen werden: Versuchen Sie es erneut oder verwenden Sie ein anderes Modell.',
    oversized: '{origin} hat weit mehr gesendet, als eine Antwort umfasst: Prüfen Sie die Adresse.',
    'cut-off': 'Eine Antwort von {origin} wurde abgeschnitten: Erlauben Sie mehr Token je Anfrage.',
    'no-answer': '{origin} hat eine leere Antwort gesendet: Verwenden Sie ein anderes Modell.',
    'no-connection': '{origin} ist nicht erreichbar ({message}): Prüfen Sie die Adresse und ob der Server läuft.',
    timeout:
      '{origin} hat zu lange für eine Antwort gebraucht: Versuchen Sie es erneut oder erlauben Sie weniger Token je Anfrage.',
  },
  plan: {
    leaves:
      '{place, select, local {{characters, number} Zeichen des Buchs bleiben auf diesem Rechner und gehen an {origin}} other {{characters, number} Zeichen des Buchs werden an {origin} gesendet}}, in {requests, plural, one {# Anfrage} other {# Anfragen}} zu {quotations, plural, one {# Äußerung} other {# Äußerungen}}.',
    nothing:
      'Es wird nichts gesendet: {quotations, plural, =0 {Keine Äußerung ist unsicher} other {Alles wurde schon beantwortet}}.',
    answered:
      '{answered, plural, one {# weitere Stelle wurde schon beantwortet und kostet nichts.} other {# weitere Stellen wurden schon beantwortet und kosten nichts.}}',
    tokens: 'Etwa {input, number} Token werden gesendet, und {output, number} kommen zurück.',
    cost: 'Das kostet etwa {cost}.',
    noPrice: 'Was das kostet, ist nicht bekannt: Es sind keine Preise festgelegt.',
    cap: 'Es werden höchstens {cost} ausgegeben.',
  },
  cost: '{amount, number, ::.00##} {currency}',
  report: {
    answered:
      '{answered, number} von {quotations, plural, one {# Äußerung} other {# Äußerungen}} vom Modell beantwortet.',
    unusable:
      '{unusable, plural, one {# Antwort nannte niemanden aus dem Buch oder fehlte: Dort entscheiden die Regeln.} other {# Antworten nannten niemanden aus dem Buch oder fehlten: Dort entscheiden die Regeln.}}',
    capped: 'Gestoppt, bevor mehr als die Obergrenze ausgegeben wurde.',
    cancelled: 'Gestoppt. Eingegangene Antworten bleiben erhalten und kosten nicht noch einmal.',
    failed: 'Gestoppt. Wo keine Antwort kam, entscheiden die Regeln.',
    unanswered:
      '{failed, plural, one {# Anfrage ist fehlgeschlagen; dort entscheiden die Regeln.} other {# Anfragen sind fehlgeschlagen; dort entscheiden die Regeln.}}',
    used: '{sent, plural, one {# Anfrage} other {# Anfragen}}: {input, number} Token gesendet, {output, number} empfangen{source, select, estimated {, teils geschätzt} other {}}.',
    cost: 'Kosten: {cost}{source, select, estimated {, teils geschätzt} other {}}.',
  },
};
