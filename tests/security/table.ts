/** A test that fails without the measure: its file, and words of its title. */
export type Proof = readonly [file: string, title: string];
export type Row = readonly Proof[] | `later: ${string}`;

const filters = 'tests/security/filters.http.test.ts';
const csv = 'tests/security/csv-cells.http.test.ts';
const headers = 'tests/security/headers.http.test.ts';
const crossSite = 'tests/security/cross-site.http.test.ts';
const redirects = 'tests/security/redirects.http.test.ts';
const sockets = 'tests/security/sockets.http.test.ts';
const uploads = 'tests/security/uploads.http.test.ts';
const bodies = 'tests/security/bodies.http.test.ts';
const signIn = 'tests/security/sign-in.http.test.ts';
const sessions = 'tests/security/sessions.http.test.ts';
const broughtElsewhere = 'tests/security/brought-elsewhere.http.test.ts';
const probes = 'tests/security/probes.http.test.ts';
const inputs = 'tests/http/inputs.http.test.ts';
const tenants = 'tests/http/two-tenants.http.test.ts';
const routes = 'tests/http/routes.http.test.ts';
const log = 'tests/http/log.http.test.ts';
const passwords = 'server/identity/passwords/password.http.test.ts';
const forcedReset = 'server/identity/passwords/forced-reset.http.test.ts';
const signInPages = 'server/identity/sign-in/sign-in.http.test.ts';
const account = 'server/identity/account/confirm-person.http.test.ts';
const imports = 'server/features/imports/imports.http.test.ts';
const devices = 'server/features/waste-events/device-batch.http.test.ts';
const lint = 'scripts/lint/house-rules.test.ts';
const oauth = 'server/identity/oauth/oauth-attacks.http.test.ts';
const oauthTokens = 'server/identity/oauth/oauth-token-attacks.http.test.ts';
const oauthScopes = 'tests/security/oauth-scopes.http.test.ts';
const consents = 'server/identity/oauth/consent.http.test.ts';
const oauthFlows = 'server/identity/oauth/oauth.http.test.ts';
const hostedLogin = 'server/identity/hosted-login/hosted-login.http.test.ts';
const factors = 'server/identity/mfa/second-factor.client.http.test.ts';
const forcedFactors = 'server/identity/mfa/forced-factor.client.http.test.ts';
const sentCodes = 'server/identity/sign-in/passwordless.client.http.test.ts';
const textedCodes = 'server/identity/phone-numbers/sms-entry.client.http.test.ts';
const saml = 'server/identity/sso/saml-response.test.ts';
const samlSignIn = 'server/identity/sso/sso-sign-in.client.http.test.ts';
const ssoClaims = 'server/identity/sso/sso-claims.http.test.ts';
const metadata = 'server/identity/sso/idp-metadata.test.ts';
const xmlTree = 'server/identity/sso/xml-tree.test.ts';
const providers = 'server/identity/sso/sso-configs.client.http.test.ts';
const openId = 'server/identity/sso/oidc-attacks.http.test.ts';
const openIdLogout = 'server/identity/sso/oidc-logout.http.test.ts';
const social = 'server/identity/social/social-attacks.http.test.ts';
const profile = 'server/identity/users/profile.client.http.test.ts';
const outbound = 'server/platform/outbound/outbound.test.ts';

const waitsFor = {
  scim: 'later: SCIM',
} as const;

/** The ids of the list of what must hold, OWASP ASVS 5.0.0, as that list writes them. */
export const asvs = {
  'V1.2.4': [[filters, 'takes naughty strings in every text of every list and report'], [filters, 'takes naughty strings in every other filter, each by itself'], [lint, 'sql']],
  'V1.2.9': [[filters, 'answers what looks like a regular expression within two seconds, as plain text']],
  'V1.2.10': [[csv, 'no cell of any export is a formula, whatever was typed into names and notes']],
  'V1.3.4': [[profile, 'of %s is refused, and what was there stays'], [profile, 'is made anew, square, and served under an address that changes with it'], [headers, 'of every route and method, to nobody']],
  'V1.3.6': [[outbound, 'does not reach %s'], [outbound, 'refuses a name of which any address is private, and says the host alone'], [outbound, 'looks a name up once and connects to what it found, keeping the name'], [outbound, 'does not follow a redirect'], [providers, 'that %s makes nothing'], [openId, 'whose keys or exchange are at a private address']],
  'V1.3.11': [['server/platform/outbox/mail.test.ts', 'reaches a real SMTP server once, in UTF-8, and a name adds no header']],
  'V1.5.1': [[xmlTree, 'has at most so many %s'], [saml, 'that is wrapped or rebuilt is refused, %s: %s'], [metadata, 'not %s']],
  'V1.5.2': [[bodies, 'is out of reach of the body %s'], [sessions, 'is long, random and signed']],
  'V2.2.1/2': [[inputs, 'what is not as promised gets a clear 4xx in the promised shape'], [filters, 'takes naughty strings in every other filter, each by itself'], [bodies, 'is refused wherever it is typed: %j']],
  'V2.3.1': [[forcedReset, 'stands before every page, leads to the wanted one afterwards and gives the session a new id'], [passwords, 'has a link that is too old after an hour']],
  'V2.3.3': [['tests/faults/kill-ingest.fault.ts', 'half batches'], ['tests/faults/kill-import.fault.ts', 'half lines and batches']],
  'V2.3.4': [[signIn, 'one mailed link, used ten times at once, sets one password'], [devices, 'sent twice at the same time leaves each event once']],
  'V2.4.1': [[signInPages, 'from one address against one account are answered 429 with the time to wait']],
  'V3.2.1': [[headers, 'are JSON or a file to be saved, never a page'], [uploads, 'is a sheet or nothing, whatever it is called: %s']],
  'V3.3.1–4': [[headers, 'are bound to this host, to TLS, to HTTP and to this site, each of them'], [headers, 'are not given over a plain connection']],
  'V3.4.1': [[headers, 'of every route and method, to nobody']],
  'V3.4.2': [[headers, 'are not shared with %s']],
  'V3.4.3': [[headers, 'of every route and method, to nobody'], ['tests/e2e/support.ts', 'errors in the browser’s console']],
  'V3.4.4–6': [[headers, 'of every page and call that reads, to somebody with every right'], [headers, 'of %s %s'], [headers, 'of a published file'], [headers, 'of bodies that are refused']],
  'V3.5.1–3': [[crossSite, 'nothing changes by cookie for origin %s and site %s'], [crossSite, 'a simple request of %s never stands for JSON'], [crossSite, 'reading changes nothing, whatever is asked for']],
  'V3.5.5': [['tests/e2e/legacy-pages.spec.ts', 'is believed alone: other windows and strangers in the page are not']],
  'V3.7.2': [[redirects, 'is not remembered when it is %j'], [redirects, 'leads to this site when it is %j'], [redirects, 'before signing in, for a page at %j']],
  'V4.1.3': [[sockets, 'from an untrusted peer say nothing about who is there'], [redirects, 'whatever %s says']],
  'V4.2.1': [[sockets, 'is refused, and nothing after it is answered: %s']],
  'V4.4.2–4': 'later: WebSockets',
  'V5.2.1/2': [[imports, 'a file that is too large is answered with 413'], [uploads, 'is a sheet or nothing, whatever it is called: %s'], [uploads, 'is refused when there are too many parts'], [profile, 'of %s is refused, and what was there stays']],
  'V5.3.2, V5.4.1/2': [[uploads, '%j is shown and never becomes a path'], [sockets, 'paths leave no folder'], [csv, 'names the file of every export itself, for saving only']],
  'V6.2.1, V6.2.9': [[signIn, 'of %i characters that nobody guesses is answered %i']],
  'V6.2.4, V6.2.12': [['server/identity/breaches/embedded-list.test.ts', 'refuses every entry of the list that comes with Tare, by its length or by the list'], ['server/identity/breaches/breaches.client.http.test.ts', 'refuses one that is known from a breach']],
  'V6.2.5, V6.2.10': [[signIn, 'of %i characters that nobody guesses is answered %i'], [signIn, 'of ten years ago still opens: nobody is made to change it'], ['server/identity/passwords/password-expiry.http.test.ts', 'whoever signs in by a password %s'], ['tests/security/passwords-by-way.http.test.ts', 'is told of beforehand on the form of the %s']],
  'V6.2.8': [[signIn, 'is taken as typed: with its spaces, its case and all of its bytes'], [signIn, 'is the same in both spellings of a letter with its mark']],
  'V6.3.1': [[signInPages, 'counts parallel tries and locks the account, even for the right password'], [signInPages, 'lock the account in the middle of a burst, once, and the right password does not open it'], [signInPages, 'from one address against one account']],
  'V6.3.3': [[forcedFactors, 'opens nothing once its tenant forces one, however that came about'], [forcedFactors, 'comes into no tenant that says %s by a password alone, and goes on in its own'], ['server/identity/mfa/second-factor.http.test.ts', 'has it set up on the way in, in %s'], ['tests/security/policies-by-way.http.test.ts', 'a second factor that is forced']],
  'V6.3.4': 'later: SCIM, and a locked account at the sign-in by an identity provider',
  'V6.3.8': [[signIn, 'at the sign-in'], [signIn, 'at the reset, where the cookies and headers are alike as well'], [signInPages, 'answers alike for an unknown name'], [passwords, 'says the same for an address that nobody has, and mails nothing']],
  'V6.4.1': [[passwords, 'is replaced by the mailed link, once, and ends every session'], [passwords, 'has a link that is too old after an hour']],
  'V6.4.3': 'later: a test that resets the password of somebody with a second factor and is asked for it at the sign-in',
  'V6.4.4': 'later: an administrator who resets somebody’s second factor; a recovery code alone stands in for one that is lost',
  'V6.5.1': [[factors, 'gives a code that works once, even for two sign-ins in parallel'], [factors, 'switches the factor off once, ends the sessions and tells the person in their language'], [sentCodes, 'works once, in parallel too']],
  'V6.5.2–4': [['server/identity/mfa/recovery-codes.http.test.ts', 'are kept as hashes alone, and go with the last factor']],
  'V6.5.5': [['server/identity/mfa/totp.test.ts', 'of a clock that is %i s behind, at the beginning of a step: %s'], [factors, 'are good in the sign-in that asked for them alone, for five minutes'], [sentCodes, 'is too old after its time, and good until then'], [textedCodes, 'is too old after ten minutes, and good until then']],
  'V6.6.2/3': [[factors, 'are good in the sign-in that asked for them alone, for five minutes'], [factors, 'lock the account’s factors at the fifth, for the rest of ten minutes and even for the right one'], [sentCodes, 'works in no other browser, and not in the flow of another account'], [sentCodes, 'of a %s name bears five wrong tries, whatever is begun anew'], [textedCodes, 'works in no other browser'], [textedCodes, 'of a %s name bears five wrong tries, whatever is begun anew']],
  'V6.8.1': [[samlSignIn, 'of one provider of a tenant to the people of another, whose name it says'], [samlSignIn, 'of the provider of another tenant, nor for people of its domain'], [ssoClaims, 'opens nothing of the former person’s, until an administrator has confirmed who it is; then the former subject opens nothing'], [ssoClaims, 'opens nothing at an OpenID provider either, and may be dismissed']],
  'V6.8.2/3': [[saml, 'is refused with %s: %s'], [samlSignIn, 'an answer opens nothing'], [samlSignIn, 'twice'], [openId, 'the answer of an OpenID provider opens nothing'], [openId, 'twice']],
  'V6.8.4': 'later: auth_time, acr and amr of an identity provider, whose answer counts as a fresh proof however old its own is',
  'V7.2.3/4': [[sessions, 'is long, random and signed'], [sessions, 'is new at every sign-in, never the one that the browser brought, and the old one is gone'], [sessions, 'is new after a forced reset, and the old one opens nothing']],
  'V7.3.1/2': [[signInPages, 'idle for longer than an hour'], [sessions, 'after ninety days in all, however busy it was']],
  'V7.4.1–3, .5': [[signInPages, 'ends the session by the form, and the cookie opens nothing afterwards'], [sessions, 'at the next request when %s, for a stolen cookie too'], [sessions, 'for everybody of an organisation that is suspended'], [passwords, 'is replaced by the mailed link, once, and ends every session']],
  'V7.5.1/2': [[account, 'is asked who sits there'], ['server/identity/phone-numbers/phone-numbers.client.http.test.ts', 'neither adds nor removes one'], ['server/identity/mfa/own-factors.client.http.test.ts', 'begin with one that a browser which was left open may not choose'], ['server/identity/account/account-screens.http.test.ts', 'show where somebody is signed in, and end one of them']],
  'V8.2.1–3, V8.4.1': [[tenants, 'never reads a name of the first, whatever ids it asks for'], [tenants, 'changes nothing of the first'], [tenants, 'cannot tell their ids from ids that nobody has'], [routes, 'answers 403 to somebody without its permission, before it looks at the input'], ['server/features/organisations/reach.http.test.ts', 'answers 404 to a reading person who does not reach it']],
  'V8.3.2': [[sessions, 'a right that is taken away is gone at the next call']],
  'V9.1.1–3, V9.2.1–4': [[oauthTokens, 'opens nothing, in whatever way; the untouched one does'], ['server/identity/tokens/tokens.client.http.test.ts', 'by a changed claim opens nothing, and the untouched one does']],
  'V10.1.2, V10.2.1/2': [[broughtElsewhere, 'by %s opens nothing for whoever asked, where another browser brings it'], [broughtElsewhere, 'by %s opens nothing in a browser that did not ask'], [openId, 'in another browser than that which asked, and is not even read there'], [openId, 'with the code of another request of the same browser'], [openId, 'of a provider in the place of another, whose code goes to nobody else'], [social, 'by a code that was spent before, or asked for in another flow'], [social, 'of another provider than that which was asked'], [hostedLogin, '%s lets nobody in, and is written down'], [hostedLogin, 'with a code of another request lets nobody in: the verifier is that of its own']],
  'V10.4.1–6': [[oauth, '%s gets no code and no browser'], [oauth, 'serves once: brought again, it ends what it gave'], [oauth, '%s gives nothing, and nothing after that'], [oauthTokens, 'that was replaced eleven seconds ago ends what its client holds'], [oauth, '%s is refused']],
  'V10.4.8–10': [['server/identity/oauth/oauth-tokens.http.test.ts', 'die with the session'], [oauth, 'that proves itself %s gets nothing']],
  'V10.5.1–5': [[openId, 'the answer of an OpenID provider opens nothing'], [openId, 'nobody is sent to an OpenID provider'], [openIdLogout, 'is refused with a token %s: %s'], [openIdLogout, 'says so once'], [social, 'with an ID token that has %s']],
  'V11.4.2, V11.5.1': [[signIn, 'is kept as argon2id with at least 46 MiB, or as nothing'], [probes, 'nothing that has to be secret is made by Math.random']],
  'V12.3.1/2': 'later: an identity provider, a push service and a mail server with a certificate that is not good',
  'V13.2.4, V13.4.2–5': [[sockets, 'GET %s shows nothing'], [sockets, '%s gives nothing back'], [probes, 'the outbox of mails that were not sent is nowhere']],
  'V14.2.1, V14.3.1–3': [[headers, 'no address takes a secret, but for the token of a mailed link'], [headers, 'is kept by no cache that would show it to another'], [probes, 'no script keeps anything: no storage, no database, no cookie of its own'], ['tests/e2e/identity.spec.ts', 'signing out leaves nothing of the person in the browser']],
  'V15.3.1–4, .6, .7': [[bodies, 'are named as unknown by every call that takes a body'], [bodies, 'go nowhere from a form'], [bodies, 'is out of reach of every query'], [sockets, 'from our proxy name the visitor as the proxy saw them, whatever the visitor put before'], [filters, 'takes the same name twice as a mistake or not at all, never as one of the two']],
  'V16.2.5, V16.3.1–3, V16.4.1': [[log, 'holds no secret and nothing that a person typed, whatever way they go'], [log, 'cannot be given a second line by what somebody sends']],
  'V16.5.1–3': [[probes, 'shows nothing but its id, on a page and to a call'], ['tests/faults/redis-outage.fault.ts', 'redis-outage'], ['tests/faults/postgres-outage.fault.ts', 'postgres-outage']],
} as const satisfies Record<string, Row>;

/** What libraries do that nobody expects. */
export const libraryTraps = {
  'the session middleware hangs when Redis is away': [['tests/faults/redis-outage.fault.ts', 'redis-outage']],
  'the pg pool ends the process': [[probes, 'a database connection that dies while it is idle does not take the process along'], ['tests/faults/postgres-outage.fault.ts', 'postgres-outage']],
  'passport keeps the session id at sign-in': [[sessions, 'is new at every sign-in, never the one that the browser brought, and the old one is gone']],
  'the sign-in redirects before the session is saved': [[sessions, 'whoever is let in is found by the very next request: the session is saved before the answer leaves']],
  'a rolling session has no absolute limit': [[sessions, 'after ninety days in all, however busy it was']],
  'Express shows stacks, and breaks on a broken escape': [[probes, 'of an escape that is broken is a page that says so, not a stack'], [probes, 'shows nothing but its id, on a page and to a call'], [inputs, 'a broken escape']],
  'the newest packages need a newer Node': [['scripts/prepare/node-version.test.ts', 'isOlder']],
} as const satisfies Record<string, Row>;

/** Attacks by name, where the list names a test of their own. */
export const attacks = {
  'XSW1–8 and other SAML forgeries': [[saml, 'that is wrapped or rebuilt is refused, %s: %s'], [saml, 'is refused with %s: %s'], [samlSignIn, 'an answer opens nothing']],
  'XXE, DTD, entity bomb': [[saml, 'that is wrapped or rebuilt is refused, %s: %s'], [metadata, 'not %s'], [samlSignIn, 'that is very long']],
  'cross-tenant SAML': [[samlSignIn, 'of the provider of another tenant, nor for people of its domain'], [samlSignIn, 'for somebody outside the proven domains'], [samlSignIn, 'links a member of this tenant alone, and nobody who belongs elsewhere'], ['server/identity/sso/saml-logout.http.test.ts', 'ends nobody’s session of the same name at the provider of another tenant']],
  'OIDC client': [[openId, 'the answer of an OpenID provider opens nothing'], [openId, 'nobody is sent to an OpenID provider'], [openId, 'of the provider of another tenant, for people of its domain and of this'], ['server/identity/sso/oidc-sign-in.client.http.test.ts', 'takes a new key at once, and the old one no longer'], [social, 'with an ID token that has %s']],
  'OAuth server': [[oauth, '%s gets no code and no browser'], [oauth, '%s is refused'], [oauth, 'serves once: brought again, it ends what it gave'], [oauth, '%s gives nothing, and nothing after that'], [oauthTokens, 'in the address is not read'], [oauthTokens, 'gives no more than was given first'], [oauthFlows, 'gives nothing in another browser, and nothing for a token of another session'], [oauthScopes, 'with %s opens what that names, and is told of everything else that it does not suffice'], [oauthScopes, 'is of the tenant that it was given in alone'], [consents, 'gets a code once the person has agreed to what it asks for, and is not asked about again'], [consents, 'are listed with what each may, and lose it at once']],
  JWT: [[oauthTokens, 'opens nothing, in whatever way; the untouched one does'], ['server/identity/tokens/tokens.client.http.test.ts', 'by a changed claim opens nothing, and the untouched one does']],
  'refresh rotation': [[oauthTokens, 'gives parallel tabs the same successor within ten seconds'], [oauthTokens, 'that was replaced eleven seconds ago ends what its client holds'], ['server/identity/tokens/tokens.client.http.test.ts', 'that was replaced eleven seconds ago ends the session, and every token of it']],
  'session fixation, puzzling': [[sessions, 'is new at every sign-in, never the one that the browser brought, and the old one is gone'], [forcedReset, 'closes the calls too']],
  'open redirect': [[redirects, 'is not remembered when it is %j'], [redirects, 'that somebody wrote into the cookie without our signature is not followed']],
  CSRF: [[crossSite, 'nothing changes by cookie for origin %s and site %s'], [crossSite, 'a page of another origin cannot send a form with a token of its own'], [signInPages, 'does not sign out because another site linked to /logout']],
  enumeration: [[signIn, 'at the sign-in'], [signIn, 'at the reset, where the cookies and headers are alike as well']],
  'OTP brute force': [[factors, 'lock the account’s factors at the fifth, for the rest of ten minutes and even for the right one'], [factors, 'are looked at five times of a hundred that come in parallel'], [factors, 'are counted over sign-ins that begin anew twenty times'], ['server/identity/mfa/device-factor.client.http.test.ts', 'locks the account’s factors after five wrong answers, with all others'], [sentCodes, 'counts parallel tries']],
  'host header': [[passwords, 'links to the configured address whatever the Host header says'], [redirects, 'whatever %s says']],
  'mass assignment': [[bodies, 'are named as unknown by every call that takes a body'], [bodies, 'are unknown in every row of a device']],
  'IDOR across tenants': [[tenants, 'never reads a name of the first, whatever ids it asks for']],
  SSRF: [[outbound, 'does not reach %s'], [outbound, 'refuses a name of which any address is private, and says the host alone'], [outbound, 'looks a name up once and connects to what it found, keeping the name'], [outbound, 'does not follow a redirect'], [outbound, 'stops at the largest answer: %s'], [outbound, 'stops after its time: %s'], ['server/platform/outbound/public-address.test.ts', '%s: %s'], [providers, 'that %s makes nothing'], [openId, 'whose keys or exchange are at a private address'], ['server/features/web-push/web-push.http.test.ts', 'with %s for an address is refused']],
  'CSV formula': [[csv, 'no cell of any export is a formula, whatever was typed into names and notes']],
  'clickjacking with legacy frames': [[headers, 'of every route and method, to nobody'], ['server/features/legacy-pages/legacy-pages.http.test.ts', 'is framed at the same view for whoever has the right']],
  'prototype pollution': [[bodies, 'is out of reach of the body %s'], [bodies, 'is out of reach of every query'], [bodies, 'is out of reach of the form %s'], [bodies, 'is out of reach of a mapping']],
  ReDoS: [[filters, 'answers what looks like a regular expression within two seconds, as plain text']],
  'SVG and polyglot uploads': [[uploads, 'is a sheet or nothing, whatever it is called: %s'], [profile, 'of %s is refused, and what was there stays'], [profile, 'is made anew, square, and served under an address that changes with it']],
  'SCIM, roles, impersonation, policies': waitsFor.scim,
} as const satisfies Record<string, Row>;
