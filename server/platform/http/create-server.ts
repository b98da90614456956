import { createServer as createNodeServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Express } from 'express';
import { cutSlowPeers } from './slow-peers';

/**
 * An HTTP server for the app. Below Node 24, Express' swap of prototypes on each request is slow; giving it messages
 * that already have them makes the swap a no-op (measured: three times the thin requests a second on Node 20).
 */
export function createServer(app: Express): Server {
  const options = Number(process.versions.node.split('.')[0]) < 24 ? prepared(app) : {};
  // The whole of a request has as long as the largest import needs over a slow line; who sends next to nothing is cut before.
  const limits = {
    headersTimeout: 15_000,
    requestTimeout: 1_800_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000,
  };
  const server = createNodeServer({ ...options, ...limits }, app);
  server.maxRequestsPerSocket = 0;
  cutSlowPeers(server);
  return server;
}

function prepared(app: Express) {
  function Request(this: IncomingMessage, ...args: ConstructorParameters<typeof IncomingMessage>) {
    return Reflect.construct(IncomingMessage, args, Request);
  }
  function Response(this: ServerResponse, ...args: ConstructorParameters<typeof ServerResponse>) {
    return Reflect.construct(ServerResponse, args, Response);
  }
  Request.prototype = app.request;
  Response.prototype = app.response;
  return {
    IncomingMessage: Request as unknown as typeof IncomingMessage,
    ServerResponse: Response as unknown as typeof ServerResponse,
  };
}
