// Messages about identifying speakers with a language model.

export const model = {
  failure: {
    'unusable-address':
      'The model’s address can’t be used: enter it like http://localhost:11434/v1, without user name, password or query.',
    'insecure-address':
      'Nothing was sent to {origin}: the connection is unencrypted. Use an https address, or a server on this machine.',
    'unusable-key': 'The key for {origin} has characters that can’t be sent: copy it again.',
    'no-key': 'The key for {origin} isn’t available: enter it again.',
    'not-set-up': 'No language model is set up.',
    'no-model': 'No model is set for {origin}: enter its name.',
    'no-consent': 'Nothing was sent to {origin}: first allow sending parts of the book there.',
    unauthorized: '{origin} refused the key ({status}): check the key and what it is allowed to use.',
    'no-credit': 'The account at {origin} has no credit left: {message}',
    'not-found': '{origin} didn’t find this address or model ({status}): check both.',
    refused: '{origin} refused the request: {message}',
    'rate-limited': '{origin} kept refusing: too many requests. Try again later, with fewer requests at once.',
    'server-error': '{origin} failed ({status}): try again later.',
    redirected: '{origin} redirects to another address, and the key isn’t sent there: enter that address instead.',
    'not-json': '{origin} sent a page or stream instead of an answer: check the address.',
    unreadable: 'The answer from {origin} can’t be read: try again, or use another model.',
    oversized: '{origin} sent far too much for an answer: check the address.',
    'cut-off': 'An answer from {origin} was cut off: allow more tokens per request.',
    'no-answer': '{origin} sent an empty answer: use another model.',
    'no-connection': '{origin} can’t be reached ({message}): check the address, and that the server runs.',
    timeout: '{origin} took too long to answer: try again, or allow fewer tokens per request.',
  },
  plan: {
    /** The requests that are about to be sent. */
    leaves:
      '{characters, plural, one {# character} other {# characters}} of the book {place, select, local {stay on this machine, for} other {are sent to}} {origin} in {requests, plural, one {# request} other {# requests}}, about {quotations, plural, one {# quotation} other {# quotations}}.',
    nothing: 'Nothing is sent: {quotations, plural, =0 {no quotation is doubtful} other {all were answered before}}.',
    answered:
      '{answered, plural, one {# more passage was} other {# more passages were}} answered before and cost nothing.',
    tokens: 'About {input, number} tokens are sent and {output, number} received.',
    cost: 'This costs about {cost}.',
    noPrice: 'Cost unknown: no prices are set.',
    cap: 'The cap is {cost}.',
  },
  cost: '{amount, number, ::.00##} {currency}',
  report: {
    answered: 'The model answered {answered, plural, one {# quotation} other {# quotations}} of {quotations, number}.',
    unusable:
      '{unusable, plural, one {# answer named} other {# answers named}} no one in the book or {unusable, plural, one {was} other {were}} missing: the rules decide there.',
    capped: 'Stopped before exceeding the cap.',
    cancelled: 'Stopped. Answers so far are kept and won’t cost again.',
    failed: 'Stopped. The rules decide the unanswered quotations.',
    unanswered: '{failed, plural, one {# request} other {# requests}} failed; the rules decide there.',
    used: '{sent, plural, one {# request} other {# requests}}: {input, number} tokens sent, {output, number} received{source, select, estimated {, in part as estimated} other {}}.',
    cost: 'It cost {cost}{source, select, estimated {, in part as estimated} other {}}.',
  },
} as const;
