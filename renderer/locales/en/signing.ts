// Settings for the signatures of finished files.

export const signing = {
  intro:
    'Exported audio files are signed with a C2PA manifest (“Content Credentials”), so that anyone can check who made them, how, and whether they have changed.',
  switch: 'Signature',
  switchHint: 'Applies to the next export. Files that have already been exported stay as they are.',
  sign: 'Sign finished files',
  organization: 'Name',
  organizationHint:
    'Your name or your organization’s. Everyone who checks a file sees it. If you change it, Lectern creates a new certificate for this computer.',
  signer: 'Name of the signer',
  noName: 'Lectern',
  certificate: 'Certificate',
  certificateHint:
    'This computer’s certificate shows others that files haven’t changed. With one from a C2PA authority, they can also trust the name.',
  installation: 'This computer’s certificate',
  own: '{name}, valid until {expires, date, long}',
  problem: 'It can’t be used, so files are signed with this computer’s certificate: {problem}',
  install: 'Install certificate…',
  remove: 'Remove certificate…',
  removeNow: 'Remove certificate and key from this computer',
  removed: 'Certificate removed. Files are signed with this computer’s certificate.',
  cancel: 'Cancel',
  root: 'Root certificate',
  rootHint:
    'Recipients who add it to their trusted certificates see your files as signed by a trusted signer. It contains no secrets.',
  saveRoot: 'Save root certificate…',
  rootSaved: 'Root certificate saved as {path}.',
  timeStamps: 'Time stamps',
  timeStampsHint:
    'With a time stamp, a signature stays valid after its certificate has expired. The authority only receives a hash of each signature, never audio or text.',
  authority: 'Address of the time-stamp authority',
  none: 'None',
  badAddress: 'Enter an address with https:// or http://, such as https://timestamp.example.com, or leave it empty.',
  dialog: {
    title: 'Install a certificate',
    intro: 'Choose two PEM files. Lectern keeps the private key in the keychain, or in a file that only you can read.',
    replaces: 'This replaces {name} and its private key on this computer.',
    certificate: 'Certificates',
    certificateHint: 'Yours first, each issued by the next one.',
    key: 'Private key',
    keyHint: 'Without a password.',
    choose: 'Choose…',
    chooseCertificate: 'Choose the file with the certificates',
    chooseKey: 'Choose the file with the private key',
    notChosen: 'No file chosen',
    install: 'Install certificate',
    rejected: 'The certificate wasn’t installed: {problem}',
    installed: 'Files are now signed with the certificate of {name}.',
  },
} as const;
