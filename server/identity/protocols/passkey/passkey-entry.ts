import { z } from 'zod';
import type { Context, Reply } from '../../../platform/http/define-route';
import { localeCodes } from '../../../platform/i18n/messages';
import { challengeMs } from '../../core/passkeys/passkey.rules';
import type { IdentityConfig } from '../../ports';
import { admittedRedirect, cookieOptions } from '../../ways-in/browser/signed-in';
import { passkeyCookieName } from '../../ways-in/passkey/passkey-sign-in.service';
import { postloginBody } from '../../ways-in/passkey/passkey.contract';
import { signOut } from '../../ways-in/password/sign-in.service';
import { answerOf } from '../../ways-in/second-factor/mfa.contract';
import type { ArrivalParts } from '../../ways-in/ways-in';

/** null takes it away. */
export const passkeyCookie = (config: IdentityConfig, browserSecret: string | null): NonNullable<Reply['cookies']> => [
  {
    name: passkeyCookieName,
    value: browserSecret,
    options: { ...cookieOptions(config), ...(browserSecret === null ? {} : { maxAge: challengeMs }) },
  },
];

/** What a sign-in page sends once an authenticator has answered. */
export const passkeyForm = z.strictObject({ answer: answerOf(postloginBody), lang: z.enum(localeCodes).optional() });

interface Entering {
  given: z.output<typeof passkeyForm>;
  /** Where it leads. */
  to: string;
}

/** Lets somebody in from a sign-in page by the passkey that its script asked for. @throws Failure as `signInByPasskey` */
export async function enterByPasskey(
  context: Context<'public'>,
  parts: ArrivalParts,
  { given: { answer, lang }, to }: Entering,
): Promise<Reply> {
  const admission = await parts.waysIn.passkey.enter(context, { ...answer, locale: lang });
  // Whoever was signed in here before leaves.
  if (context.door.sessionId) await signOut(context.visitor, context.door.sessionId);
  const entered = await admittedRedirect(parts, context, { admission, to });
  return { ...entered, cookies: [...(entered.cookies ?? []), ...passkeyCookie(parts.config, null)] };
}
