import { definePage, reply, type Route } from '../../../platform/http/define-route';
import { isOwnPath } from '../../../platform/http/target-cookie';
import { preferencesForm } from '../../core/profiles/preferences.contract';
import { changePreferences } from '../../core/profiles/preferences.service';
import type { IdentityPorts } from '../../ports';

/** The form of the account menu, which stands on every page of somebody signed in. */
export const preferencesRoutes = (ports: IdentityPorts): Route[] => [
  definePage({
    method: 'post',
    path: '/preferences',
    access: 'signed-in',
    notInClientView: true,
    body: preferencesForm,
    async handle({ body: { locale, unit, theme, back } }, { acting, door }) {
      await changePreferences(acting, { locale, unit }, ports);
      door.keepLocale(locale);
      door.keepTheme(theme === 'device' ? null : theme);
      return reply.redirect(isOwnPath(back) ? back : '/home');
    },
  }),
];
