// Wofür Stimmen verwendet werden dürfen: bei einer Aufnahme, beim Besetzen und beim Export.
import type { Translation } from '../../../shared/words/words.ts';
import type { uses as english } from '../en/uses.ts';

export const uses: Translation<typeof english> = {
  notCommercial: 'nicht kommerziell',
  notCommercialHint: 'Die Lizenz von {voice} verbietet kommerzielle Verwendung: {licence}.',
  casting: 'Darf nicht kommerziell verwendet werden ({licence}). Was die Stimme spricht, darf nicht verkauft werden.',
  take: {
    summary: 'Lizenz: {licences}',
    consent: 'Einwilligung: {consents}',
    licence: 'Lizenz',
    attribution: 'Namensnennung',
    commercial: 'Kommerzielle Verwendung',
    allowed: 'erlaubt',
    forbidden: 'verboten',
    forbiddenUses: 'Außerdem verboten',
    consentId: 'Einwilligung zum Klon',
  },
  exported: {
    heading: 'Stimmen und ihre Lizenzen',
    warning:
      '{voices, plural, one {Eine Stimme darf nicht kommerziell verwendet werden. Veröffentlichen Sie dies nur kostenlos, oder besetzen Sie eine andere Stimme:} other {# Stimmen dürfen nicht kommerziell verwendet werden. Veröffentlichen Sie dies nur kostenlos, oder besetzen Sie andere Stimmen:}}',
    heard:
      '{voice} ({licence}): {roles}, {lines, plural, one {Zeile {numbers}} other {# Zeilen: {numbers}}}{more, select, yes {…} other {}}',
    forbiddenUses: 'Verboten, wofür auch immer es veröffentlicht wird:',
    forbiddenUse: '{voice}: {use}',
    credits: 'Namensnennungen zum Einfügen:',
    copy: 'Namensnennungen kopieren',
    unrecorded:
      '{lines, plural, one {Bei # Zeile ist nicht festgehalten, wofür ihre Stimme verwendet werden darf.} other {Bei # Zeilen ist nicht festgehalten, wofür ihre Stimmen verwendet werden dürfen.}}',
  },
};
