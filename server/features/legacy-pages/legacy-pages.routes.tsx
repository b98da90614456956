import { z } from 'zod';
import { LegacyHostPage } from '../../../views/legacy-pages/legacy-host-page';
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
      return reply.page(
        <LegacyHostPage
          t={t}
          title={title}
          src={`/legacy/${name}.html${new URL(url, 'http://tare.invalid').search}`}
        />,
        { title, secure: true },
      );
    },
  }),
);

/** The framed file itself, on the surface whose refusals tell the host instead of leading elsewhere. */
const frameRoutes = legacyPages.map(({ name, permission }) =>
  definePage({
    method: 'get',
    path: `/legacy/${name}.html`,
    surface: 'frames',
    access: permission,
    walk: [],
    query: z.record(z.string(), z.unknown()),
    handle: () => reply.frame(name),
  }),
);

export const legacyRoutes: Route[] = [...hostRoutes, ...frameRoutes];
