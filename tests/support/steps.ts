import type { Response, Test } from 'supertest';
import { nameOf, type DeclaredRoute } from './declared-routes';
import type { Step } from './example';
import { examplesOf } from './examples';
import { pathIn, valuesAt, type FullPlace } from './full-organisation';
import { browser, tokenOf } from './people';
import type { TestApp } from './test-app';

/** Sends the changes of a feature's example, in order; `send` is asked for the answer to each. */
export async function walkSteps(
  app: TestApp,
  { full, owner, send }: { full: FullPlace; owner: string; send(step: Step): Promise<Response> },
): Promise<void> {
  for (const { changes } of examplesOf(owner)) {
    const { records: _records, deviceKey: _deviceKey, ...place } = full;
    const steps = changes?.({ ...place, ...valuesAt(full, owner) }, app);
    let next = await steps?.next();
    while (steps && next && !next.done) next = await steps.next(await send(next.value));
  }
}

/** The routes that change something and ask who it is. */
export const changing = ({ method, access }: DeclaredRoute) => method !== 'get' && access !== 'public';

export function routeOf(routes: readonly DeclaredRoute[], { route: name }: Step): DeclaredRoute {
  const found = routes.find((one) => nameOf(one) === name);
  if (!found) throw new Error(`An example sends a step to ${name}, which no feature declares.`);
  return found;
}

/** Who sends steps: a person with the token of their forms, and a device's key where they have one. */
export interface Sender {
  agent: ReturnType<typeof browser>;
  token: string;
  deviceKey?: string;
}

export const senderOf = async (agent: Sender['agent'], deviceKey?: string): Promise<Sender> => ({
  agent,
  token: tokenOf((await agent.get('/home')).text),
  deviceKey,
});

/** Sends a step as a browser, a program or a device would. */
export async function sendStep(
  app: TestApp,
  {
    sender: { agent, token, deviceKey },
    full,
    route,
    step,
  }: { sender: Sender; full: FullPlace; route: DeclaredRoute; step: Step },
): Promise<Response> {
  const { values, query, body, form, file } = step;
  const asDevice = route.access === 'device' && deviceKey !== undefined;
  const request = (asDevice ? browser(app).set('Authorization', `Bearer ${deviceKey}`) : agent)
    [route.method](pathIn(full, route, values))
    .query(query ?? {}) as Test;
  if (!form) return request.send(body ?? {});
  const fields = route.kind === 'page' ? { _csrf: token, ...form } : form;
  if (!route.upload) return request.type('form').send(fields);
  const sent = Object.entries(fields).reduce((one, [field, value = '']) => one.field(field, value), request);
  return file === undefined ? sent : sent.attach('file', Buffer.from(file), 'sheet.csv');
}
