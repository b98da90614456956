import { decodeJwt } from 'jose';
import { fail } from '../../../platform/errors';
import type { RequestOrigin, Bearer } from '../../../platform/http/principals';
import { defaultLocale } from '../../../platform/i18n/messages';
import { lacking } from '../../../platform/needs-person';
import type { IdentityPorts, SignedIn } from '../../ports';
import { readAccessToken } from '../secrets/token-secret';
import { byApiToken, keptOutElsewhere } from '../sessions/kept-out-elsewhere';
import type { KeyRing } from '../tokens/key-ring';
import { readApiToken, tokenTypes } from './exchanged-token';
import type { TokenHolder } from './token-holder.store';
import { useToken } from './token-use.service';

type Dependencies = Pick<IdentityPorts, 'db' | 'actorOf'> & { keys: KeyRing };

/** No account has it, so that nothing which is kept of people is found. */
const nobody = {
  userId: 0,
  userUuid: '',
  login: '',
  email: '',
  fullName: '',
  locale: defaultLocale,
  ssoUser: false,
  privacyAccepted: true,
  passwordResetRequired: false,
};

/** What a program's token says of itself, unproven; null for what stands for a session. */
export function isOfProgram(token: string): boolean {
  if (readAccessToken(token)) return true;
  try {
    return Object.values<unknown>(tokenTypes).includes(decodeJwt(token).type);
  } catch {
    return false;
  }
}

/** Who acts by the token of a program. @throws Failure 403 for another tenant than the token's */
export async function findProgram(
  { db, actorOf, keys }: Dependencies,
  token: string,
  asked: RequestOrigin,
): Promise<Bearer | null> {
  const opaque = readAccessToken(token);
  const claims = opaque ? null : await keys.verify(token, asked.now);
  const named = opaque ? { ...opaque, kind: 'ACCESS' as const } : claims && readApiToken(claims);
  if (!named) return null;
  const used = await useToken(db, named, asked);
  if ('refused' in used) return used.refused === 'address' ? { barred: true } : null;
  const { holder } = used;
  if (asked.tenantId !== undefined && asked.tenantId !== holder.tenantId)
    throw fail.forbidden('identity.notYourTenant');
  const person = signedInOf(holder);
  const actor = await actorOf(person);
  if (!actor) return null;
  if (!holder.person)
    return {
      tenantId: holder.tenantId,
      organisationId: holder.tenantNumber,
      actor: lacking(actor, ['userId', 'userUuid', 'login', 'email', 'fullName', 'sessionId']),
    };
  const { privacyAccepted, passwordResetRequired } = holder.person;
  const keptOutOf = (organisationId: number) =>
    keptOutElsewhere(db, { person, ip: asked.ip, by: byApiToken(holder.id) }, organisationId);
  return { actor: lacking(actor, ['sessionId']), privacyAccepted, passwordResetRequired, byOwnToken: true, keptOutOf };
}

const signedInOf = ({
  person,
  tenantNumber,
  tenantId,
  tenantName,
  permissions,
  addressLimits,
  amr,
  createdAt,
}: TokenHolder): SignedIn => ({
  ...(person ?? nobody),
  sessionId: '',
  clientView: null,
  authenticatedAt: createdAt,
  tenantNumber,
  tenantId,
  tenantName,
  permissions,
  addressLimits,
  amr,
});
