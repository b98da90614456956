import { fileURLToPath } from 'node:url';
import { createApp } from '../../../server/app';
import { features } from '../../../server/features';
import { viewerOf, type Actor } from '../../../server/platform/actor';
import type { Context, Reply } from '../../../server/platform/http/define-route';
import { signIn } from '../../../tests/support/people';
import { secret } from '../counterparts';
import { openBench } from '../kitchens';

export const distDir = fileURLToPath(new URL('../../../dist', import.meta.url));

interface Answered {
  reply: Extract<Reply, { kind: 'page' }>;
  /** Whom it was answered to. */
  actor: Actor;
}

/** What the product's own route answers somebody with, before it is rendered. @throws Error when that is no page */
export async function pageOf({
  databaseUrl,
  login,
  path,
}: {
  databaseUrl: string;
  login: string;
  path: string;
}): Promise<Answered> {
  const bench = await openBench({ DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://tare.test' });
  const route = features
    .flatMap((feature) => feature.routes)
    .find((one) => one.kind === 'page' && path.startsWith(one.path) && one.path !== '/');
  if (!route?.fresh) throw new Error(`No kept page answers ${path}.`);
  const kept = route.fresh;
  const handle = route.handle.bind(route) as (input: never, context: object) => Promise<Reply>;
  let caught: Answered | undefined;
  // Not to be kept, so that the handler is told who asks.
  delete route.fresh;
  route.handle = async (input: never, context: never) => {
    const { actor, now } = context as Context;
    const reply = await handle(input, { ...(context as Context), viewer: viewerOf(actor, now, kept) });
    if (reply.kind === 'page') caught = { reply, actor };
    return reply;
  };
  const app = createApp({ resources: bench.resources, secret, distDir, redis: undefined, isReady: async () => true });
  const visitor = await signIn({ ...bench, app }, login);
  const { status } = await visitor.get(path);
  if (!caught) throw new Error(`${path} answered ${status} without a page.`);
  await bench.close();
  return caught;
}
