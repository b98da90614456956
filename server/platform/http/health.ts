import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import express, { Router, type RequestHandler } from 'express';
import type { Metrics } from '../metrics';

interface HealthOptions {
  isReady(): Promise<boolean>;
  metrics: Metrics;
  /** Who may read the metrics here; without it, nobody. */
  metricsToken: string | undefined;
}

/**
 * What machines ask. `/healthz`: the process answers. `/readyz`: it may be sent work: migrated, connected, not stopping.
 * `/metrics`: for whoever has the token; for all others this address is as unknown as any.
 */
export function health({ isReady, metrics, metricsToken }: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const ready = await isReady();
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });
  if (metricsToken !== undefined) {
    router.get('/metrics', (request, response, next) =>
      carries(request.headers.authorization, metricsToken) ? send(metrics, response) : next(),
    );
  }
  return router;
}

/** The metrics on a port of their own, and nothing else. */
export function metricsServer({ metrics, metricsToken }: Pick<HealthOptions, 'metrics' | 'metricsToken'>): Server {
  const app = express().disable('x-powered-by').set('etag', false);
  app.get('/metrics', (request, response) => {
    if (metricsToken === undefined || carries(request.headers.authorization, metricsToken))
      return send(metrics, response);
    response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(401).type('text/plain').send('The token of METRICS_TOKEN is needed.\n');
  });
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('Only /metrics is here.\n');
  });
  return createServer(app);
}

async function send(metrics: Metrics, response: Parameters<RequestHandler>[1]): Promise<void> {
  const text = await metrics.text();
  response.setHeader('Cache-Control', 'no-store');
  response.type(metrics.contentType).send(text);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function carries(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
