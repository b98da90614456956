import express, { Router, type Express } from 'express';
import { appRoutes } from './app-routes';
import { features } from './features';
import { authenticateDevice, countPlaces, findActor, hasEvents, keepUnit } from './features/access';
import { createIdentity, identityNav, identitySurface, oauthSurface } from './identity';
import { readAssets, serveAssets } from './platform/http/assets';
import { createCsrf } from './platform/http/csrf';
import { doorOptions } from './platform/http/door';
import { createErrorForms, errorHandler } from './platform/http/error-handler';
import { createFramePages } from './platform/http/frame-pages';
import { health } from './platform/http/health';
import { mountSurfaces, type Mounted } from './platform/http/mount';
import { createNavigation } from './platform/http/navigation';
import { createPageRenderer } from './platform/http/page';
import { publicFiles } from './platform/http/public-files';
import { createRateLimits } from './platform/http/rate-limits';
import { requestLog, requestTimes } from './platform/http/request-log';
import { securityHeaders } from './platform/http/security-headers';
import { senderAddress } from './platform/http/sender-address';
import { productSurfaces } from './platform/http/surfaces';
import { webSession } from './platform/http/web-session';
import type { Resources } from './platform/resources';
import { openTenant, readPlaceChoices } from './setup/open-tenant';

export interface AppOptions {
  resources: Resources;
  secret: string;
  distDir: string;
  redis: Parameters<typeof webSession>[0]['redis'];
  isReady(): Promise<boolean>;
  /** Further surfaces and routes, mounted as those of the product are. */
  more?: Partial<Mounted>;
}

/** The whole application over open resources: what every request runs, then a router for each surface. */
export function createApp({ resources, secret, distDir, redis, isReady, more = {} }: AppOptions): Express {
  const {
    config,
    metrics,
    outbound,
    log,
    clock,
    database: { db, pool },
  } = resources;
  const rateLimits = createRateLimits({ config, pool, redis });
  const identity = createIdentity({
    db,
    config,
    secret,
    rateLimits,
    metrics,
    outbound,
    log,
    startedAt: clock.now(),
    actorOf: (person) => findActor(db, person),
    keepUnit,
    openTenant,
    holdsData: hasEvents,
    countPlaces,
    placeChoices: readPlaceChoices,
  });
  const routes = [...identity.routes, ...features.flatMap((feature) => feature.routes), ...(more.routes ?? [])];
  const csrf = createCsrf(config, secret);
  const assets = readAssets(distDir);
  const framePage = createFramePages({ distDir, assets });
  const door = doorOptions({
    config,
    webSession: Router().use(webSession({ config, secret, pool, redis }), identity.initializeSession),
    logIn: identity.logIn,
  });
  const { locale, theme } = door;
  const everyRoute = [...routes, ...appRoutes(routes, config)];
  const navigation = createNavigation({
    nav: [...identityNav, ...features.flatMap((feature) => feature.nav ?? [])],
    routes: everyRoute,
  });
  const pages = createPageRenderer({
    resources,
    assets,
    csrf,
    navigation,
    onEveryPage: features.flatMap((feature) => feature.onEveryPage ?? []),
    themeOf: theme.read,
  });
  const errors = createErrorForms({ localeOf: locale.read, page: pages.errorPage, framePage, themeOf: theme.read });
  const products = productSurfaces({
    config,
    secret,
    door,
    localeChoice: locale.middleware,
    errors,
    ...identity,
    authenticateDevice: (key) => authenticateDevice(db, key),
    resources,
  });

  const app = express().disable('x-powered-by').set('trust proxy', config.trustProxy).set('etag', false);
  app.use(
    senderAddress(app),
    requestLog(resources.log),
    requestTimes(resources.metrics),
    securityHeaders(config.secure),
  );
  app.use('/assets', serveAssets(distDir));
  app.use(
    health({
      isReady,
      metrics: resources.metrics,
      metricsToken: config.metrics.port ? undefined : config.metrics.token,
    }),
    publicFiles(distDir),
  );
  mountSurfaces(
    app,
    {
      surfaces: [
        ...(more.surfaces ?? []),
        identitySurface({ config, secret, ownOrigins: config.ownOrigins, door, ...identity }),
        oauthSurface({ config, db, secret, door, errors, ...identity }),
        identity.directorySurface,
        ...products,
      ],
      routes: everyRoute,
    },
    {
      ...door,
      resources,
      csrf,
      pages,
      framePage,
      proofOfPerson: identity.proofOfPerson,
      rateLimits,
      pagesOf: navigation.pagesOf,
      menuStatuses: features.flatMap((feature) => feature.menuStatus ?? []),
    },
  );
  app.use(errorHandler(errors.page));
  return app;
}
