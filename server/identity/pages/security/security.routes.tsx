import type { TypedForm } from '../../../../views/identity/security/security-frame';
import { SecurityPage, type SecurityPageProps } from '../../../../views/identity/security/security-page';
import { may } from '../../../platform/actor';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { listTeam } from '../../core/members/team.store';
import { changeSessionPolicy } from '../../core/sessions/session-policy.service';
import { ownAlone } from '../../core/tenants/family';
import { changeLockout } from '../../policies/lockout/lockout-policy.service';
import { selectLockoutPolicy } from '../../policies/lockout/lockout-policy.store';
import { usualPolicy } from '../../policies/mfa/factor.rules';
import { changePolicy } from '../../policies/mfa/mfa-policy.service';
import { findPolicy } from '../../policies/mfa/mfa-policy.store';
import {
  changeComplexity,
  changeHistoryPolicy,
  changeRotation,
} from '../../policies/passwords/password-policy.service';
import { findHistoryPolicy, policyOfTenant } from '../../policies/passwords/password-policy.store';
import { rotationOfTenant } from '../../policies/passwords/password-rotation.store';
import { sessionCeiling } from '../../policies/sessions/session-policy.rules';
import { selectSessionPolicy } from '../../policies/sessions/session-policy.store';
import { changeSupportAccess } from '../../policies/support/support-policy.service';
import { selectClientViewsAllowed } from '../../policies/support/support-policy.store';
import { problemOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import {
  bounds,
  enforcements,
  secondsOf,
  securityForms,
  securityQuery,
  securitySections,
  timeUnits,
  type SecuritySection,
} from './security-forms.contract';
import { formsOfPolicies } from './security.presentation';

const path = '/account/security';
const [read, write] = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;
/** How many of those without a second factor are named. */
const named = 5;

type Body<Section extends SecuritySection> = (typeof securityForms)[Section]['_output'];

/** Each form changes one policy. */
const saves: { [Section in SecuritySection]: (body: Body<Section>, context: Context) => Promise<unknown> } = {
  secondFactor: ({ enforce, remember, rememberDays }, { acting, actor }) =>
    changePolicy(acting, actor.sessionId, {
      enforceMFAType: enforce,
      allowRememberMyDevice: remember,
      mfaDeviceExpiration: rememberDays * secondsOf.days,
    }),
  passwords: (body, { acting }) =>
    changeComplexity(acting, {
      minLength: body.minLength,
      allowPassphrases: body.phrases,
      minPhraseLength: body.minPhraseLength,
      minOptionalTestsToPass: body.kinds,
      requiredTests: { checkThreeRepeatedChars: body.threeRepeated },
      optionalTests: {
        requireLowercase: body.lowercase,
        requireUppercase: body.uppercase,
        requireNumbers: body.numbers,
        requireSpecialChars: body.specialChars,
      },
    }),
  reuse: ({ reuse, historySize }, { acting }) => changeHistoryPolicy(acting, { enabled: reuse, historySize }),
  expiry: ({ expires, periodDays, noticeDays }, { acting }) =>
    changeRotation(acting, { isActive: expires, rotationPeriod: periodDays, notificationPeriod: noticeDays }),
  lockout: ({ lockout, maxAttempts }, { acting }) => changeLockout(acting, { enabled: lockout, maxAttempts }),
  sessions: (body, { acting, actor }) =>
    changeSessionPolicy(acting, {
      sessionId: actor.sessionId,
      body: {
        sessionConcurrentConfiguration: { isActive: body.concurrent, maxSessions: body.maxSessions },
        sessionIdleTimeoutConfiguration: { isActive: body.idle, timeout: body.idleMinutes * secondsOf.minutes },
        sessionTimeoutConfiguration: {
          isActive: body.ends,
          timeout: Math.min(body.lifetime * secondsOf[body.lifetimeUnit], sessionCeiling.lifeSeconds),
        },
      },
    }),
  support: ({ clientViews }, { acting }) => changeSupportAccess(acting, clientViews),
};

interface Shown extends Pick<SecurityPageProps, 'done' | 'refused'> {
  status?: number;
}

async function securityPage(context: Context, { status, ...shown }: Shown = {}): Promise<Reply> {
  const { db, t, actor, now } = context;
  const tenantNumber = actor.organisation.id;
  const without = await listTeam(db, { family: ownAlone(actor), now, unenrolled: true, limit: named, offset: 0 });
  const forms = formsOfPolicies({
    factors: (await findPolicy(db, tenantNumber)) ?? usualPolicy,
    passwords: await policyOfTenant(db, tenantNumber),
    history: await findHistoryPolicy(db, tenantNumber),
    rotation: await rotationOfTenant(db, tenantNumber),
    lockout: await selectLockoutPolicy(db, tenantNumber),
    sessions: await selectSessionPolicy(db, tenantNumber),
    clientViews: await selectClientViewsAllowed(db, tenantNumber),
  });
  const view = (
    <SecurityPage
      t={t}
      base={path}
      forms={forms}
      choices={{ enforcements, timeUnits, bounds }}
      withoutFactor={{ total: without.total, names: without.members.map(({ name }) => name) }}
      open={may(actor, write) && actor.restriction === null}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'security', title: t('security.title'), status });
}

function savePage<Section extends SecuritySection>(section: Section): Route {
  return definePage({
    method: 'post',
    path: `${path}/${section}`,
    access: write,
    notInClientView: true,
    freshProof: path,
    body: securityForms[section],
    async handle({ body }, context) {
      await saves[section](body as Body<Section>, context);
      return reply.redirect(`${path}?done=${section}`);
    },
    again(failure: Failure, typed: TypedForm, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return securityPage(context, { refused: { section, typed, fields, problem }, status });
    },
  });
}

/** What an organization demands of how its people sign in. */
export const securityPages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    query: securityQuery,
    handle: ({ query: { done } }, context) =>
      securityPage(context, {
        done: done && context.t('security.saved', { section: context.t(`security.${done}.title`) }),
      }),
  }),
  ...securitySections.flatMap((section) => [
    savePage(section),
    definePage({
      method: 'get',
      path: `${path}/${section}`,
      access: read,
      walk: [],
      handle: () => reply.redirect(path),
    }),
  ]),
];
