import { assertionNs, instant, isBefore, isOver, protocolNs, skewMs, textOf, within } from './saml-response.rules';
import { everyElement, isOf, type XmlElement } from './xml-element.rules';
import { algorithms, faultOfSignature, signatureNs } from './xml-signature.rules';

/** Why a message about leaving does nothing. */
export type LogoutFault =
  | 'notAMessage'
  | 'unsigned'
  | 'badShape'
  | 'weakAlgorithm'
  | 'badSignature'
  | 'wrongIssuer'
  | 'wrongDestination'
  | 'notYet'
  | 'expired'
  | 'encrypted'
  | 'noSubject'
  | 'unknownRequest'
  | 'repeated';

/** A message is under way for so long at the most. */
export const messageMs = 300_000;

export const isLogoutMessage = (root: XmlElement, local: 'LogoutRequest' | 'LogoutResponse') =>
  isOf(protocolNs, local)(root);
export const issuerOf = (root: XmlElement) => textOf(within(root, assertionNs, 'Issuer')[0]);
/** By which algorithm what stands in an address may be signed (SAML V2.0 Bindings, OASIS 2005, section 3.4.4.1). */
export const isStrong = (algorithm: string) => algorithms.SignatureMethod?.has(algorithm) === true;

/**
 * Judges how a posted message is built, before its signature is looked at: it is signed once, by itself and whole.
 * @returns null where it is sound
 */
export function faultOfPosted(root: XmlElement): LogoutFault | null {
  const all = everyElement(root);
  const [signature, ...others] = within(root, signatureNs, 'Signature');
  if (!signature) return 'unsigned';
  if (
    others.length > 0 ||
    all.filter(({ local }) => local === 'Signature').length !== 1 ||
    all.some(({ local }) => local === 'Object')
  )
    return 'badShape';
  const ids = all.flatMap((element) => element.ids);
  if (new Set(ids).size !== ids.length) return 'badShape';
  return faultOfSignature(root, signature);
}

interface Here {
  logoutUrl: string;
  now: Date;
}

/** What both messages say whose signature is good: that they are for this address, and of now. */
function faultOfPlace(root: XmlElement, { logoutUrl, now }: Here): LogoutFault | null {
  if (root.attributes.get('Destination') !== logoutUrl) return 'wrongDestination';
  const issued = instant(root, 'IssueInstant') ?? Number.NaN;
  if (isBefore(issued, now)) return 'notYet';
  return isOver(issued + messageMs - skewMs, now) || isOver(instant(root, 'NotOnOrAfter'), now) ? 'expired' : null;
}

/** Whom a provider signs out. */
export interface LeavingPerson {
  nameId: string;
  /** Empty where any will do. */
  nameIdFormat: string;
  /** Of the sessions that end; none where all of theirs do. */
  sessionIndexes: readonly string[];
}

const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** Judges a request of a provider (SAML V2.0 Core, OASIS 2005, section 3.7.1). */
export function judgeLogoutRequest(
  root: XmlElement,
  here: Here,
): (LeavingPerson & { messageId: string }) | LogoutFault {
  const misplaced = faultOfPlace(root, here);
  if (misplaced) return misplaced;
  if (within(root, assertionNs, 'EncryptedID').length > 0) return 'encrypted';
  const [named, ...others] = within(root, assertionNs, 'NameID');
  const messageId = root.attributes.get('ID') ?? '';
  if (!named || others.length > 0 || textOf(named) === '' || messageId === '' || messageId.length > 200)
    return 'noSubject';
  const format = named.attributes.get('Format') ?? '';
  return {
    messageId,
    nameId: textOf(named),
    nameIdFormat: format === unspecified ? '' : format,
    sessionIndexes: within(root, protocolNs, 'SessionIndex').map(textOf),
  };
}

/** Judges a provider's answer to a request of ours (the same, section 3.7.2). */
export function judgeLogoutResponse(
  root: XmlElement,
  here: Here,
): { inResponseTo: string; everywhere: boolean } | LogoutFault {
  const misplaced = faultOfPlace(root, here);
  if (misplaced) return misplaced;
  const [status] = within(root, protocolNs, 'Status');
  const codes = status ? within(status, protocolNs, 'StatusCode') : [];
  const success = codes[0]?.attributes.get('Value') === 'urn:oasis:names:tc:SAML:2.0:status:Success';
  const partial = codes
    .flatMap((code) => within(code, protocolNs, 'StatusCode'))
    .some(({ attributes }) => attributes.get('Value')?.endsWith(':PartialLogout'));
  return { inResponseTo: root.attributes.get('InResponseTo') ?? '', everywhere: success && !partial };
}
