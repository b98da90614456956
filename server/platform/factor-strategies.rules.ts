/** The kinds of second factors, in the words of the identity API. */
export const factorStrategies = [
  'AuthenticatorApp',
  'SMS',
  'EmailCode',
  'WebAuthnPlatform',
  'WebAuthnCrossPlatform',
] as const;

export type FactorStrategy = (typeof factorStrategies)[number];
