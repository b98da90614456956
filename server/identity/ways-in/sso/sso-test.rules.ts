/** Why a test, or a sign-in, by a provider opens nothing; each has its sentence in `ssoFaults`. */
const ssoFaults = [
  'notAResponse',
  'refusedThere',
  'encrypted',
  'unsigned',
  'badShape',
  'weakAlgorithm',
  'badSignature',
  'wrongIssuer',
  'wrongDestination',
  'wrongRecipient',
  'wrongAudience',
  'unknownRequest',
  'notYet',
  'expired',
  'noSubject',
  'unreachable',
  'badMetadata',
  'otherProvider',
  'codeRefused',
  'badAnswer',
  'wrongParty',
  'wrongNonce',
  'wrongHash',
  'otherSubject',
  'notVerified',
  'otherAddress',
  'otherBrowser',
  'answeredBefore',
  'notAfresh',
  'noAddress',
  'severalAddresses',
  'outsideDomains',
  'accountElsewhere',
  'reassigned',
  'notOpen',
  'providerGone',
  'domainNotAllowed',
  'settingsChanged',
  'flood',
] as const;
export type TestFault = (typeof ssoFaults)[number];

/** @returns null for one that this version has no sentence for */
export const knownFault = (name: unknown): TestFault | null => ssoFaults.find((fault) => fault === name) ?? null;

/** What a provider says of somebody in claims, as texts to be shown. */
export const attributesOf = (claims: Readonly<Record<string, unknown>>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, claim]) => [
      name,
      [claim].flat().map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))),
    ]),
  );
