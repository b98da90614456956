import { internalOrganisation } from '../../../platform/actor';
import { fail, type Failure } from '../../../platform/errors';
import type { SocialProvider } from '../../../platform/social-providers';
import type { Visitor } from '../../../platform/visitor';
import { noteRefusal } from '../../core/refusals/refusals';
import { ExchangeRefused, type ExchangeFault } from '../relying-party/code-exchange';

/** Why a provider's answer opens nothing. `notTied`: nothing says that the code was asked for in this browser. */
export type SocialFault =
  | ExchangeFault
  | 'unknownRequest'
  | 'otherBrowser'
  | 'otherProvider'
  | 'notTied'
  | 'denied'
  | 'noEmail'
  | 'unverifiedEmail'
  | 'accountExists'
  | 'noAccount'
  | 'notOpen'
  | 'ofOrganization'
  | 'linkedElsewhere'
  | 'linkedAlready';

export class SocialRefused extends Error {
  override readonly name = 'SocialRefused';
  constructor(
    readonly fault: SocialFault,
    cause?: unknown,
  ) {
    super(`sign-in by a social provider refused: ${fault}`, { cause });
  }
}

/** What somebody is told who can do something about it. Whether an address is somebody's is told to those alone for whom their provider has made sure that it is theirs. */
const told: Partial<Record<SocialFault, (params: { provider: string }) => Failure>> = {
  providerDown: (params) => fail.unavailable('social.providerDown', { params }),
  denied: (params) => fail.forbidden('social.denied', { params }),
  noEmail: (params) => fail.unprocessable('social.noEmail', { params }),
  unverifiedEmail: (params) => fail.unprocessable('social.unverifiedEmail', { params }),
  accountExists: (params) => fail.conflict('social.accountExists', { params }),
  noAccount: (params) => fail.forbidden('social.noAccount', { params }),
  ofOrganization: () => fail.forbidden('social.ofOrganization'),
  linkedElsewhere: (params) => fail.conflict('social.linkedElsewhere', { params }),
  linkedAlready: (params) => fail.conflict('social.linkedAlready', { params }),
};

/** Does something with a provider's answer; what is refused leaves its reason in the audit log. @throws Failure 401 `social.failed`, or what somebody is told who can do something about it */
export async function refusing<Done>(
  visitor: Visitor,
  provider: Pick<SocialProvider, 'id' | 'name'> | undefined,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SocialRefused || error instanceof ExchangeRefused)) throw error;
    const { fault } = error;
    visitor.log.warn(
      { fault, provider: provider?.id, ip: visitor.ip, cause: error.cause },
      'sign-in by a social provider refused',
    );
    await noteRefusal(visitor, {
      organisationId: internalOrganisation,
      way: 'social',
      entity: 'socialProvider',
      provider: provider?.id ?? null,
      fault,
    });
    throw (provider && told[fault]?.({ provider: provider.name })) ?? fail.signedOut('social.failed', { cause: error });
  }
}
