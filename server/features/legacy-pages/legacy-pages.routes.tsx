import { z } from 'zod';
import { LegacyHostPage } from '../../../views/legacy-pages/legacy-host-page';
import { may } from '../../platform/actor';
import { definePage, reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { legacyPages } from './legacy-pages.contract';

/** The page of the product that frames a legacy page; what the frame shows is in the host's own query too. */
const hostRoutes = legacyPages.map(({ name, titleKey, permission }) =>
  definePage({
    method: 'get',
    path: `/${name}`,
    access: permission,
    query: z.record(z.string(), z.unknown()),
    handle(_input, { t, url }) {
      const title = sentence(t, titleKey);
      return reply.page(<LegacyHostPage t={t} title={title} src={`/legacy/${name}.html${new URL(url, 'http://tare.invalid').search}`} />, { title });
    },
  }));

/**
 * The framed file itself. Whoever may not see it gets a page that tells the host that the session has ended; a redirect
 * would show the sign-in inside the frame. Kept from nobody by the page guards, so it asks for everything they do.
 */
const frameRoutes = legacyPages.map(({ name, permission }) =>
  definePage({
    method: 'get',
    path: `/legacy/${name}.html`,
    access: 'public',
    walk: [],
    early: true,
    query: z.record(z.string(), z.unknown()),
    handle(_input, { actor, waits }) {
      if (!actor) return reply.frame('session-ended', 401);
      if (waits.privacy || waits.passwordReset || !may(actor, permission)) return reply.frame('session-ended', 403);
      return reply.frame(name);
    },
  }));

export const legacyRoutes: Route[] = [...hostRoutes, ...frameRoutes];
