import { z } from 'zod';
import { SettingsPage, type SettingsPageProps } from '../../../views/settings/settings-page';
import { may, type Actor } from '../../platform/actor';
import { definePage, reply, type Condition, type Context, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { sentence } from '../../platform/i18n/messages';
import { thresholdOptions } from '../performance/performance.contract';
import { settingsForm } from './settings.contract';
import { changeSettings } from './settings.service';

const address = '/account-settings';
const changing = 'EDIT_ORGANIZATION_SETTINGS';

/** They are of every site. */
const condition: Condition = {
  says: 'For people who see the whole organization.',
  holds: ({ restriction }: Actor) => restriction === null,
};

function settingsPage({ t, locale, actor }: Context, more: Pick<SettingsPageProps, 'saved' | 'problem'> = {}) {
  const { organisation, unit } = actor;
  const page = (
    <SettingsPage
      t={t}
      settings={settingsOf({ locale, actor: { unit, organisation } })}
      organisation={organisation}
      thresholds={thresholdOptions}
      mayChange={may(actor, changing) && condition.holds(actor)}
      {...more}
    />
  );
  return reply.page(page, { title: t('settings.title'), status: more.problem ? 422 : 200 });
}

export const settingsRoutes: Route[] = [
  definePage({
    method: 'get',
    path: address,
    access: 'signed-in',
    query: z.object({ done: z.literal('saved').optional().catch(undefined) }),
    handle: ({ query }, context) => settingsPage(context, { saved: query.done !== undefined }),
  }),

  definePage({
    method: 'post',
    path: `${address}/organization`,
    access: changing,
    condition,
    body: settingsForm,
    async handle({ body }, context) {
      await changeSettings(context.acting, body);
      return reply.redirect(`${address}?done=saved`);
    },
    again: ({ options }, typed, context) =>
      settingsPage(context, {
        problem: {
          typed,
          fields: Object.fromEntries(
            (options.fields ?? []).map(({ field, code, params }) => [field, sentence(context.t, code, params)]),
          ),
        },
      }),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  definePage({
    method: 'get',
    path: `${address}/organization`,
    access: 'signed-in',
    walk: [],
    handle: () => reply.redirect(address),
  }),
];
