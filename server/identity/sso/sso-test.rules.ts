/** Why a test, or a sign-in, by a provider opens nothing; each has its sentence in `ssoFaults`. */
export const ssoFaults = [
  'notAResponse', 'refusedThere', 'encrypted', 'unsigned', 'badShape', 'weakAlgorithm', 'badSignature', 'wrongIssuer', 'wrongDestination', 'wrongRecipient', 'wrongAudience', 'unknownRequest', 'notYet', 'expired',
  'noSubject', 'otherBrowser', 'answeredBefore', 'noAddress', 'outsideDomains', 'accountElsewhere', 'notOpen', 'providerGone', 'domainNotAllowed', 'settingsChanged',
] as const;
export type TestFault = (typeof ssoFaults)[number];

/** @returns null for one that this version has no sentence for */
export const knownFault = (name: unknown): TestFault | null => ssoFaults.find((fault) => fault === name) ?? null;
