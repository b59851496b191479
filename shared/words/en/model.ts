// What is said of a language model that is asked who speaks.

export const model = {
  failure: {
    'unusable-address':
      'The model’s address can’t be used: give it as http://localhost:11434/v1, without a name, a password or a query.',
    'insecure-address':
      'Nothing is sent to {origin}: parts of the book would go there unencrypted. Use an https address, or a server on this machine.',
    'unusable-key': 'The key for {origin} has characters that can’t be sent: copy it again.',
    'no-key': 'The key for {origin} is not at hand: enter it again.',
    'not-set-up': 'No language model is set up.',
    'no-model': 'No model is named for {origin}: name one.',
    'no-consent': 'Nothing was sent to {origin}: agree first that parts of the book are sent there.',
    unauthorized: '{origin} refused the key ({status}): check the key and what it is allowed to use.',
    'no-credit': '{origin} says that the account has no credit left: {message}',
    'not-found': '{origin} knows no such address or model ({status}): check both.',
    refused: '{origin} refused the request: {message}',
    'rate-limited': '{origin} had too many requests and kept refusing: try again later, with fewer requests at once.',
    'server-error': '{origin} failed ({status}): try again later.',
    redirected: '{origin} points to another address, which is not followed with a key: use that address itself.',
    'not-json': '{origin} sent a page or a stream in place of an answer: check the address.',
    unreadable: 'What {origin} answered can’t be read: try again, or use another model.',
    oversized: '{origin} sent far more than any answer has: check the address.',
    'cut-off': 'An answer of {origin} was cut off: allow more tokens a request.',
    'no-answer': '{origin} sent an empty answer: use another model.',
    'no-connection': '{origin} can’t be reached ({message}): check the address, and that the server runs.',
    timeout: '{origin} took too long to answer: try again, or allow fewer tokens a request.',
  },
  plan: {
    /** What is about to leave. */
    leaves:
      '{characters, plural, one {# character} other {# characters}} of the book {place, select, local {stay on this machine, for} other {are sent to}} {origin} in {requests, plural, one {# request} other {# requests}}, about {quotations, plural, one {# quotation} other {# quotations}}.',
    nothing: 'Nothing is sent: {quotations, plural, =0 {no quotation is doubtful} other {all was answered before}}.',
    answered:
      '{answered, plural, one {# more passage was} other {# more passages were}} answered before and cost nothing.',
    tokens: 'About {input, number} tokens are sent and {output, number} come back.',
    cost: 'That costs about {cost}.',
    noPrice: 'What that costs is not known: no prices are set.',
    cap: 'At most {cost} is spent.',
  },
  cost: '{amount, number, ::.00##} {currency}',
  report: {
    answered:
      '{answered, plural, one {# quotation has} other {# quotations have}} an answer of the model, of {quotations, number}.',
    unusable:
      '{unusable, plural, one {# answer named} other {# answers named}} no one in the book or {unusable, plural, one {was} other {were}} missing: the rules decide there.',
    capped: 'Stopped before more than the cap was spent.',
    cancelled: 'Stopped. Answers that came are kept and cost nothing again.',
    failed: 'Stopped. The rules decide where no answer came.',
    unanswered: '{failed, plural, one {# request} other {# requests}} failed; the rules decide there.',
    used: '{sent, plural, one {# request} other {# requests}}: {input, number} tokens sent, {output, number} received{source, select, estimated {, in part as estimated} other {}}.',
    cost: 'It cost {cost}{source, select, estimated {, in part as estimated} other {}}.',
  },
} as const;
