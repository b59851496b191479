import type { runs as english } from '../en/runs.ts';
import type { Translation } from '../words.ts';

export const runs: Translation<typeof english> = {
  stop: {
    'disk-short':
      'Auf dem Datenträger mit {folder} sind noch {free} frei, und der nächste Stapel braucht bis zu {needed}. Bitte Platz schaffen und dann fortsetzen.',
    'refuses-all': '{why}',
    'refuses-webhook':
      'Der Dienst nimmt die Webhook-Adresse nicht an: {why} Bitte in den Einstellungen der Verbindung ändern oder ohne Webhook fortfahren.',
    'refuses-lines':
      'Der Dienst hat {lines, plural, one {# Zeile} other {# Zeilen}} abgelehnt und keine angenommen. Seine letzte Antwort: {why}',
    unreachable: '{why} Der Dienst war {minutes, plural, one {# Minute} other {# Minuten}} lang nicht erreichbar.',
    doubts:
      '{batches, plural, one {# Stapel} other {# Stapel}} in Folge blieben ohne eindeutige Antwort. Zuletzt: {why}',
    defect: 'In Lectern ist ein Fehler aufgetreten ({id} im Protokoll). Alles Gespeicherte bleibt erhalten.',
  },
  cap: {
    characters: 'Die Zeichenobergrenze des Projekts würde überschritten.',
    money: 'Die Kostenobergrenze des Projekts würde überschritten.',
    currency:
      'Die Obergrenze des Projekts hat eine andere Währung als der Preis der Verbindung und lässt sich nicht mit ihm vergleichen.',
    run: 'Die Zeichenobergrenze dieses Durchlaufs würde überschritten.',
  },
  useless: {
    jobs: 'Die Antworten des Dienstes zu einem Stapel enthalten keine Liste der Aufträge.',
    'job-names': 'Aus den Antworten des Dienstes geht nicht hervor, zu welcher Zeile ein Auftrag gehört.',
  },
  failure: {
    unexplained: 'Der Dienst nannte keinen Grund.',
    'never-fits':
      'Sie hat {characters, number} Zeichen, und das Limit lässt höchstens {limitCharacters, number} pro Minute zu.',
    'not-sent': 'Der Durchlauf endete, bevor sie an der Reihe war.',
    'over-cap': 'Nicht gesendet: Die Kostenobergrenze wäre überschritten worden.',
    stalled: 'Der Dienst ist damit seit {minutes, plural, one {# Minute} other {# Minuten}} nicht weitergekommen.',
  },
  answer: { plain: '{what}.', said: '{what}: {message}' },
  service: {
    unauthorized: 'Der Schlüssel oder die Benutzer-ID wurde abgelehnt',
    'unusable-credentials': 'Der Schlüssel oder die Benutzer-ID kann nicht gesendet werden',
    'unsupported-plan': 'Der Tarif des Kontos umfasst das nicht',
    'insecure-address': 'Die Adresse ist nicht sicher',
    'insecure-audio': 'Die Adresse des Audios ist nicht sicher',
    'unusable-address': 'Die Adresse kann nicht verwendet werden',
    'not-the-service': 'Unter dieser Adresse antwortet ein anderer Dienst',
    redirected: 'Die Adresse führt anderswohin',
    connection: 'Der Dienst ist nicht erreichbar',
    'rate-limited': 'Das Limit des Dienstes ist erreicht',
    'server-error': 'Beim Dienst ist ein Fehler aufgetreten',
    'unexpected-status': 'Der Dienst gab eine unerwartete Antwort',
    'unreadable-reply': 'Die Antwort des Dienstes kann nicht gelesen werden',
    'oversized-reply': 'Die Antwort des Dienstes ist zu groß',
    'invalid-parameters': 'Der Dienst hat die Anfrage abgelehnt',
    'not-found': 'Der Dienst kennt das nicht',
    'method-not-allowed': 'Der Dienst nimmt diese Anfrage nicht an',
    'too-large': 'Die Anfrage ist zu groß',
    'unsupported-media-type': 'Der Dienst nimmt dieses Format nicht an',
    'address-expired': 'Die Adresse des Audios ist abgelaufen',
    'incomplete-download': 'Das Audio kam unvollständig an',
    'oversized-download': 'Das Audio ist größer als erlaubt',
    'job-failed': 'Der Dienst konnte das Audio nicht erstellen',
    'in-doubt': 'Es ist nicht bekannt, ob der Dienst es ausgeführt hat',
  },
};
