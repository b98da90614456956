import { describe, expect, it } from 'vitest';
import { certificates, idpMetadata } from '../../../../tests/support/sso';
import { readIdpMetadata } from './idp-metadata';

const good = idpMetadata();
const expected = {
  idpEntityId: 'https://idp.example/entity',
  ssoEndpoint: 'https://idp.example/sso',
  ssoBinding: 'redirect',
  publicCertificate: certificates.rsa,
  signRequest: false,
  sloEndpoint: '',
  sloAnswerEndpoint: '',
};

const undeclared = (xml: string) => xml.replace('<?xml version="1.0"?>', '');
const together = (...documents: string[]) =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${documents.map(undeclared).join('')}</md:EntitiesDescriptor>`;
const aService = idpMetadata({ entityId: 'https://service.example' }).replaceAll('IDPSSODescriptor', 'SPSSODescriptor');
const another = idpMetadata({ entityId: 'https://another.example/entity' });

describe('metadata of an identity provider', () => {
  it.each([
    ['as most give it', good, expected],
    [
      'with other prefixes',
      good
        .replaceAll('md:', '')
        .replace('xmlns:md', 'xmlns')
        .replace('xmlns:urn', 'xmlns')
        .replaceAll('ds:', 'sig:')
        .replace('xmlns:ds', 'xmlns:sig'),
      expected,
    ],
    ['that takes requests by form alone', idpMetadata({ binding: 'HTTP-POST' }), { ...expected, ssoBinding: 'post' }],
    ['that asks for signed requests', idpMetadata({ wantsSigned: true }), { ...expected, signRequest: true }],
    [
      'that is told who leaves',
      idpMetadata({ logout: ['https://idp.example/slo'] }),
      { ...expected, sloEndpoint: 'https://idp.example/slo', sloAnswerEndpoint: 'https://idp.example/slo' },
    ],
    [
      'that is answered elsewhere',
      idpMetadata({ logout: ['https://idp.example/slo', 'https://idp.example/answers'] }),
      { ...expected, sloEndpoint: 'https://idp.example/slo', sloAnswerEndpoint: 'https://idp.example/answers' },
    ],
    [
      'that is told so by forms alone',
      idpMetadata({ logout: ['https://idp.example/slo'] }).replace(
        'bindings:HTTP-Redirect" Location="https://idp.example/slo',
        'bindings:HTTP-POST" Location="https://idp.example/slo',
      ),
      expected,
    ],
    [
      'that changes its key',
      idpMetadata({ keys: [certificates.rsa, certificates.ec] }),
      { ...expected, publicCertificate: `${certificates.rsa}\n${certificates.ec}` },
    ],
    ['that names a key twice', idpMetadata({ keys: [certificates.rsa, certificates.rsa] }), expected],
    ['with a mark at its beginning', `\uFEFF${good}`, expected],
    ['after blank lines', `\n\n${good}`, expected],
    ['with comments', good.replace('<md:KeyDescriptor', '<!-- since March --><md:KeyDescriptor'), expected],
    ['beside that of a service provider', together(good, aService), expected],
    [
      'with an older protocol beside it',
      good.replace(
        '<md:IDPSSODescriptor',
        `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/old"/></md:IDPSSODescriptor><md:IDPSSODescriptor`,
      ),
      expected,
    ],
    [
      'of both protocols at once',
      good.replace('Enumeration="', 'Enumeration="urn:oasis:names:tc:SAML:1.1:protocol '),
      expected,
    ],
    [
      'with an endpoint in an attribute that is escaped',
      idpMetadata({ endpoint: 'https://idp.example/sso?a=1&amp;b=2' }),
      { ...expected, ssoEndpoint: 'https://idp.example/sso?a=1&b=2' },
    ],
  ])('%s', (_what, xml, read) => {
    expect(readIdpMetadata(xml)).toEqual(read);
  });

  it('may have as many levels as extensions need', () => {
    expect(
      readIdpMetadata(
        good.replace(
          '<md:KeyDescriptor',
          `${'<md:Extensions>'.repeat(20)}${'</md:Extensions>'.repeat(20)}<md:KeyDescriptor`,
        ),
      ),
    ).toEqual(expected);
  });

  it('takes the address for links before that for forms, and leaves out keys that encrypt', () => {
    const both = good
      .replace(
        '<md:SingleSignOnService',
        '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/><md:SingleSignOnService',
      )
      .replace(
        '</md:KeyDescriptor>',
        `</md:KeyDescriptor><md:KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>none at all</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
      );
    expect(readIdpMetadata(both)).toEqual(expected);
  });

  it('is that of the provider that is meant, where the document describes several', () => {
    const both = together(another, good);
    expect(readIdpMetadata(both)).toBe('severalProviders');
    expect(readIdpMetadata(both, expected.idpEntityId)).toEqual(expected);
    expect(readIdpMetadata(both, 'https://third.example')).toBe('severalProviders');
    expect(
      readIdpMetadata(
        good.replace(
          '</md:EntityDescriptor>',
          `${/<md:IDP.+<\/md:IDPSSODescriptor>/s.exec(good)?.[0]}</md:EntityDescriptor>`,
        ),
      ),
    ).toBe('severalProviders');
  });

  it.each([
    ['no address', good.replace(/<md:SingleSignOnService[^>]+>/, '')],
    ['an address of a binding that is not spoken', idpMetadata({ binding: 'SOAP' })],
  ])('has to name an address, not %s', (_what, xml) => {
    expect(readIdpMetadata(xml)).toBe('noBinding');
  });

  const bomb = `<!DOCTYPE lol [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${good.replace('<?xml version="1.0"?>', '')}`;
  // ASVS V1.5.1
  // Attack: XXE, DTD, entity bomb
  it.each([
    ['nothing', ''],
    ['words', 'metadata'],
    ['JSON', '{"entityID":"x"}'],
    ['a page', '<html><body>Not found</body></html>'],
    ['a document that is cut off', good.slice(0, -30)],
    ['a DTD, whatever is in it', bomb],
    ['a DTD from elsewhere', good.replace('?>', '?><!DOCTYPE md SYSTEM "https://attacker.example/x.dtd">')],
    ['an entity that nobody declared', good.replace('https://idp.example/sso', '&xxe;')],
    [
      'a provider in a document of another kind',
      `<all xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${undeclared(good)}</all>`,
    ],
    ['an older protocol alone', good.replace('SAML:2.0:protocol', 'SAML:1.1:protocol')],
    [
      'more elements than any has',
      good.replace('<md:KeyDescriptor', `${'<md:Extensions/>'.repeat(18_000)}<md:KeyDescriptor`),
    ],
    ['a service provider', good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    ['more keys than any has', idpMetadata({ keys: Array.from({ length: 11 }, () => certificates.rsa) })],
    ['no key', idpMetadata({ keys: [] })],
    ['a short key', idpMetadata({ keys: [certificates.weak] })],
    ['no name', idpMetadata({ entityId: '' })],
    [
      'more levels than any has',
      good.replace(
        '<md:KeyDescriptor',
        `${'<md:Extensions>'.repeat(50)}${'</md:Extensions>'.repeat(50)}<md:KeyDescriptor`,
      ),
    ],
    ['another namespace', good.replace('urn:oasis:names:tc:SAML:2.0:metadata', 'urn:another')],
  ])('not %s', (_what, xml) => {
    expect(readIdpMetadata(xml)).toBe('notMetadata');
  });
});
