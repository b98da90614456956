import { everyElement, isOf, type XmlElement } from './xml-element.rules';
import { faultOfSignature, signatureNs } from './xml-signature.rules';

export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** Why a response lets nobody in. */
export type SamlFault =
  | 'notAResponse'
  | 'refusedThere'
  | 'encrypted'
  | 'unsigned'
  | 'badShape'
  | 'weakAlgorithm'
  | 'badSignature'
  | 'wrongIssuer'
  | 'wrongDestination'
  | 'wrongRecipient'
  | 'wrongAudience'
  | 'unknownRequest'
  | 'notYet'
  | 'expired'
  | 'noSubject';

/** Clocks of two houses differ by so much. */
export const skewMs = 60_000;

export const within = (element: XmlElement, uri: string, local: string) => element.children.filter(isOf(uri, local));
export const textOf = (element: XmlElement | undefined) => element?.text.trim() ?? '';

/**
 * Judges how a response is built, before any signature is looked at: one response with one assertion in it, each signed by itself where it stands,
 * and nothing that a reader could take for another of them. What is wrapped, doubled or moved has no such shape.
 * @returns null where it is sound
 */
export function faultOfShape(root: XmlElement): SamlFault | null {
  if (!isOf(protocolNs, 'Response')(root)) return 'notAResponse';
  const status = within(within(root, protocolNs, 'Status')[0] ?? root, protocolNs, 'StatusCode')[0]?.attributes.get(
    'Value',
  );
  if (status !== 'urn:oasis:names:tc:SAML:2.0:status:Success') return 'refusedThere';
  const all = everyElement(root);
  const named = (local: string) => all.filter((element) => element.local === local);
  if (all.some(({ local }) => local.startsWith('Encrypted'))) return 'encrypted';
  const [assertion] = within(root, assertionNs, 'Assertion');
  if (!assertion || named('Assertion').length !== 1 || named('Response').length !== 1) return 'badShape';
  const signatures = [root, assertion].map((signed) => within(signed, signatureNs, 'Signature'));
  if (signatures.some(({ length }) => length === 0)) return 'unsigned';
  if (named('Signature').length !== 2 || signatures.some(({ length }) => length !== 1) || named('Object').length > 0)
    return 'badShape';
  const ids = all.flatMap((element) => element.ids);
  if (new Set(ids).size !== ids.length) return 'badShape';
  for (const [at, signed] of [root, assertion].entries()) {
    const wrong = faultOfSignature(signed, signatures[at]![0]!);
    if (wrong) return wrong;
  }
  return null;
}

/** What this side knows of the sign-in that a response is to answer. */
export interface ExpectedResponse {
  /** Empty where the provider is known by its certificate alone. */
  idpEntityId: string;
  /** Where answers are sent. */
  acsUrl: string;
  /** By what name this side is known. */
  spEntityId: string;
  /** The id of the request. */
  requestId: string;
  now: Date;
}

/** By what a provider names somebody and its session of theirs (SAML V2.0 Core, OASIS 2005, section 2.2). */
export interface SamlName {
  nameId: string;
  nameIdFormat: string;
  nameQualifier: string | null;
  spNameQualifier: string | null;
  sessionIndex: string | null;
}

/** Somebody whom a provider vouches for. */
export interface SamlSubject {
  issuer: string;
  subject: string;
  /** How the subject is named: a URI of SAML V2.0 Core, section 8.3; empty where the provider does not say. */
  subjectFormat: string;
  /** Where the provider says within whose names it is one. */
  nameQualifier: string | null;
  spNameQualifier: string | null;
  /** Of the provider's session, for ending it. */
  sessionIndex: string | null;
  /** When they were asked who they are, in seconds; of several times the first. */
  provenSeconds: number;
  attributes: Record<string, string[]>;
}

export const instant = (element: XmlElement | undefined, name: string) => {
  const given = element?.attributes.get(name);
  return given === undefined ? undefined : Date.parse(given);
};

/** A time that cannot be read is none that has come, and one that has passed. */
export const isBefore = (time: number | undefined, now: Date) =>
  time !== undefined && !(time <= now.getTime() + skewMs);
export const isOver = (time: number | undefined, now: Date) => time !== undefined && !(time > now.getTime() - skewMs);

/**
 * Judges what a response says whose signatures are good (SAML V2.0 Profiles, OASIS 2005, section 4.1.4.3).
 * @param response as it was sent: the attributes of its outermost element count alone
 * @param assertion as it was signed
 */
export function judgeResponse(
  response: XmlElement,
  assertion: XmlElement,
  expected: ExpectedResponse,
): SamlSubject | SamlFault {
  const { idpEntityId, acsUrl, spEntityId, requestId, now } = expected;
  const issuer = textOf(within(assertion, assertionNs, 'Issuer')[0]);
  const issuers = [...within(response, assertionNs, 'Issuer').map(textOf), issuer];
  if (issuer === '' || issuers.some((name) => name !== (idpEntityId || issuer))) return 'wrongIssuer';
  if (response.attributes.get('Destination') !== acsUrl) return 'wrongDestination';
  if (response.attributes.get('InResponseTo') !== requestId) return 'unknownRequest';

  const [subject] = within(assertion, assertionNs, 'Subject');
  const confirmed = confirmationFault(subject, expected);
  if (confirmed !== null) return confirmed;

  const [conditions] = within(assertion, assertionNs, 'Conditions');
  const audiences = (conditions ? within(conditions, assertionNs, 'AudienceRestriction') : []).map((restriction) =>
    within(restriction, assertionNs, 'Audience').map(textOf),
  );
  if (audiences.length === 0 || audiences.some((names) => !names.includes(spEntityId))) return 'wrongAudience';
  const statements = within(assertion, assertionNs, 'AuthnStatement');
  const issued = [response, assertion].map((element) => instant(element, 'IssueInstant') ?? Number.NaN);
  if (
    isBefore(instant(conditions, 'NotBefore'), now) ||
    issued.some((at) => isBefore(at, now)) ||
    statements.some((statement) => isBefore(instant(statement, 'AuthnInstant'), now))
  )
    return 'notYet';
  if (
    isOver(instant(conditions, 'NotOnOrAfter'), now) ||
    statements.some((statement) => isOver(instant(statement, 'SessionNotOnOrAfter'), now))
  )
    return 'expired';

  const [nameId] = subject ? within(subject, assertionNs, 'NameID') : [];
  const subjectFormat = nameId?.attributes.get('Format') ?? '';
  // A name of one sign-in says nothing of who comes the next time.
  if (textOf(nameId) === '' || subjectFormat.endsWith(':transient') || statements.length === 0) return 'noSubject';
  return {
    issuer,
    subject: textOf(nameId),
    subjectFormat,
    nameQualifier: nameId?.attributes.get('NameQualifier') ?? null,
    spNameQualifier: nameId?.attributes.get('SPNameQualifier') ?? null,
    sessionIndex: statements[0]?.attributes.get('SessionIndex') ?? null,
    provenSeconds: Math.min(...statements.map((statement) => instant(statement, 'AuthnInstant') ?? Number.NaN)) / 1000,
    attributes: attributesOf(assertion),
  };
}

/** Whether it may be brought here, now, in answer to the request: one confirmation of it has to say all of that. */
function confirmationFault(
  subject: XmlElement | undefined,
  { acsUrl, requestId, now }: ExpectedResponse,
): SamlFault | null {
  const bearers = (subject ? within(subject, assertionNs, 'SubjectConfirmation') : []).filter(
    ({ attributes }) => attributes.get('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  );
  const faults = bearers.map((bearer): SamlFault | null => {
    const [data] = within(bearer, assertionNs, 'SubjectConfirmationData');
    if (data?.attributes.get('Recipient') !== acsUrl) return 'wrongRecipient';
    if (data.attributes.get('InResponseTo') !== requestId) return 'unknownRequest';
    if (isBefore(instant(data, 'NotBefore'), now)) return 'notYet';
    return isOver(instant(data, 'NotOnOrAfter') ?? Number.NaN, now) ? 'expired' : null;
  });
  return faults.includes(null) ? null : (faults[0] ?? 'noSubject');
}

function attributesOf(assertion: XmlElement): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of within(assertion, assertionNs, 'AttributeStatement')) {
    for (const attribute of within(statement, assertionNs, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const values = within(attribute, assertionNs, 'AttributeValue')
        .map(textOf)
        .filter((value) => value !== '');
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  }
  return Object.fromEntries(found);
}
