import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import { appRoutes } from './app-routes';
import { features } from './features';
import { authenticateDevice, findActor } from './features/access';
import { createIdentity } from './identity';
import { readAssets, serveAssets } from './platform/http/assets';
import { createCsrf } from './platform/http/csrf';
import { createFramePages } from './platform/http/frame-pages';
import { errorHandler } from './platform/http/error-handler';
import { health } from './platform/http/health';
import { localeChoice } from './platform/http/locale-choice';
import { mountRoutes } from './platform/http/mount';
import { nameCookie } from './platform/http/name-cookie';
import { createPageRenderer } from './platform/http/page';
import { publicFiles } from './platform/http/public-files';
import { createRateLimits } from './platform/http/rate-limits';
import { requestLog, requestTimes } from './platform/http/request-log';
import { securityHeaders } from './platform/http/security-headers';
import { targetCookie } from './platform/http/target-cookie';
import { unknownAddress } from './platform/http/unknown-address';
import { webSession } from './platform/http/web-session';
import type { Resources } from './platform/resources';

export interface AppOptions {
  resources: Resources;
  secret: string;
  distDir: string;
  redis: Parameters<typeof webSession>[0]['redis'];
  isReady(): Promise<boolean>;
}

/** The whole application over open resources: middleware in order, then the two wings. */
export function createApp({ resources, secret, distDir, redis, isReady }: AppOptions): Express {
  const { config, database: { db, pool } } = resources;
  const rateLimits = createRateLimits({ config, pool, redis });
  const identity = createIdentity({ db, rateLimits, actorOf: (person) => findActor(db, person) });
  const routes = [...identity.routes, ...features.flatMap((feature) => feature.routes)];
  const everyRoute = [...routes, ...appRoutes(routes, config)];
  const csrf = createCsrf(config, secret);
  const locale = localeChoice(config);
  const assets = readAssets(distDir);
  const pages = createPageRenderer({ resources, assets, csrf, nav: features.flatMap((feature) => feature.nav ?? []), routes: everyRoute });

  const app = express().disable('x-powered-by').set('trust proxy', config.trustProxy).set('etag', false);
  app.use(requestLog(resources.log), requestTimes(resources.metrics), securityHeaders(config.secure));
  app.use('/assets', serveAssets(distDir));
  app.use(health({ isReady, metrics: resources.metrics, metricsToken: config.metrics.port ? undefined : config.metrics.token }), publicFiles());
  app.use(compression({ level: 1 }), cookieParser(secret), locale.middleware, webSession({ config, secret, pool, redis }));
  app.use(csrf.checkOrigin, express.json({ limit: '2mb', strict: true }), express.urlencoded({ limit: '100kb', extended: false }));
  mountRoutes(app, everyRoute, {
    resources, csrf, authenticate: identity.authenticate, authenticateDevice: (key) => authenticateDevice(db, key), pages,
    framePage: createFramePages({ distDir, assets }),
    target: targetCookie(config), rememberedName: nameCookie(config), chosenLocale: locale.read,
  });
  app.use(unknownAddress);
  app.use(errorHandler({ localeOf: locale.read, page: pages.errorPage }));
  return app;
}
