import type { RefusedInput } from '../../../../views/identity/sso/provider-step';
import type { SetupStep, SetupView } from '../../../../views/identity/sso/setup-frame';
import { may } from '../../../platform/actor';
import { fail, type Failure } from '../../../platform/errors';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { takesPasswords } from '../../policies/strategies/passwords-taken';
import { listSsoStates } from '../../ways-in/sso/sso-state.store';
import { listSsoConfigs } from '../../ways-in/sso/sso.store';
import { problemOf } from '../account/account-page';
import { setupView, type Known } from './sso-pages.presentation';

export const listPath = '/sso';
export const [read, write] = ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'] as const;
export const [readRoles, writeRoles] = ['fe.secure.read.samlDefaultRoles', 'fe.secure.write.samlDefaultRoles'] as const;

type Dependencies = Pick<IdentityParts, 'config'>;

/** Nobody who sees a part of an organization changes how all of it signs in. */
export const mayChange = (
  { actor }: Pick<Context, 'actor'>,
  permission: typeof write | typeof writeRoles = write,
): boolean => may(actor, permission) && actor.restriction === null;

/** All providers of the tenant, oldest first. */
export async function knownProviders(
  {
    db,
    now,
    actor: {
      organisation: { id: tenantNumber },
    },
  }: Context,
  needs: Dependencies,
): Promise<Known[]> {
  const states = await listSsoStates(db, { tenantNumber, passwords: takesPasswords(needs), now });
  return (await listSsoConfigs(db, tenantNumber)).flatMap((config) => {
    const state = states.find(({ id }) => id === config.id);
    return state ? [{ config, state }] : [];
  });
}

/** @throws Failure 404 unknownProvider */
export async function knownProvider(context: Context, id: string, needs: Dependencies): Promise<Known> {
  const found = (await knownProviders(context, needs)).find(({ config }) => config.id === id);
  if (!found) throw fail.notFound('sso.unknownProvider');
  return found;
}

export interface Shown {
  done?: string | undefined;
  problem?: string | undefined;
  refused?: RefusedInput | undefined;
  status?: number | undefined;
}

/** The provider that a step’s address names, where its form is shown again. */
export const configIn = ({ url }: Context): string => /^\/sso\/([^/?]+)/.exec(url)?.[1] ?? '';

/** What each step’s page shows around its own. */
export function frameOf(
  context: Context,
  known: Known,
  { done, problem, open = mayChange(context) }: Pick<Shown, 'done' | 'problem'> & { open?: boolean },
): { t: Context['t']; setup: SetupView; done: string | undefined; problem: string | undefined } {
  return { t: context.t, setup: setupView(known, { open }), done, problem };
}

export const stepPage = (
  element: Parameters<typeof reply.page>[0],
  { t }: Context,
  { at, status }: { at: SetupStep; status: number | undefined },
): Reply => reply.page(element, { title: t(`ssoPages.step.${at}`), status });

export function refusalOf(failure: Failure, typed: Record<string, string>, context: Context): Shown {
  const { problem, fields, status } = problemOf(failure, context);
  return { problem, refused: { typed, fields }, status };
}
