import { z } from 'zod';
import { localeNames } from '../../../views/locales';
import { SignPage } from '../../../views/post-consumer/sign-page';
import { SignsPage } from '../../../views/post-consumer/signs-page';
import { listPlaces } from '../../domain/places';
import { scopeOf } from '../../platform/actor';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { translator } from '../../platform/i18n/messages';
import { withParameters } from '../../platform/table/table-query';
import { signForm, signParams, signsQuery, signTokenParams, type SignFace } from './campaigns.contract';
import { signRefresh } from './guest-limits.rules';
import { editing, path as root, type PageContext } from './post-consumer-pages';
import { createSign, openSign, revokeSign, selectFace } from './signs.service';
import { listSigns } from './signs.store';

const path = `${root}/signs`;

interface Shown {
  /** The address of a sign that was just made: it is shown once. */
  made?: string;
  revoked?: boolean;
  refused?: RefusedForm;
}

async function signsPage(context: PageContext, { made, revoked = false, refused }: Shown): Promise<Reply> {
  const { t, db, actor, locale } = context;
  const scope = scopeOf(actor);
  const [signs, sites] = await Promise.all([listSigns(db, scope), listPlaces(db, scope)]);
  return reply.page(
    <SignsPage
      {...{ t, signs, locale, revoked }}
      languages={localeNames}
      settings={settingsOf(context)}
      sites={sites.filter(({ locations }) => locations.length > 0)}
      made={made ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('postConsumer.signs.title'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const facePage = (face: SignFace, poster: boolean): Reply => {
  const t = translator(face.locale);
  return reply.page(<SignPage {...{ t, face, poster }} />, {
    title: t('postConsumer.sign.title'),
    layout: 'alone',
    locale: face.locale,
  });
};

export const signRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: editing,
    query: signsQuery,
    handle: ({ query }, context) => signsPage(context, { revoked: query.done === 'revoked' }),
  }),

  definePage({
    method: 'post',
    path,
    access: editing,
    body: signForm,
    async handle({ body }, context) {
      const token = await createSign(context.acting, body);
      // Shown once, and in no address that a browser keeps.
      const made = new URL(`${root}/sign/${token}`, context.resources.config.publicUrl).href;
      return signsPage(context, { made });
    },
    again: (failure, typed, context) => signsPage(context, { refused: { failure, typed } }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:signId/revoke`,
    access: editing,
    params: signParams,
    body: z.strictObject({}),
    async handle({ params }, { acting }) {
      await revokeSign(acting, params.signId);
      return reply.redirect(withParameters(path, { done: 'revoked' }));
    },
    again: (failure, typed, context) => signsPage(context, { refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:signId/revoke`,
    access: editing,
    params: signParams,
    walk: [],
    handle: () => reply.redirect(path),
  }),

  definePage({
    method: 'get',
    path: `${path}/:signId/poster`,
    access: editing,
    params: signParams,
    async handle({ params }, { db, actor, now }) {
      return facePage(await selectFace(db, scopeOf(actor), { ...params, now }), true);
    },
  }),

  // For guests: whoever has the link. Nothing of it is kept by caches, and a screen asks again by itself.
  definePage({
    method: 'get',
    path: `${root}/sign/:signToken`,
    access: 'public',
    params: signTokenParams,
    async handle({ params }, { t, db, now }) {
      const face = await openSign(db, params.signToken, now);
      const page = face
        ? facePage(face, false)
        : reply.page(<></>, {
            title: t('postConsumer.sign.gone'),
            sentence: t('postConsumer.sign.goneSentence'),
            layout: 'bare',
            status: 404,
          });
      return { ...page, headers: { refresh: String(signRefresh), 'x-robots-tag': 'noindex, nofollow' } };
    },
  }),
];
