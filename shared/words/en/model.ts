// Messages about identifying speakers with a language model.

export const model = {
  failure: {
    'unusable-address':
      'The model’s address can’t be used: enter it like http://localhost:11434/v1, without user name, password or query.',
    'insecure-address':
      'Nothing was sent to {origin}: the connection is unencrypted. Use an https address, or a server on this computer.',
    'unusable-key': 'The key for {origin} has characters that can’t be sent: copy it again.',
    'no-key': 'The key for {origin} isn’t available: enter it again.',
    'not-set-up': 'No language model is set up.',
    'no-model': 'No model is set for {origin}: enter its name.',
    'no-consent': 'Nothing was sent to {origin}: allow sending parts of the book there first.',
    unauthorized: '{origin} rejected the key ({status}): check the key and its permissions.',
    'no-credit': 'The account at {origin} has no credit left: {message}',
    'not-found': '{origin} can’t find this address or model ({status}): check both.',
    refused: '{origin} rejected the request: {message}',
    'rate-limited':
      '{origin} keeps rejecting requests because there are too many. Try again later with fewer simultaneous requests.',
    'server-error': '{origin} had an error ({status}): try again later.',
    redirected: '{origin} redirects to another address, and the key isn’t sent there: enter that address instead.',
    'not-json': '{origin} sent a page or stream instead of an answer: check the address.',
    unreadable: 'The answer from {origin} can’t be read: try again, or use another model.',
    oversized: '{origin} sent a response that’s too large: check the address.',
    'cut-off': 'An answer from {origin} was cut off: allow more tokens per request.',
    'no-answer': '{origin} sent an empty answer: use another model.',
    'no-connection': '{origin} can’t be reached ({message}): check the address and that the server is running.',
    timeout: '{origin} took too long to answer: try again, or allow fewer tokens per request.',
  },
  plan: {
    /** The requests that are about to be sent. */
    leaves:
      '{characters, plural, one {# character} other {# characters}} from the book will be sent to {place, select, local {{origin}, on this computer,} other {{origin}}} in {requests, plural, one {# request} other {# requests}}, covering {quotations, plural, one {# quotation} other {# quotations}}.',
    nothing:
      'Nothing will be sent: {quotations, plural, =0 {no quotation is uncertain} other {all were answered before}}.',
    answered:
      '{answered, plural, one {# more passage has already been answered and costs} other {# more passages have already been answered and cost}} nothing.',
    tokens: 'About {input, number} tokens will be sent and {output, number} received.',
    cost: 'This will cost about {cost}.',
    noPrice: 'Cost unknown: no prices are set.',
    cap: 'The cap is {cost}.',
  },
  cost: '{amount, number, ::.00##} {currency}',
  report: {
    answered: 'The model answered {answered, plural, one {# quotation} other {# quotations}} of {quotations, number}.',
    unusable:
      '{unusable, plural, one {# answer was missing or named} other {# answers were missing or named}} no one in the book, so the rules decide there.',
    capped: 'Stopped before exceeding the cap.',
    cancelled: 'Stopped. Answers so far are kept and won’t be charged again.',
    failed: 'Stopped. The rules decide who speaks the unanswered quotations.',
    unanswered: '{failed, plural, one {# request} other {# requests}} failed; the rules decide there.',
    used: '{sent, plural, one {# request} other {# requests}}: {input, number} tokens sent, {output, number} received{source, select, estimated { (partly estimated)} other {}}.',
    cost: 'It cost {cost}{source, select, estimated { (partly estimated)} other {}}.',
  },
} as const;
