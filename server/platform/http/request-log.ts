import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import type { Log } from '../log';
import type { Metrics } from '../metrics';

/** Who asked, as the log may know them: numbers, no names. */
export interface LoggedActor {
  userId?: number;
  /** Who acts with that user's rights. */
  actingUserId?: number;
  organisationId?: number;
  deviceId?: number;
}

/** Our own id for each request, never a visitor's; it stands in the answer, the log and the audit. */
export function requestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    // Every line of a request carries its id and nothing that a visitor has sent.
    quietReqLogger: true,
    quietResLogger: true,
    // Nothing reads what the loggers would write of them.
    wrapSerializers: false,
    serializers: { req: () => undefined, res: () => undefined },
    customAttributeKeys: { reqId: 'requestId', responseTime: 'ms' },
    customSuccessObject: (request, response, { ms }: { ms: number }) => lineOf(request, response, ms),
    customErrorObject: (...[request, response, , { ms }]) => lineOf(request, response, ms),
    customErrorMessage: () => 'request failed',
    autoLogging: {
      ignore: (request) =>
        ['/healthz', '/readyz', '/metrics'].includes(request.url ?? '') || Boolean(request.url?.startsWith('/assets/')),
    },
  });
}

function lineOf(request: IncomingMessage, response: ServerResponse, ms: number) {
  const actor = (response as Response).locals.loggedActor as LoggedActor | undefined;
  return { ...actor, method: request.method, route: routeOf(request as Request), status: response.statusCode, ms };
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Times every request from here to the end of its answer. */
export function requestTimes(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      metrics.request({
        route: routeOf(request),
        method: knownMethods.has(request.method) ? request.method : 'other',
        status: response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'cut',
        seconds: (performance.now() - started) / 1000,
      });
    });
    next();
  };
}

/** The declared pattern, one value for all assets and one for what no route has: an address may hold anything. */
function routeOf(request: Request): string {
  const declared = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof declared === 'string') return declared;
  return request.originalUrl.startsWith('/assets/') ? '/assets' : 'none';
}
