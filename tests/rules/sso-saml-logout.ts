import type { Rule } from './rule';

const at = 'server/identity/sso';
const logout = `${at}/saml-logout.http.test.ts`;
const refused = 'a provider that says that somebody leaves > is refused with a message %s: %s';
const rebuilt = 'a provider that says that somebody leaves > is refused with %s';
const keys = `${at}/sp-key.rules.test.ts`;

export const samlLogoutRules: readonly Rule[] = [
  { name: 'a certificate of a key that is not RSA is not kept', of: 'policy', file: `${at}/sso-config.service.ts`, text: 'if (pems?.some(({ isRsa }) => !isRsa)) throw', off: 'if (false) throw', seenBy: [`${at}/sso-configs.client.http.test.ts`, 'the identity providers of a tenant > are refused with %s, and nothing is kept'] },
  { name: 'nobody is led to an address that may not be called when they leave', of: 'policy', file: `${at}/sso-config.service.ts`, text: "if (leaving) checkAddress(outbound, 'metadata', leaving);", off: 'if (leaving) void outbound;', seenBy: [`${at}/sso-configs.client.http.test.ts`, 'a metadata document > is refused where people who leave would be led to an address that may not be called'] },
  { name: 'a message of a provider is signed', of: 'policy', file: `${at}/saml-logout-message.ts`, text: "if (!algorithm || !signature) throw new LogoutRefused('unsigned');", off: 'if (!algorithm || !signature) return true;', seenBy: [logout, refused] },
  { name: 'a message in an address is signed by no weaker hash than SHA-256', of: 'policy', file: `${at}/saml-logout-message.ts`, text: "if (!isStrong(algorithm)) throw new LogoutRefused('weakAlgorithm');", off: '', seenBy: [logout, refused] },
  { name: 'a message in an address is signed by its provider', of: 'policy', file: `${at}/saml-logout-message.ts`, text: "verify(pem, signature, 'base64')", off: "verify(pem, signature, 'base64') || pem !== ''", seenBy: [logout, refused] },
  { name: 'nothing that an address says twice is read', of: 'policy', file: `${at}/saml-logout-message.ts`, text: 'if (sent.has(name)) return null;', off: '', seenBy: [logout, 'a provider that says that somebody leaves > is refused where nobody has a provider of that name, and where a message is given twice in one address'] },
  { name: 'a posted message is signed', of: 'policy', file: `${at}/saml-logout.rules.ts`, text: "if (!signature) return 'unsigned';", off: 'if (!signature) return null;', seenBy: [logout, refused] },
  { name: 'a posted message is signed once', of: 'policy', file: `${at}/saml-logout.rules.ts`, text: "if (others.length > 0 || all.filter(({ local }) => local === 'Signature').length !== 1 || all.some(({ local }) => local === 'Object')) return 'badShape';", off: '', seenBy: [logout, rebuilt] },
  { name: 'a message of a provider is for this address', of: 'policy', file: `${at}/saml-logout.rules.ts`, text: "if (root.attributes.get('Destination') !== logoutUrl) return 'wrongDestination';", off: '', seenBy: [logout, refused] },
  { name: 'a message of a provider is of now', of: 'policy', file: `${at}/saml-logout.rules.ts`, text: 'isOver(issued + messageMs - skewMs, now) ||', off: '', seenBy: [logout, refused] },
  { name: 'a message of a provider ends', of: 'policy', file: `${at}/saml-logout.rules.ts`, text: "isOver(instant(root, 'NotOnOrAfter'), now) ?", off: 'false ?', seenBy: [logout, refused] },
  { name: 'a message of a provider is not of the future', of: 'policy', file: `${at}/saml-logout.rules.ts`, text: "if (isBefore(issued, now)) return 'notYet';", off: '', seenBy: [logout, refused] },
  { name: 'a message of a provider is obeyed once', of: 'policy', file: `${at}/saml-logout.service.ts`, text: "ours: false, until }))) throw new LogoutRefused('repeated');", off: 'ours: false, until }))) void until;', seenBy: [logout, 'a provider that says that somebody leaves > is obeyed once'] },
  { name: 'an answer is to a request of ours, and counts once', of: 'policy', file: `${at}/saml-logout.service.ts`, text: "if (!taken) throw new LogoutRefused('unknownRequest');", off: '', seenBy: [logout, 'somebody who came by SAML and leaves here > is signed out here first, and then led to their provider with a signed request, whose answer is believed'] },
  { name: 'a provider ends sessions that it began, and no others', of: 'policy', file: `${at}/saml-session.store.ts`, text: 'and n.config_id = ${configNumber} and', off: 'and (n.config_id = ${configNumber} or true) and', seenBy: [logout, 'a provider that says that somebody leaves > ends nobody’s session of the same name at the provider of another tenant'] },
  { name: 'a provider ends sessions of the person that it names', of: 'policy', file: `${at}/saml-session.store.ts`, text: 'and n.name_id = ${nameId} and', off: 'and (n.name_id = ${nameId} or true) and', seenBy: [logout, 'a provider that says that somebody leaves > ends their session, %s, and is answered'] },
  { name: 'a provider ends the sessions that it names', of: 'policy', file: `${at}/saml-session.store.ts`, text: '(${sessionIndexes.length} = 0 or', off: '(${sessionIndexes.length} >= 0 or', seenBy: [logout, 'a provider that says that somebody leaves > ends the session that it names, or all of that person'] },
  { name: 'a provider that asks for it gets signed requests', of: 'policy', file: `${at}/sso-asking.ts`, text: 'provider.signRequest ? await spSigning(', off: 'provider.signRequest && needs.config.publicUrl === needs.secret ? await spSigning(', seenBy: [`${at}/saml-samlify.http.test.ts`, 'goes round with an identity provider of another library, which checks our signatures: in, and out again'] },
  { name: 'a key is known before it signs', of: 'policy', file: `${at}/sp-key.rules.ts`, text: 'keys.filter(({ signsFrom }) => signsFrom <= now)', off: 'keys.filter(() => true)', seenBy: [keys, 'the keys of SAML messages > %s'] },
];
