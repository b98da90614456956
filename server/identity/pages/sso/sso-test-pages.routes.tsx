import { TestStep, type TestResult } from '../../../../views/identity/sso/test-step';
import { definePage, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { nameOfRole } from '../../../platform/role-names';
import { listRolesById } from '../../core/roles/role.store';
import type { IdentityParts } from '../../parts';
import { ssoCookieName, ssoStep } from '../../protocols/sso/sso-step';
import { beginSsoTest, readTest } from '../../ways-in/sso/sso-test.service';
import type { TestAnswer } from '../../ways-in/sso/sso-test.store';
import { configParams } from '../../ways-in/sso/sso.contract';
import { rolesFor } from '../../ways-in/sso/vouched-groups.rules';
import { settingsOf } from '../account/account-page';
import { resultQuery } from './sso-pages.contract';
import { isReady, lastTest, shownFault, type Known } from './sso-pages.presentation';
import {
  configIn,
  frameOf,
  knownProvider,
  listPath,
  read,
  refusalOf,
  stepPage,
  write,
  type Shown,
} from './sso-setup-page';

const path = `${listPath}/:ssoConfigId/test` as const;

/** Trying a provider before anybody has to come in by it. */
export function ssoTestPages(parts: IdentityParts): Route[] {
  async function testPage(
    context: Context,
    known: Known,
    { status, result, ...shown }: Shown & { result?: TestResult | 'gone' } = {},
  ): Promise<Reply> {
    return stepPage(
      <TestStep
        {...frameOf(context, known, shown)}
        settings={settingsOf(context)}
        ready={isReady(known.config)}
        last={lastTest(known)}
        result={result}
      />,
      context,
      { at: 'test', status },
    );
  }

  async function resultOf({ db, t }: Context, { config }: Known, { fault, received }: TestAnswer): Promise<TestResult> {
    const roles = received
      ? await listRolesById(db, rolesFor(config, { groups: received.groups, groupsUnknown: null }).given)
      : [];
    return {
      fault: shownFault(fault),
      received: received && {
        ...received,
        groupsUnknown: config.groups.length === 0 ? null : (received.groupsUnknown ?? null),
        roles: roles.map((role) => nameOfRole(t, role)),
      },
    };
  }

  return [
    definePage({
      method: 'get',
      path,
      access: read,
      params: configParams,
      handle: async ({ params }, context) => testPage(context, await knownProvider(context, params.ssoConfigId, parts)),
    }),
    definePage({
      method: 'post',
      path,
      access: write,
      notInClientView: true,
      params: configParams,
      async handle({ params }, context) {
        const {
          acting,
          actor: { sessionId },
        } = context;
        return ssoStep(
          context,
          parts,
          await beginSsoTest(
            acting,
            { id: params.ssoConfigId, sessionId, browserSecret: context.cookie(ssoCookieName) },
            parts,
          ),
        );
      },
      again: async (failure, typed, context) =>
        testPage(context, await knownProvider(context, configIn(context), parts), refusalOf(failure, typed, context)),
    }),
    definePage({
      method: 'get',
      path: `${path}/result`,
      access: write,
      params: configParams,
      query: resultQuery,
      async handle({ params: { ssoConfigId: id }, query: { RelayState: relayState, brought: secret } }, context) {
        const {
          acting,
          actor: { sessionId },
        } = context;
        const answer = await readTest(acting, {
          id,
          sessionId,
          browserSecret: context.cookie(ssoCookieName),
          relayState,
          secret,
        });
        const known = await knownProvider(context, id, parts);
        return testPage(context, known, { result: answer ? await resultOf(context, known, answer) : 'gone' });
      },
    }),
  ];
}
