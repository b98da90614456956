import type { Rule } from './rule';

const mfa = 'server/identity/mfa';
const account = 'server/identity/account';
const devices = `${account}/own-devices.http.test.ts`;
const browsers = `${account}/remembered-browsers.http.test.ts`;
const provider = `${account}/confirm-by-provider.http.test.ts`;

export const ownAccountRules: readonly Rule[] = [
  // A fresh proof that goes by a provider.
  { name: 'a provider that was to ask anew did', of: '4', file: 'server/identity/sso/sso-sign-in.service.ts', text: "if (request.afresh && !isAfresh(vouched.provenAt, request)) throw new SsoRefused('notAfresh');", off: '', seenBy: [provider, 'whom a SAML provider alone vouches for > is asked anew where it had asked them long ago, and an answer for its own old session is refused'] },
  { name: 'an answer for an old session of a provider is no fresh proof', of: '4', file: 'server/identity/sessions/fresh-proof.ts', text: 'amr.length > 0 && amr.every((method) => vouched.has(method)) ? provider_proof_at : ', off: '', seenBy: [provider, 'whom an OpenID provider alone vouches for > is asked anew where it %s, with no other answer'] },

  // Security keys and machines, by the page.
  { name: 'the page for a new device begins with a fresh proof', of: '4', file: `${account}/own-device.routes.tsx`, text: '(await isFreshlyProven(ownerOf(context))) ? beginPage(context) : confirmFirst(devicePath)', off: 'beginPage(context)', seenBy: [devices, 'begins with a proof of who sits there, by the page and by its form'] },
  { name: 'a device is turned off by a fresh proof', of: '4', file: `${mfa}/disable-factors.service.ts`, text: 'if (signed === null) await assertFresh(trx, { sessionId, now });', off: 'if (signed === null) await Promise.resolve();', seenBy: [devices, 'is turned off by a fresh proof of it, and by nobody else'] },
  { name: 'a device is turned off by its owner', of: '4', file: `${mfa}/disable-factors.service.ts`, text: 'await assertDevice(trx, userId, deviceId);', off: '', seenBy: [devices, 'is turned off by a fresh proof of it, and by nobody else'] },
  { name: 'a device is named by its owner', of: '4', file: `${mfa}/device.store.ts`, text: ".where('id', '=', id).where('user_id', '=', userId).forUpdate()", off: ".where('id', '=', id).forUpdate()", seenBy: [devices, 'is nobody else’s to read or change'] },
  { name: 'the name of a device is read by its owner', of: '4', file: `${account}/own-device.routes.tsx`, text: 'await listOwnDevices(db, userId)', off: "(await db.selectFrom('identity.webauthn_factor').select(['id', 'name']).execute())", seenBy: [devices, 'is nobody else’s to read or change'] },
  { name: 'a device has a name', of: '4', file: `${account}/own-device.routes.tsx`, text: 'body: z.strictObject({ name: shortText })', off: 'body: z.strictObject({ name: z.string() })', seenBy: [devices, 'is asked for again instead of %j'] },
  { name: 'a device that is renamed is recorded', of: '4', file: `${mfa}/own-devices.service.ts`, text: "await audit(trx, { action: factorActions.rename, entity: 'user', entityId: userId, before: { deviceId, name: before }, after: { deviceId, name } });", off: '', seenBy: [devices, 'is another from then on, without a proof, and recorded'] },
  { name: 'no more devices are offered than anybody may have', of: '4', file: `${account}/account-factors.routes.tsx`, text: 'mostDevices={mostPasskeys}', off: 'mostDevices={1000}', seenBy: [devices, 'is not offered where there are as many as anybody may have'] },
  { name: 'a kind of device that is switched off is not offered', of: '4', file: `${account}/offered-factors.ts`, text: '(isActive ? [strategy] : [])', off: '[strategy]', seenBy: [devices, 'where %j may be set up, is called %j'] },

  // Browsers that are not asked.
  { name: 'one browser that is forgotten is asked again', of: 'policy', file: `${mfa}/remembered-browsers.service.ts`, text: "if (!(await forgetRemembered(trx, { userId, id: browserId }))) throw fail.notFound('identity.unknownBrowser');", off: '', seenBy: [browsers, 'are forgotten one by one: that one is asked again, the other is not'] },
  { name: 'one browser that is forgotten is one', of: 'policy', file: `${mfa}/remembered-device.ts`, text: "where('id', '=', id).where('user_id', '=', userId)", off: "where('user_id', '=', userId)", seenBy: [browsers, 'are forgotten one by one: that one is asked again, the other is not'] },
  { name: 'a browser is forgotten by its owner', of: 'policy', file: `${mfa}/remembered-device.ts`, text: "where('id', '=', id).where('user_id', '=', userId)", off: "where('id', '=', id)", seenBy: [browsers, 'are nobody else’s to forget'] },
  { name: 'a browser that is forgotten is recorded', of: 'policy', file: `${mfa}/remembered-browsers.service.ts`, text: "await audit(trx, { action: factorActions.forgetDevice, entity: 'user', entityId: userId, after: { browserId } });", off: '', seenBy: [browsers, 'are forgotten one by one: that one is asked again, the other is not'] },
  { name: 'all browsers are forgotten at once', of: 'policy', file: `${mfa}/remembered-browsers.service.ts`, text: 'await forgetProofs(trx, userId, now);', off: '', seenBy: [browsers, 'are all forgotten at once'] },
  { name: 'browsers are listed as long as the policy of today spares them', of: 'policy', file: `${mfa}/factor.rules.ts`, text: 'Math.min(expiresAt.getTime(), createdAt.getTime() + rememberSeconds * 1000)', off: 'expiresAt.getTime()', seenBy: [browsers, 'are there as long as the organization’s policy of today says'] },
  { name: 'no browser is listed where the policy spares none', of: 'policy', file: `${mfa}/factor.rules.ts`, text: 'return remembers && until > now ? until : null;', off: 'return until > now ? until : null;', seenBy: [browsers, 'are there as long as the organization’s policy of today says'] },
  { name: 'a browser says when it was spared last', of: 'policy', file: `${mfa}/remembered-device.ts`, text: '.set({ last_used_at: now })', off: '.set({ last_used_at: null })', seenBy: [browsers, 'stand in a list, the newest first: by name, since when, when they were spared last, and until when'] },

  // The profile.
  { name: 'a picture that is too large is said where it was sent from', of: '4', file: 'server/platform/http/serve.ts', text: 'if (!route.upload || !route.again || failure?.status !== 413) throw error;', off: 'throw error;', seenBy: [`${account}/account-screens.http.test.ts`, 'is said beside its field, on the page that it was sent from'] },
];
