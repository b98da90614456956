import { z } from 'zod';
import { RefusedPage } from '../../../../views/identity/sso/refused-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { dismissRefusal, linkAgain } from '../../ways-in/sso/refused-subject.service';
import { listRefusedSubjects } from '../../ways-in/sso/refused-subject.store';
import { configParams } from '../../ways-in/sso/sso.contract';
import { settingsOf } from '../account/account-page';
import { refusedForms } from './sso-pages.contract';
import { refusedView } from './sso-pages.presentation';
import { configIn, frameOf, knownProvider, listPath, read, refusalOf, write, type Shown } from './sso-setup-page';

const pathOf = (id: string) => `${listPath}/${id}/refused`;
const path = `${listPath}/:ssoConfigId/refused` as const;
const query = z.object({ done: z.enum(['linked', 'dismissed']).optional().catch(undefined) });
/** The last ones; there is one for each account. */
const mostShown = 200;

/** People whom a provider names anew, for who can tell whether they are the same. */
export function ssoRefusedPages(parts: IdentityParts): Route[] {
  async function refusedPage(
    context: Context,
    id: string,
    { status, done, problem, refused }: Shown = {},
  ): Promise<Reply> {
    const known = await knownProvider(context, id, parts);
    const {
      db,
      actor: { organisation },
      t,
    } = context;
    const people = await listRefusedSubjects(
      db,
      { configNumber: known.config.number, tenantNumber: organisation.id },
      { limit: mostShown },
    );
    const { setup } = frameOf(context, known, {});
    return reply.page(
      <RefusedPage
        t={t}
        settings={settingsOf(context)}
        setup={setup}
        people={people.map(refusedView)}
        done={done}
        problem={problem ?? refused?.fields.confirmed}
      />,
      { title: t('ssoPages.refused.title'), status },
    );
  }

  return [
    definePage({
      method: 'get',
      path,
      access: read,
      params: configParams,
      query,
      handle: ({ params, query: { done } }, context) =>
        refusedPage(context, params.ssoConfigId, { done: done && context.t(`ssoPages.refused.${done}`) }),
    }),
    definePage({
      method: 'post',
      path,
      access: write,
      notInClientView: true,
      freshProof: path,
      params: configParams,
      body: refusedForms,
      async handle({ params: { ssoConfigId: configId }, body }, { acting }) {
        if (body.act === 'link') await linkAgain(acting, { configId, id: body.refusedId });
        else await dismissRefusal(acting, { configId, id: body.refusedId });
        return reply.redirect(`${pathOf(configId)}?done=${body.act === 'link' ? 'linked' : 'dismissed'}`);
      },
      again: (failure, typed, context) => refusedPage(context, configIn(context), refusalOf(failure, typed, context)),
    }),
  ];
}
