import { createServer, type Server } from 'node:http';
import type { Express } from 'express';

const servers = new WeakMap<Express, Server>();

/** One server for each application, at a free port: opening and closing one for each request costs more than most requests. */
export function served(app: Express): Server {
  const known = servers.get(app);
  if (known) return known;
  const server = createServer(app).listen(0);
  server.unref();
  servers.set(app, server);
  return server;
}
