import { describe, expect, it } from 'vitest';
import { inclusive, posted, samlResponse, usualSaid, type Said } from '../../../../tests/support/saml-idp';
import { signingKeys } from '../../../../tests/support/saml-keys';
import { readSamlResponse, SamlRefused } from './saml-response';
import type { ExpectedResponse } from './saml-response.rules';

const now = new Date('2026-03-18T12:00:00Z');
const usual = usualSaid(now);
const expected: ExpectedResponse = {
  idpEntityId: usual.entityId,
  acsUrl: usual.acsUrl,
  spEntityId: usual.audience,
  requestId: usual.requestId,
  now,
};
const provider = { publicCertificate: signingKeys.idp.certificate };
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const readText = async (text: string, of = provider) => readSamlResponse(text, { provider: of, expected });
const read = (xml: string, of = provider) => readText(posted(xml), of);
/** Why it is refused; who comes in by it where it is not. */
const outcome = (reading: Promise<{ subject: string }>) =>
  reading.then(
    ({ subject }) => `in: ${subject}`,
    (error: unknown) => (error instanceof SamlRefused ? error.fault : String(error)),
  );

const good = samlResponse(usual);
/** A part of a text, from one mark to another. */
const piece = (xml: string, from: string, to: string) =>
  xml.slice(xml.indexOf(from), xml.indexOf(to, xml.indexOf(from)) + to.length);
const assertion = piece(good, '<saml:Assertion', '</saml:Assertion>');
const signatureOf = (element: string) => piece(element, '<ds:Signature', '</ds:Signature>');
const responseSignature = signatureOf(good);
const assertionSignature = signatureOf(assertion);
/** Somebody else, in an assertion of another id. */
const evil = (xml: string) =>
  xml.replace('kim@sso.example', 'boss@sso.example').replace('ID="_assertion"', 'ID="_evil"');
const bareEvil = evil(assertion.replace(assertionSignature, ''));
const withNs = (xml: string) =>
  xml.replace('<saml:Assertion', '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"');
/** The outermost element with what is given within. */
const response = (content: string, id = '_response') =>
  `${piece(good, '<samlp:Response', '>').replace('_response', id)}${content}</samlp:Response>`;
const head = piece(good, '<saml:Issuer', '</saml:Issuer>');
const status = piece(good, '<samlp:Status>', '</samlp:Status>');
const into = (signature: string, inner: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);

describe('a SAML response', () => {
  it('vouches for somebody where both signatures are good, and all it says fits the request', async () => {
    await expect(read(good)).resolves.toEqual({
      issuer: usual.entityId,
      subject: 'kim@sso.example',
      subjectFormat: usual.nameIdFormat,
      nameQualifier: null,
      spNameQualifier: null,
      sessionIndex: '_session',
      provenSeconds: now.getTime() / 1000,
      attributes: { groups: ['Kitchen', 'Buyers'] },
    });
  });

  const right: [string, Partial<Said>][] = [
    [
      'SHA-512',
      {
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
      },
    ],
    ['the older canonical form', { canonicalization: inclusive, transform: inclusive }],
    ['a canonical form that goes without saying', { transform: 'none' }],
    ['namespaces that count as used', { prefixes: ['saml', 'xs'] }],
    [
      'signs that are escaped',
      { attributes: { groups: ['R&amp;D &lt;Köln&gt; &quot;Süd&quot;', 'two&#10;lines&#13;', '👩‍🍳'] } },
    ],
    ['a clock that is 50 s ahead', { issuedAt: later(50 / 60), notBefore: later(50 / 60) }],
    ['an end that was 50 s ago', { notOnOrAfter: later(-50 / 60), confirmedUntil: later(-50 / 60) }],
  ];
  it.each(right)('is taken with %s', async (_what, said) => {
    await expect(outcome(read(samlResponse({ ...usual, ...said })))).resolves.toBe('in: kim@sso.example');
  });

  const [xs, xsi] = [
    'xmlns:xs="http://www.w3.org/2001/XMLSchema"',
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  ];
  const id = (at: number) => `b0c2f4ee-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const many = (count: number, part: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => part(at)).join('');
  const values = (count: number, of: (at: number) => string, mark = '') =>
    many(count, (at) => `<saml:AttributeValue${mark}>${of(at)}</saml:AttributeValue>`);
  const claims = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';
  it.each([
    ['Entra', 150, `<saml:Attribute Name="${claims}/groups">${values(150, id)}</saml:Attribute>`],
    [
      'AD FS',
      200,
      `<saml:Attribute Name="http://schemas.xmlsoap.org/claims/Group" a:OriginalIssuer="${claims}" xmlns:a="http://schemas.xmlsoap.org/ws/2009/09/identity/claims">${values(200, (at) => `KITCHEN\\Group ${at}`)}</saml:Attribute>`,
    ],
    [
      'Okta',
      250,
      `<saml:Attribute Name="groups" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified">${values(250, (at) => `Kitchen ${at}`, ` ${xs} ${xsi} xsi:type="xs:string"`)}</saml:Attribute>`,
    ],
    [
      'SimpleSAMLphp',
      300,
      `<saml:Attribute Name="memberOf">${values(300, (at) => `cn=kitchen-${at},ou=groups,dc=caterer,dc=example`, ` ${xsi} xsi:type="xs:string"`)}</saml:Attribute>`,
    ],
    [
      'Keycloak',
      300,
      many(
        300,
        (at) =>
          `<saml:Attribute FriendlyName="Groups" Name="groups" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue ${xs} ${xsi} xsi:type="xs:string">/kitchen/${at}</saml:AttributeValue></saml:Attribute>`,
      ),
    ],
  ])('is taken with the groups of somebody who has many, as %s sends them: %i', async (_who, count, attributes) => {
    const xml = samlResponse({ ...usual, attributes: {} }, (text) =>
      text.replace('<saml:AttributeStatement>', `<saml:AttributeStatement>${attributes}`),
    );
    expect(Object.values((await read(xml)).attributes)).toEqual([expect.objectContaining({ length: count })]);
  });

  it('is taken by either key while a provider changes it', async () => {
    const both = { publicCertificate: `${signingKeys.other.certificate}\n${signingKeys.idp.certificate}` };
    await expect(outcome(read(good, both))).resolves.toBe('in: kim@sso.example');
    await expect(outcome(read(good, { publicCertificate: signingKeys.other.certificate }))).resolves.toBe(
      'badSignature',
    );
  });

  it.each(['assertion', 'response'] as const)('is refused where another key has signed the %s alone', async (part) => {
    const [first, second] =
      part === 'assertion' ? [signingKeys.other, signingKeys.idp] : [signingKeys.idp, signingKeys.other];
    const inner = samlResponse({ ...usual, by: first, signs: ['assertion'] });
    await expect(outcome(read(samlResponse({ ...usual, by: second, signs: ['response'] }, () => inner)))).resolves.toBe(
      'badSignature',
    );
  });

  const wrong: [string, string, Partial<Said>][] = [
    ['no signature at all', 'unsigned', { signs: [] }],
    ['an assertion without a signature', 'unsigned', { signs: ['response'] }],
    ['a signed assertion in a response without', 'unsigned', { signs: ['assertion'] }],
    ['a signature by SHA-1', 'weakAlgorithm', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['a digest by SHA-1', 'weakAlgorithm', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    ['a key that it brings itself', 'badSignature', { by: signingKeys.other }],
    ['another audience', 'wrongAudience', { audience: 'https://other.example' }],
    ['another recipient', 'wrongRecipient', { recipient: 'https://other.example/auth/saml/callback' }],
    ['another destination', 'wrongDestination', { acsUrl: 'https://other.example/auth/saml/callback' }],
    ['another issuer', 'wrongIssuer', { entityId: 'https://other.example/entity' }],
    [
      'an issuer of the response that is not the assertion’s',
      'wrongIssuer',
      { responseIssuer: 'https://other.example/entity' },
    ],
    ['a request that was not made', 'unknownRequest', { requestId: '_other' }],
    ['a confirmation of another request', 'unknownRequest', { confirmedRequestId: '_other' }],
    ['conditions that are over', 'expired', { notOnOrAfter: later(-1.1) }],
    ['a confirmation that is over', 'expired', { confirmedUntil: later(-1.1) }],
    ['a session that is over', 'expired', { sessionUntil: later(-1.1) }],
    ['conditions of the future', 'notYet', { notBefore: later(1.1) }],
    ['an issue in the future', 'notYet', { issuedAt: later(1.1) }],
    [
      'a name of this sign-in alone',
      'noSubject',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
    ['no name', 'noSubject', { nameId: '' }],
    ['a refusal of the provider', 'refusedThere', { status: 'Responder' }],
    ['a comment in the name', 'notAResponse', { rawName: 'boss@sso.example<!-- -->.evil.example' }],
  ];
  // ASVS V6.8.2/3
  // Attack: XSW1–8 and other SAML forgeries
  it.each(wrong)('is refused with %s: %s', async (_what, fault, said) => {
    await expect(outcome(read(samlResponse({ ...usual, ...said })))).resolves.toBe(fault);
  });

  it('is refused where its outermost element names another request', async () => {
    await expect(
      outcome(read(samlResponse({ ...usual, requestId: '_other', confirmedRequestId: usual.requestId }))),
    ).resolves.toBe('unknownRequest');
  });

  // The eight of 'On Breaking SAML' (Somorovsky et al., USENIX Security 2012), and what was found since.
  const wrapped: [string, string, string][] = [
    [
      '1: a response around the signed one, which stands in its signature',
      'badShape',
      response(`${head}${into(responseSignature, good)}${status}${bareEvil}`, '_evil_response'),
    ],
    [
      '2: the signed response beside a signature of another',
      'badShape',
      response(`${head}${responseSignature}${good}${status}${bareEvil}`, '_evil_response'),
    ],
    [
      '3: another assertion before the signed one',
      'badShape',
      good.replace('<saml:Assertion', `${bareEvil}<saml:Assertion`),
    ],
    [
      '4: another assertion around the signed one',
      'badShape',
      good.replace(assertion, bareEvil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    ],
    [
      '5: another assertion that carries the signature of the first',
      'badShape',
      good.replace(assertion, evil(assertion) + assertion.replace(assertionSignature, '')),
    ],
    [
      '6: another assertion whose signature holds the first',
      'badShape',
      good.replace(
        assertion,
        evil(assertion).replace(
          assertionSignature,
          into(assertionSignature, withNs(assertion.replace(assertionSignature, ''))),
        ),
      ),
    ],
    [
      '7: another assertion in extensions',
      'badShape',
      good.replace(status, `<samlp:Extensions>${bareEvil}</samlp:Extensions>${status}`),
    ],
    [
      '8: the first in an object of the signature of another',
      'badShape',
      good.replace(
        assertion,
        bareEvil.replace(
          '<saml:Subject>',
          `${into(assertionSignature, withNs(assertion.replace(assertionSignature, '')))}<saml:Subject>`,
        ),
      ),
    ],
    ['another name in what is signed', 'badSignature', good.replace('kim@sso.example', 'boss@sso.example')],
    ['the same id twice', 'badShape', good.replace('<samlp:Status>', '<samlp:Status ID="_assertion">')],
    ['the same id in another spelling', 'badShape', good.replace('<samlp:Status>', '<samlp:Status Id="_assertion">')],
    [
      'two texts of what is signed',
      'badShape',
      good.replace('</ds:SignedInfo>', `</ds:SignedInfo>${piece(good, '<ds:SignedInfo', '</ds:SignedInfo>')}`),
    ],
    ['a comment in a digest', 'notAResponse', good.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->')],
    ['a reference to something else', 'badShape', good.replace('URI="#_assertion"', 'URI="#_response"')],
    [
      'a transform that takes away more than the signature',
      'badShape',
      good.replace(
        `<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>`,
        '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>',
      ),
    ],
    [
      'a third transform',
      'badShape',
      good.replace(
        '<ds:Transforms>',
        '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>',
      ),
    ],
    ['another digest', 'badSignature', good.replace(/<ds:DigestValue>...../, '<ds:DigestValue>AAAAA')],
    ['another signature', 'badSignature', good.replace(/<ds:SignatureValue>...../, '<ds:SignatureValue>AAAAA')],
    [
      'a digest of the assertion that fits no more',
      'badSignature',
      `${good.slice(0, good.lastIndexOf('<ds:DigestValue>'))}<ds:DigestValue>AAAAA${good.slice(good.lastIndexOf('<ds:DigestValue>') + 21)}`,
    ],
    [
      'another transform',
      'weakAlgorithm',
      good.replace(
        'Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"',
        'Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
      ),
    ],
    ['an encrypted assertion', 'encrypted', good.replace(assertion, '<saml:EncryptedAssertion/>')],
    ['a DTD', 'notAResponse', `<!DOCTYPE x [<!ENTITY a "kim">]>${good}`],
    [
      'an entity bomb',
      'notAResponse',
      `<!DOCTYPE x [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${good.replace('kim@sso.example', '&b;')}`,
    ],
    ['an outer entity', 'notAResponse', `<!DOCTYPE x SYSTEM "https://evil.example/x.dtd">${good}`],
    ['a processing instruction', 'notAResponse', good.replace('<samlp:Status>', '<?php x?><samlp:Status>')],
    ['very many elements', 'notAResponse', good.replace('<samlp:Status>', `<samlp:Status>${'<a/>'.repeat(18_000)}`)],
    [
      'very many attributes',
      'notAResponse',
      good.replace('<samlp:Status>', `<samlp:Status ${many(1_100, (at) => `a${at}="" `)}>`),
    ],
    [
      'very many namespaces',
      'notAResponse',
      good.replace('<samlp:Status>', `<samlp:Status ${many(6_000, (at) => `xmlns:a${at}="a" `)}>`),
    ],
    ['very many levels', 'notAResponse', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
    ['another document', 'notAResponse', '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>'],
  ];
  // ASVS V1.5.1
  // Attack: XSW1–8 and other SAML forgeries
  // Attack: XXE, DTD, entity bomb
  it.each(wrapped)('that is wrapped or rebuilt is refused, %s: %s', async (_what, fault, xml) => {
    expect(xml).not.toBe(good);
    await expect(outcome(read(xml))).resolves.toBe(fault);
  });

  it.each([
    ['no base64', '<samlp:Response/>'],
    ['nothing', ''],
    ['too much', 'A'.repeat(200_001)],
  ])('is refused with %s', async (_what, text) => {
    await expect(outcome(readText(text))).resolves.toBe('notAResponse');
  });
});
