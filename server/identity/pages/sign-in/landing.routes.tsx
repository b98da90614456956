import { z } from 'zod';
import { StepUpPage } from '../../../../views/identity/step-up-page';
import { WayOnPage } from '../../../../views/identity/way-on-page';
import { definePage, reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { authenticatedUrl } from '../../ways-in/browser/destination.rules';
import { returnTarget } from '../../ways-in/browser/return-target';
import { pendingCookie, secondFactorPath } from '../../ways-in/browser/signed-in';
import { wayOn } from '../../ways-in/browser/way-on';
import { beginStepUp } from '../../ways-in/second-factor/step-up.service';
import { wantedQuery } from './login-box.contract';

const stepUpPath = '/account/step-up';

const maxAge = z.coerce.number().min(0).max(31_536_000).optional().catch(undefined);

/** Where people land who come back from elsewhere: each address says what has come of it and how to go on. */
export function landingRoutes(parts: IdentityParts): Route[] {
  const target = returnTarget(parts);

  return [
    definePage({
      method: 'get',
      path: '/account/custom-login',
      access: 'public',
      query: wantedQuery,
      handle({ query }, context) {
        const cookies = target.remember(context, query.redirectUrl);
        return {
          ...wayOn(context, target, { title: 'signUp.ownPageTitle', says: 'signUp.ownPage', arrived: false }),
          cookies,
        };
      },
    }),
    definePage({
      method: 'get',
      path: '/account/impersonate',
      access: 'public',
      handle(_input, context) {
        const { actor } = context;
        if (actor?.clientView)
          return wayOn(context, target, {
            title: 'signUp.viewTitle',
            says: 'signUp.view',
            params: { name: actor.fullName },
            arrived: true,
          });
        return wayOn(context, target, { title: 'signUp.noViewTitle', says: 'signUp.noView', arrived: false });
      },
    }),
    definePage({
      method: 'get',
      path: stepUpPath,
      access: 'signed-in',
      notInClientView: true,
      query: wantedQuery.extend({ maxAge }),
      handle({ query }, context) {
        const { t } = context;
        const cookies = target.remember(context, query.redirectUrl);
        return {
          ...reply.page(<StepUpPage t={t} action={stepUpPath} maxAge={query.maxAge} />, {
            title: t('signUp.stepUpTitle'),
            sentence: t('signUp.stepUpLead'),
            layout: 'bare',
          }),
          cookies,
        };
      },
    }),
    definePage({
      method: 'post',
      path: stepUpPath,
      access: 'signed-in',
      notInClientView: true,
      body: z.strictObject({ maxAge }),
      async handle({ body }, context) {
        const {
          acting,
          actor: { sessionId },
        } = context;
        const answer = await beginStepUp(acting, { sessionId, maxAge: body.maxAge });
        if (answer === null) return reply.redirect(target.next(context));
        return reply.redirect(secondFactorPath, { cookies: pendingCookie(parts.config, answer.mfaToken) });
      },
      again: (_failure, _typed, { t }) =>
        reply.page(
          <WayOnPage tone="warning" says={t('signUp.noFactor')} to={authenticatedUrl} label={t('signUp.toHome')} />,
          { title: t('signUp.noFactorTitle'), layout: 'bare', status: 422 },
        ),
    }),
  ];
}
