import { z } from 'zod';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { maybe } from '../../wire.contract';

export const providerParams = z.object({ provider: z.string().regex(/^[a-z][a-z\d-]{1,39}$/) });

const state = z.string().min(1).max(300);
const code = z.string().min(1).max(4000);
const short = z.string().max(300);

/** With what a provider sends people back; what makes no sense is as none. */
export const socialArrival = z.object({
  state: state.optional().catch(undefined),
  code: code.optional().catch(undefined),
  error: short.optional().catch(undefined),
  iss: short.optional().catch(undefined),
});

/** The same as a form of the provider's own page, with what it says on a first visit. */
export const socialForm = socialArrival.extend({ user: z.string().max(4000).optional().catch(undefined) });

export const beginForm = z.strictObject({ invitationToken: inviteLinkToken.optional() });

/** The published client sends the verifier under one of two names, and no code where it was given a token instead. */
export const postLoginQuery = z
  .object({
    code: maybe(code),
    state: maybe(state),
    redirectUri: maybe(z.string().max(2000)),
    code_verifier: maybe(z.string().max(200)),
    code_verifier_pkce: maybe(z.string().max(200)),
  })
  .transform(({ code_verifier, code_verifier_pkce, ...rest }) => ({
    ...rest,
    verifier: code_verifier ?? code_verifier_pkce,
  }));

export const postLoginBody = z.object({ invitationToken: maybe(inviteLinkToken) });
