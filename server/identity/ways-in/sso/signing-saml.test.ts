import { SAML, type SamlConfig } from '@node-saml/passport-saml';
import { expect, it } from 'vitest';
import { signingKeys } from '../../../../tests/support/saml-keys';
import { SigningSaml } from './signing-saml';

const options: SamlConfig = {
  callbackUrl: 'https://tare.example/auth/saml/callback',
  issuer: 'https://tare.example',
  idpCert: signingKeys.idp.certificate,
  entryPoint: 'https://idp.example/sso?tenant=a%20b',
  privateKey: signingKeys.idp.key,
  signatureAlgorithm: 'sha256',
  generateUniqueId: () => '_request',
};

const asker = { nameID: 'kim@example.com', nameIDFormat: 'format', issuer: 'https://idp.example', sessionIndex: '_1' };

it.each(['', 'a relay state with spaces & signs'])('signs as the library does, with RelayState %j', async (relay) => {
  const at = (address: string) => new URL(address).searchParams;
  // What they sign differs in the instant of its issue: a message that the library signed is signed once more.
  const [theirs, ours] = [new SAML(options), new SigningSaml(options)].map(
    (saml) => saml as unknown as { signRequest(message: Record<string, string>): void },
  );
  const asked = Object.fromEntries(at(await new SAML(options).getAuthorizeUrlAsync(relay, undefined, {})));
  const left = Object.fromEntries(at(await new SAML(options).getLogoutResponseUrlAsync(asker, relay, {}, true)));
  for (const message of [asked, left]) {
    const { Signature, SigAlg, ...unsigned } = message;
    const signed = [{ ...unsigned }, { ...unsigned }] as const;
    theirs!.signRequest(signed[0]);
    ours!.signRequest(signed[1]);
    expect(signed[1]).toEqual(signed[0]);
    expect(signed[1]).toEqual({ ...unsigned, SigAlg, Signature });
  }
});
