import { mostCertificates, readCertificates } from './certificate';
import type { SsoBinding } from './sso.rules';
import { everyElement, isOf, type XmlElement } from './xml-element.rules';
import { signatureNs } from './xml-signature.rules';
import { readXml } from './xml-tree';

const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`;

export const largestMetadata = 500_000;

export interface IdpMetadata {
  idpEntityId: string;
  ssoEndpoint: string;
  ssoBinding: SsoBinding;
  /** PEM of each signing key, below each other. */
  publicCertificate: string;
  signRequest: boolean;
  /** Where it is told that somebody leaves, and where it is answered; empty where it takes neither in an address. */
  sloEndpoint: string;
  sloAnswerEndpoint: string;
}

/** Why a document says of no provider how people sign in there. */
export type MetadataFault = 'notMetadata' | 'severalProviders' | 'noBinding';

/**
 * What a metadata document says of an identity provider (SAML V2.0 Metadata, OASIS 2005, sections 2.3 and 2.4.3). What else is described beside it, as a
 * service provider or an older protocol, is read over. Nothing in it is fetched, no entity is expanded; a document with a DTD is refused.
 * @param known the entity id of the provider that is meant, where it has one: a document may then describe others, too
 */
export function readIdpMetadata(xml: string, known = ''): IdpMetadata | MetadataFault {
  const root = readXml(xml, { comments: 'ignored' });
  if (!root || !['EntityDescriptor', 'EntitiesDescriptor'].some((local) => isOf(metadataNs, local)(root)))
    return 'notMetadata';
  const providers = everyElement(root)
    .filter(isOf(metadataNs, 'EntityDescriptor'))
    .flatMap((entity) =>
      entity.children
        .filter(speaksSaml2)
        .map((descriptor) => ({ idpEntityId: entity.attributes.get('entityID') ?? '', descriptor })),
    );
  const meant = providers.filter(({ idpEntityId }) => idpEntityId === known);
  const [provider, ...others] = meant.length > 0 ? meant : providers;
  if (others.length > 0) return 'severalProviders';
  return provider && provider.idpEntityId !== '' ? described(provider) : 'notMetadata';
}

/** An identity provider may describe itself once for each protocol. */
const speaksSaml2 = (element: XmlElement) =>
  isOf(metadataNs, 'IDPSSODescriptor')(element) &&
  (element.attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol);

function described({
  idpEntityId,
  descriptor,
}: {
  idpEntityId: string;
  descriptor: XmlElement;
}): IdpMetadata | MetadataFault {
  const endpoint = (local: string, name: string) =>
    descriptor.children.find(
      (element) => isOf(metadataNs, local)(element) && element.attributes.get('Binding') === binding(name),
    )?.attributes;
  const keys = descriptor.children.filter(
    (element) => isOf(metadataNs, 'KeyDescriptor')(element) && element.attributes.get('use') !== 'encryption',
  );
  const given = keys.flatMap((key) => everyElement(key).filter(isOf(signatureNs, 'X509Certificate')));
  if (given.length === 0 || given.length > mostCertificates) return 'notMetadata';
  const certificates = given.map(({ text }) => readCertificates(text));
  if (certificates.includes(null)) return 'notMetadata';
  // A request in an address needs no page in between.
  const bySso = {
    redirect: endpoint('SingleSignOnService', 'HTTP-Redirect')?.get('Location'),
    post: endpoint('SingleSignOnService', 'HTTP-POST')?.get('Location'),
  };
  const ssoBinding = bySso.redirect ? 'redirect' : 'post';
  const ssoEndpoint = bySso[ssoBinding];
  if (!ssoEndpoint) return 'noBinding';
  const leaving = endpoint('SingleLogoutService', 'HTTP-Redirect');
  const sloEndpoint = leaving?.get('Location') ?? '';
  const pems = new Set(certificates.flatMap((one) => one?.map(({ pem }) => pem) ?? []));
  return {
    idpEntityId,
    ssoEndpoint,
    ssoBinding,
    publicCertificate: [...pems].join('\n'),
    signRequest: ['true', '1'].includes(descriptor.attributes.get('WantAuthnRequestsSigned') ?? ''),
    sloEndpoint,
    sloAnswerEndpoint: leaving?.get('ResponseLocation') ?? sloEndpoint,
  };
}
