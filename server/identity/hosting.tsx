import { Router, type Request, type RequestHandler, type Response } from 'express';
import { ErrorPage } from '../../views/layout/error-page';
import { csrfPlaceholder } from '../../views/layout/form';
import { renderContent } from '../../views/layout/render';
import { locales } from '../../views/locales';
import type { Actor } from '../platform/actor';
import { createCsrf } from '../platform/http/csrf';
import type { Route } from '../platform/http/define-route';
import { doorOptions, openWebSession, type DoorOptions } from '../platform/http/door';
import { createErrorForms } from '../platform/http/error-handler';
import { mountSurfaces } from '../platform/http/mount';
import { actorIn, originOfRequest } from '../platform/http/principals';
import { createRateLimits } from '../platform/http/rate-limits';
import { requestLog } from '../platform/http/request-log';
import { securityHeaders } from '../platform/http/security-headers';
import type { ServeOptions } from '../platform/http/serve';
import type { Surface } from '../platform/http/surface';
import { productSurfaces, type SurfaceOptions } from '../platform/http/surfaces';
import { through } from '../platform/http/through';
import { webSession } from '../platform/http/web-session';
import { translator } from '../platform/i18n/messages';
import type { Resources } from '../platform/resources';
import { oauthSurface } from './protocols/oauth/oauth-surface';
import { identitySurface } from './protocols/wire/identity-surface';

/** A page of this wing: what is its own, for a document around it. */
interface ShownPage {
  title: string;
  /** As HTML says it. */
  lang: string;
  html: string;
}

/** What another application hands over that has this wing as a router. */
export interface Hosting {
  resources: Resources;
  /** The secret that cookies are signed with. */
  secret: string;
  redis?: Parameters<typeof webSession>[0]['redis'];
  /** The document around a page. @returns HTML */
  shell(page: ShownPage): string;
}

export interface HostedIdentity {
  /** Every route of this wing. It answers each address that no other of the application does, so it stands last. */
  router: Router;
  /** Who sits in the browser that asks, for the application's own routes; null for nobody. */
  findActor(request: Request, response: Response): Promise<Actor | null>;
}

/** What this wing brings itself. */
interface Brought
  extends
    Pick<SurfaceOptions, 'authenticateSession' | 'authenticateBearer' | 'renewGrant'>,
    Pick<ServeOptions, 'proofOfPerson'>,
    Pick<DoorOptions, 'logIn'> {
  routes: readonly Route[];
  initializeSession: RequestHandler;
  isVendorToken(token: string, now: Date): Promise<boolean>;
  directorySurface: Surface;
}

/** This wing as a router of an application that has another layout and nothing of the product. */
export function hostIdentity(identity: Brought, { resources, secret, redis, shell }: Hosting): HostedIdentity {
  const { config, clock, database } = resources;
  const { logIn } = identity;
  const opening = webSession({ config, secret, pool: database.pool, redis });
  const door = doorOptions({ config, webSession: Router().use(opening, identity.initializeSession), logIn });
  const csrf = createCsrf(config, secret);
  const noFrames = () => '';
  const errors = createErrorForms({
    localeOf: door.locale.read,
    framePage: noFrames,
    themeOf: door.theme.read,
    page({ body }, _request, locale) {
      const title = translator(locale)('errors.title');
      const strings = locales[locale].layout;
      const page = (
        <ErrorPage alone title={title} sentence={body.message} requestId={body.requestId} strings={strings} />
      );
      return shell({ title, lang: langOf(locale), html: renderContent(page, locale).html });
    },
  });
  const shared = { config, secret, door, errors, ...identity };
  const products = productSurfaces({
    ...shared,
    localeChoice: door.locale.middleware,
    authenticateDevice: async () => null,
    resources,
  });
  const known = requestLog(resources.log);
  const router = Router().use(known, securityHeaders(config.secure));
  mountSurfaces(
    router,
    {
      surfaces: [
        identitySurface({ ...shared, ownOrigins: config.ownOrigins }),
        oauthSurface({ ...shared, db: database.db }),
        identity.directorySurface,
        ...products,
      ],
      routes: identity.routes,
    },
    {
      ...door,
      resources,
      csrf,
      proofOfPerson: identity.proofOfPerson,
      rateLimits: createRateLimits({ config, pool: database.pool, redis }),
      menuStatuses: [],
      pagesOf: () => [],
      framePage: noFrames,
      pages: {
        content: ({ element, ...reply }, locale) => ({ ...reply, ...renderContent(element, locale), styles: [] }),
        frame({ title, html }, { request, response, context }) {
          const token = csrf.token(request, response);
          return shell({ title, lang: langOf(context.locale), html: html.replaceAll(csrfPlaceholder, token) });
        },
      },
    },
  );
  return {
    router,
    async findActor(request, response) {
      await through(known, request, response);
      await openWebSession(request, response, door);
      return actorIn(await identity.authenticateSession(request, response, originOfRequest(request, clock.now())));
    },
  };
}

const langOf = (locale: string) => locale.replace('_', '-');
