import type { Rule } from './rule';

const login = 'server/identity/sso-login';
const zendesk = 'server/identity/zendesk';
const logins = `${login}/sso-login.http.test.ts`;
const handOffs = `${zendesk}/zendesk.http.test.ts`;
const guards = 'server/platform/http/guards.ts';

export const productSsoRules: readonly Rule[] = [
  { name: 'single sign-on is begun where it is set up alone', of: 'policy', file: `${login}/sso-login.service.ts`, text: "if (environment === undefined) throw fail.notFound('login.ssoNotSetUp');", off: "if (environment === undefined) return 'local';", seenBy: [logins, 'a host > %s has none: nothing is begun there, and the page says where it is set up'] },
  { name: 'a host is no longer name that ends alike', of: 'policy', file: `${login}/sso-login.rules.ts`, text: 'identity.ssoHosts.has(host)', off: '[...identity.ssoHosts.keys()].some((known) => host.startsWith(known))', seenBy: [logins, 'a host > %s has none: nothing is begun there, and the page says where it is set up'] },
  { name: 'whether an organization has a provider is looked up a number of times', of: 'policy', file: `${login}/sso-login.service.ts`, text: 'await needs.rateLimits.take(perAddress, ip);', off: '', seenBy: [logins, 'the login by one’s organization > is limited by address like every other beginning'] },
  { name: 'forms are taken by public calls alone, whose origin is asked', of: 'policy', file: 'server/platform/http/serve.ts', text: 'formToo && access ===', off: 'access ===', seenBy: ['tests/security/cross-site.http.test.ts', 'a simple request of %s never stands for JSON'] },
  { name: 'the help desk leads on to its own pages alone', of: 'policy', file: `${zendesk}/zendesk.rules.ts`, text: 'url.origin === zendesk.url && ', off: '', seenBy: [handOffs, 'whoever is signed in is handed over to the help desk > and goes on nowhere else: %s'] },
  { name: 'an address of the help desk carries no name and no password', of: 'policy', file: `${zendesk}/zendesk.rules.ts`, text: "url.username === '' && url.password === ''", off: 'true', seenBy: [handOffs, 'whoever is signed in is handed over to the help desk > and goes on nowhere else: %s'] },
  { name: 'the help desk comes after what stands before the pages', of: 'policy', file: `${zendesk}/zendesk.routes.tsx`, text: 'if (!waits.privacy && !waits.passwordReset) return null;', off: 'if (waits) return null;', seenBy: [handOffs, 'nobody is handed over > who %s, until they have'] },
  { name: 'nobody is handed over to the help desk in a client view', of: 'policy', file: `${zendesk}/zendesk.routes.tsx`, text: 'if (actor?.clientView) {', off: 'if (false) {', seenBy: [handOffs, 'nobody is handed over > as somebody else, in a client view'] },
  { name: 'the form for the help desk leads there alone', of: 'policy', file: 'server/platform/http/form-policy.ts', text: `["'self'", origin]`, off: `["'self'", origin, 'https:']`, seenBy: [handOffs, 'whoever is signed in is handed over to the help desk > by a form that this page alone may post there'] },
  { name: 'whoever came by their organization is told so when they leave', of: 'policy', file: 'server/identity/sessions/session.store.ts', text: "bool_or(u.sso_user or 'sso' = any(s.amr))", off: 'bool_or(u.sso_user)', seenBy: ['server/identity/sign-in/sign-out.http.test.ts', 'whoever came by > %s is led on when they leave'] },
  { name: 'a program opens what names a permission, and nothing that is a directory’s', of: '6', file: guards, text: "return authenticated.tenant.actor ? 'forbidden' : 'granted';", off: "return 'granted';", seenBy: ['server/platform/http/guards.test.ts', 'judge tells what a credential opens > %s at %o'] },
];
