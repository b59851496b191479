import type { importing as english } from '../en/importing.ts';
import type { Translation } from '../words.ts';

const TYPE =
  '{type, select, pdf {ein PDF-Dokument} epub {ein EPUB-Buch} docx {ein Word-Dokument (DOCX)} opendocument {eine OpenDocument-Datei} office {ein Office-Dokument} legacy {ein altes Word- oder Office-Dokument} rtf {ein RTF-Dokument} html {eine Webseite (HTML)} mobi {ein Kindle-Buch (MOBI)} zip {ein ZIP-Archiv} gzip {ein gzip-Archiv} sevenzip {ein 7-Zip-Archiv} rar {ein RAR-Archiv} png {ein PNG-Bild} jpeg {ein JPEG-Bild} gif {ein GIF-Bild} webp {ein WebP-Bild} wav {eine WAV-Aufnahme} mp3 {eine MP3-Aufnahme} ogg {eine Ogg-Aufnahme} flac {eine FLAC-Aufnahme} mp4 {ein MP4-Film oder eine MP4-Aufnahme} sqlite {eine SQLite-Datenbank} program {ein Programm} other {eine Datei}}';

export const importing: Translation<typeof english> = {
  withWords: '{notice} {words, plural, one {# Wort} other {# Wörter}}: „{sample}“',
  evidence: {
    stated: {
      'fdx-character': 'Figur in Final Draft',
      'fountain-character': 'Figur in Fountain',
      'role-column': 'in der Rollenspalte der Tabelle',
      'webvtt-voice': 'in einem Sprecher-Tag von WebVTT',
      'speaker-element': 'auf der Seite als Sprecher gekennzeichnet',
      'role-mark': 'mit @ als Rolle gekennzeichnet',
      'renpy-character': 'Figur in Ren’Py',
    },
    form: {
      colon: 'vor einem Doppelpunkt',
      bold: 'in Fettschrift vor dem Text',
      angle: 'in spitzen Klammern',
      square: 'in eckigen Klammern',
      corner: 'vor japanischen Anführungszeichen',
      dash: 'vor einem Gedankenstrich oder ähnlichen Zeichen',
      stop: 'vor einem Punkt',
      gap: 'in einer eigenen Spalte',
      above: 'über dem Text',
      stopped: 'über dem Text, mit Punkt',
      round: 'in runden Klammern',
      small: 'in Kleinbuchstaben vor einem Doppelpunkt',
      sentence: 'vor einem Punkt',
      cue: 'über dem Text, mit einer Regieanweisung',
    },
    name: 'ein Name {capitals, select, yes {in Großbuchstaben } other {}}{form}, {times, plural, one {einmal} other {#-mal}} (Bewertung {score, number, ::.00})',
    sign: {
      words: 'liest sich wie eine Überschrift',
      listed: 'steht im Inhaltsverzeichnis',
      numbers: 'beginnt mit einer fortlaufenden Nummer',
      ornaments: 'steht zwischen Zierzeichen',
      'set-off': 'steht unter mehreren Leerzeilen',
      look: 'in größerer Schrift, fett oder am Seitenanfang',
    },
    heading: '{sign}, {times, plural, one {einmal} other {#-mal}} (Bewertung {score, number, ::.00})',
    quotations:
      '{quotations, plural, one {# wörtliche Rede} other {# wörtliche Reden}}, aus dem Zusammenhang erschlossen (Bewertung {score, number, ::.00})',
  },
  first: {
    page: '{notice} ({count, plural, one {} other {zuerst: }}Seite {page, number})',
    row: '{notice} ({count, plural, one {} other {zuerst: }}Zeile {row, number})',
    part: '{notice} ({count, plural, one {} other {zuerst: }}{part})',
  },
  notice: {
    encoding:
      'Der Text ist nicht UTF-8: Er wurde als {encoding} gelesen; prüfen Sie Umlaute, Akzente und Anführungszeichen.',
    'mixed-encodings':
      'Im Text sind UTF-8 und Windows-1252 gemischt: {characters, plural, one {# Zeichen in Textzeile {row, number} wurde} other {# Zeichen, das erste in Textzeile {row, number}, wurden}} als Windows-1252 gelesen; prüfen Sie Umlaute, Akzente und Anführungszeichen.',
    'twice-encoded':
      'Der Text war doppelt kodiert („Ã©“ statt „é“): {characters, plural, one {# Zeichen in Textzeile {row, number} wurde} other {# Zeichen, das erste in Textzeile {row, number}, wurden}} repariert; prüfen Sie Umlaute, Akzente und Anführungszeichen.',
    'damaged-characters':
      'Der Text ist UTF-8, aber {characters, plural, one {# beschädigtes Zeichen wurde} other {# beschädigte Zeichen wurden}} durch � ersetzt.',
    licence:
      'Lizenztext um das Buch ausgelassen: {before, plural, one {# Textzeile} other {# Textzeilen}} davor und {after, number} danach ({characters, number} Zeichen).',
    'title-page': 'Titelseite ausgelassen ({rows, plural, one {# Textzeile} other {# Textzeilen}}).',
    contents: 'Inhaltsverzeichnis ausgelassen ({rows, plural, one {# Textzeile} other {# Textzeilen}}).',
    colophon: 'Impressum ausgelassen ({rows, plural, one {# Textzeile} other {# Textzeilen}}).',
    'script-head':
      'Die Angaben am Anfang des Skripts ({rows, plural, one {# Textzeile} other {# Textzeilen}}: Titel, Datum, Mitwirkende usw.) bleiben stumm.',
    closing: 'Schlusswort „{words}“ ausgelassen.',
    illustrations:
      '{marks, plural, one {# Markierung einer Abbildung} other {# Markierungen von Abbildungen}} ausgelassen.',
    notes:
      '{notes, plural, one {# Anmerkung} other {# Anmerkungen}} und {marks, plural, one {# Anmerkungszeichen} other {# Anmerkungszeichen}} ausgelassen.',
    sidenotes: '{notes, plural, one {# Randnotiz} other {# Randnotizen}} ausgelassen.',
    'page-marks': '{marks, plural, one {# Seitenzahl} other {# Seitenzahlen}} in Klammern ausgelassen.',
    'running-heads':
      'Kopf- und Fußzeilen der Seiten ausgelassen ({rows, plural, one {# Textzeile} other {# Textzeilen}}).',
    times: '{rows, plural, one {# Textzeile} other {# Textzeilen}} nur mit einer Zeitangabe ausgelassen.',
    'transcriber-notes':
      'Anmerkungen zur Transkription ausgelassen ({rows, plural, one {# Textzeile} other {# Textzeilen}}).',
    emphases:
      'Zeichen um {passages, plural, one {# hervorgehobene Stelle} other {# hervorgehobene Stellen}} ausgelassen.',
    'scene-breaks':
      '{breaks, plural, one {Aus # Szenenwechsel wurde eine Pause von {seconds, number} s.} other {Aus # Szenenwechseln wurden Pausen von {seconds, number} s.}}',
    links:
      '{links, plural, one {Adresse von # Link ausgelassen; sein Text wird gesprochen.} other {Adressen von # Links ausgelassen; ihr Text wird gesprochen.}}',
    pictures: '{pictures, plural, one {# Bild} other {# Bilder}} ausgelassen.',
    tags: '{tags, plural, one {# Tag ({names}) ausgelassen; sein Text wird gesprochen.} other {# Tags ({names}) ausgelassen; ihr Text wird gesprochen.}}',
    comments: '{comments, plural, one {# Kommentar} other {# Kommentare}} ausgelassen.',
    braces:
      '„{words}“{others, plural, =0 { wird} one { und # weitere Stelle in geschweiften oder doppelten Klammern werden} other { und # weitere Stellen in geschweiften oder doppelten Klammern werden}} ohne Klammern vorgelesen. Setzen Sie Regieanweisungen in runde Klammern, damit sie stumm bleiben.',
    'silent-speeches':
      '„{words}“{others, plural, =0 { enthält} one { und # weitere Sprechstelle enthalten} other { und # weitere Sprechstellen enthalten}} keine Wörter und {others, plural, =0 {bleibt} other {bleiben}} stumm. Schreiben Sie eine Pause, etwa [pause 1s], oder Wörter, die gesprochen werden sollen.',
    'speakers-unsupported':
      'Sprecher werden in deutschen, englischen, französischen, spanischen, italienischen, portugiesischen und russischen Texten gefunden. Dieser Text ist in einer anderen Sprache: Der Erzähler behält jede Äußerung, bis Sie entscheiden, wer spricht.',
    'spoken-brackets':
      '„{words}“{others, plural, =0 { wird} one { und # weitere Stelle in eckigen Klammern werden} other { und # weitere Stellen in eckigen Klammern werden}} vorgelesen. Setzen Sie Regieanweisungen in runde Klammern, damit sie stumm bleiben.',
  },
  encoding: {
    'windows-1252': 'Westeuropäisch (Windows-1252)',
    macintosh: 'Westeuropäisch (Mac OS Roman)',
    shift_jis: 'Japanisch (Shift_JIS)',
    'euc-jp': 'Japanisch (EUC-JP)',
    'iso-2022-jp': 'Japanisch (ISO-2022-JP)',
    gb18030: 'Chinesisch (GB 18030)',
    big5: 'Chinesisch (Big5)',
    'euc-kr': 'Koreanisch (EUC-KR)',
    'windows-1251': 'Kyrillisch (Windows-1251)',
    'koi8-r': 'Kyrillisch (KOI8-R)',
    'iso-8859-5': 'Kyrillisch (ISO-8859-5)',
    'windows-1250': 'Mitteleuropäisch (Windows-1250)',
    'iso-8859-2': 'Mitteleuropäisch (ISO-8859-2)',
    'windows-1253': 'Griechisch (Windows-1253)',
    'iso-8859-7': 'Griechisch (ISO-8859-7)',
    'windows-1254': 'Türkisch (Windows-1254)',
    'windows-1255': 'Hebräisch (Windows-1255)',
    'windows-1256': 'Arabisch (Windows-1256)',
  },
  warning: {
    'odd-characters':
      '{characters, plural, one {Der Text enthält # ungewöhnliches Zeichen, das keine Stimme sprechen kann ({codes}).} other {Der Text enthält # ungewöhnliche Zeichen, die keine Stimme sprechen kann ({codes}).}}',
    'three-roles':
      '{paragraphs, plural, one {# Absatz hat mehr als zwei Rollen und kann so nicht vertont werden.} other {# Absätze haben mehr als zwei Rollen und können so nicht vertont werden.}}',
    'prefix-in-words':
      'In {dialogs, plural, one {# Dialog} other {# Dialogen}} steht eine Sprecherkennung auch im gesprochenen Text und könnte für einen weiteren Redebeitrag gehalten werden.',
    'alike-names': '„{one}“ und „{other}“ sind verschieden geschrieben und wären zwei Rollen.',
    cut: '{paragraphs, plural, one {# Absatz ist länger, als eine Zeile sein darf ({limit, number} Zeichen), und wird an Satzenden geteilt.} other {# Absätze sind länger, als eine Zeile sein darf ({limit, number} Zeichen), und werden an Satzenden geteilt.}}',
    'too-long':
      '{paragraphs, plural, one {# Absatz ist zu lang für einen Auftrag und kann nicht geteilt werden.} other {# Absätze sind zu lang für einen Auftrag und können nicht geteilt werden.}}',
  },
  fault: {
    'other-file': `„{file}“ ist ${TYPE} und keine Textdatei; wählen Sie ein Skript, das als reiner Text gespeichert ist.`,
    'marked-up': `„{file}“ ist ${TYPE} und kein reiner Text; speichern Sie die Datei zuerst als reinen Text.`,
    'unread-type': `„{file}“ ist ${TYPE} und kann nicht importiert werden; gelesen werden reiner Text ({texts}) und Dokumente ({documents}).`,
    'unread-extension':
      '„{file}“ ist von einer Art ({extension}), die nicht importiert werden kann; gelesen werden reiner Text ({texts}) und Dokumente ({documents}).',
    'not-text': '„{file}“ ist keine Textdatei; wählen Sie ein Skript, das als reiner Text gespeichert ist.',
    'unclear-encoding':
      'Die Zeichen von „{file}“ lassen sich nicht sicher bestimmen; speichern Sie die Datei als UTF-8 und importieren Sie sie erneut.',
    'no-words': '„{file}“ ist leer; wählen Sie ein Skript mit Text.',
    'matter-only':
      '„{file}“ enthält nur eine Lizenz, eine Titelseite oder ein Inhaltsverzeichnis; wählen Sie ein Skript mit Text.',
    'document-damaged':
      '„{file}“ ist beschädigt und kann nicht gelesen werden; speichern Sie die Datei erneut in dem Programm, aus dem sie stammt.',
    'document-protected':
      '„{file}“ ist durch ein Passwort oder vom Händler geschützt; importieren Sie eine Kopie ohne Schutz.',
    'document-no-text': '„{file}“ enthält Bilder von Seiten und keinen Text; lassen Sie den Text zuerst erkennen.',
    'document-too-complex':
      '„{file}“ zu lesen braucht mehr Zeit oder Speicher, als ein Manuskript sollte; speichern Sie die Datei als reinen Text und importieren Sie ihn.',
    'document-too-large': '„{file}“ ist entpackt größer als jedes Manuskript; teilen Sie die Datei in mehrere auf.',
    'document-empty': '„{file}“ enthält keinen Text; wählen Sie ein Manuskript mit Text.',
    'file-not-found': 'Es gibt keine Datei „{file}“; prüfen Sie den Namen.',
    'file-is-folder': '„{file}“ ist ein Ordner; nennen Sie die Datei des Skripts.',
    'file-not-regular': '„{file}“ ist keine gewöhnliche Datei; nennen Sie die Datei des Skripts.',
    'file-forbidden': '„{file}“ kann nicht gelesen werden: Zugriff verweigert; prüfen Sie die Rechte der Datei.',
    'file-unreadable':
      '„{file}“ kann nicht gelesen werden ({code, select, unknown {unbekannter Fehler} other {{code}}}); prüfen Sie Laufwerk und Namen.',
    'file-too-large': '„{file}“ ist größer als {mebibytes, number} MiB; teilen Sie die Datei in mehrere Skripte.',
    'file-too-many-rows': '„{file}“ hat mehr als {rows, number} Textzeilen; teilen Sie die Datei in mehrere Skripte.',
  },
};
