// Consents to cloned voices: recording them, withdrawing them, and deciding to export without one.

export const consents = {
  heading: 'Consents to cloned voices',
  /** Above the list of voices that prevent an export. */
  refused: 'These lines can’t be exported until you add a valid consent or decide to export without one:',
  add: 'Add consent…',
  decideShort: 'Export without consent…',
  cancel: 'Cancel',
  save: 'Save consent',
  addTitle: 'Consent to “{voice}”',
  person: 'Speaker',
  givenOn: 'Consent date',
  validUntil: 'Valid until (optional)',
  purpose: 'Permitted use',
  evidence: 'Recording or scan',
  chooseEvidence: 'Recording or scan…',
  evidenceHint: 'Optional. A copy stays on this computer.',
  removeEvidence: 'Remove',
  evidenceTooLarge: 'The file is larger than 20 MB. Choose a smaller one.',
  /** The statement to tick, stored exactly as shown. */
  statement:
    'On {date}, {person} agreed that the voice “{voice}” may be used for this purpose: {purpose}{until, select, none {} other { (until {until})}}',
  added: 'The consent to “{voice}” was saved.',
  withdraw: 'Withdraw consent',
  withdrawShort: 'Withdraw…',
  withdrawTitle: 'Withdraw the consent to “{voice}”?',
  withdrawAbout:
    'Record this when {person} withdraws their consent. It can’t be undone. Takes by this voice are marked and can’t be exported without a decision, and the voice can’t be used for new takes. If {person} consents again, add a new consent.',
  withdrawnOn: 'Withdrawn on',
  note: 'Note (optional)',
  withdrawn: 'The consent to “{voice}” was withdrawn.',
  decide: 'Record decision',
  decideTitle: 'Export “{voice}” without a valid consent?',
  decideAbout:
    '{lines, plural, one {# line is} other {# lines are}} spoken by this voice. Your decision is kept in the project and appears in reports and delivery.json. You are responsible for it.',
  reason: 'Reason',
  decidedBy: 'Decided by',
  decided: 'Decision about “{voice}” recorded',
  missing: {
    person: 'Enter the speaker’s name.',
    purpose: 'Enter the permitted use.',
    givenOn: 'Enter the consent date.',
    validUntil: 'The end date is in the past.',
    agreed: 'Tick the statement.',
    withdrawnOn: 'Enter the date of the withdrawal.',
    reason: 'Enter the reason.',
    decidedBy: 'Enter the name of the person who decided.',
  },
  /** A tag on lines whose take is by a voice without a valid consent. */
  mark: {
    missing: 'no consent',
    expired: 'consent expired',
    withdrawn: 'consent withdrawn',
    hint: 'This take is by a cloned voice without a valid consent. It can only be exported after a decision.',
  },
} as const;
