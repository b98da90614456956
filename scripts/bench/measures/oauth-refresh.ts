import { Agent, request } from 'node:http';
import { startTare } from '../../../tests/support/counterparts/tare-process';
import { signInOver } from '../../../tests/support/counterparts/visitor';
import { inFolder } from '../../../tests/support/in-folder';
import { authorizeParameters, newVerifier } from '../../../tests/support/oauth';
import { newOrganisation, newPerson, password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { floorClientId } from '../floors/oauth';
import { startFloor } from '../floors/start';
import { openBench } from '../kitchens';
import { median, perSecond, type Figure, type Measure } from '../measure';

const rounds = 3;
/** A server that has just started compiles what it runs; both run in before anything counts. */
const roundsBefore = 2;
const least = 0.5;
/** Each renews a token of its own, one time after the other. */
const chains = 8;

interface Provider {
  url: string;
  clientId: string;
  /** The newest refresh token of each chain. */
  tokens: string[];
}

/** `/oauth/token` with a refresh token, all that is kept of it on disk, beside bare `oidc-provider` that keeps all in memory. */
export const oauthRefresh: Measure = {
  name: 'oauth-refresh',
  minutes: 3,
  run: ({ say, quick }) =>
    withCounterparts(({ databaseUrl, tare: start }) =>
      inFolder(async (folder) => {
        const seconds = quick ? 2 : 8;
        const onServer = await people({ DATABASE_URL: databaseUrl });
        const embedded = await people({ DATA_DIR: folder });
        const floorServer = await startFloor('floor-oauth', { databaseUrl, login: '' });
        // One after the other: a server that starts beside the measured one takes its processor time.
        const kinds = [
          { kind: 'PostgreSQL and Redis', logins: onServer, serve: () => start() },
          {
            kind: 'embedded',
            logins: embedded,
            serve: () => startTare({ dataDir: folder, env: { RATE_LIMITS: 'off' } }),
          },
        ];
        try {
          const floor: Provider = {
            url: `${floorServer.url}token`,
            clientId: floorClientId,
            tokens: await Promise.all(
              Array.from({ length: chains }, async () => (await fetch(`${floorServer.url}tokens`)).text()),
            ),
          };
          const figures: Figure[] = [];
          for (const { kind, logins, serve } of kinds) {
            const tare = await serve();
            try {
              await tare.ready();
              const ours: Provider = {
                url: `${tare.url}/oauth/token`,
                clientId: 'tare',
                tokens: await Promise.all(logins.map((login) => begin(tare.url, login))),
              };
              const rates = { floor: [] as number[], ours: [] as number[] };
              for (let round = 0; round < roundsBefore + rounds; round += 1) {
                rates.floor.push(await refreshRate(floor, seconds));
                rates.ours.push(await refreshRate(ours, seconds));
              }
              const [bare, own] = [median(rates.floor.slice(roundsBefore)), median(rates.ours.slice(roundsBefore))];
              say(`${kind}: ${perSecond(own)} beside ${perSecond(bare)}`);
              figures.push({
                what: `refreshes, ${kind}`,
                ours: perSecond(own),
                floor: perSecond(bare),
                ratio: own / bare,
                bar: kind === 'embedded' ? '(told)' : `rate ≥ ${least}`,
                met: kind === 'embedded' || own / bare >= least,
              });
            } finally {
              await tare.stop();
            }
          }
          return figures;
        } finally {
          floorServer.stop();
        }
      }),
    ),
};

/** @returns refreshes a second. @throws Error when one gives no successor */
async function refreshRate(provider: Provider, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: chains });
  const started = performance.now();
  let renewed = 0;
  await Promise.all(
    provider.tokens.map(async (_token, at) => {
      while (performance.now() - started < seconds * 1000) {
        provider.tokens[at] = await renew(provider, { token: provider.tokens[at] ?? '', agent });
        renewed += 1;
      }
    }),
  );
  agent.destroy();
  return renewed / ((performance.now() - started) / 1000);
}

const renew = (
  { url, clientId }: Pick<Provider, 'url' | 'clientId'>,
  { token, agent }: { token: string; agent: Agent },
): Promise<string> =>
  new Promise((done, refuse) => {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: clientId,
    }).toString();
    const asked = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          const { refresh_token: next, id_token: idToken } = JSON.parse(text) as Record<string, string | undefined>;
          if (next === undefined || idToken === undefined)
            return refuse(new Error(`a refresh gave ${answer.statusCode}: ${text.slice(0, 300)}`));
          done(next);
        });
      },
    );
    asked.on('error', refuse);
    asked.end(body);
  });

/** @returns a refresh token of somebody who signs in */
async function begin(url: string, login: string): Promise<string> {
  const cookie = await signInOver(url, { login, password });
  const own = { id: 'tare', secret: null, redirectUri: `${url}/oauth/callback` };
  const verifier = newVerifier();
  const answer = await fetch(`${url}/oauth/authorize?${new URLSearchParams(authorizeParameters(own, verifier))}`, {
    headers: { cookie },
    redirect: 'manual',
  });
  const code = new URL(answer.headers.get('location') ?? '', url).searchParams.get('code') ?? '';
  const tokens = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: own.redirectUri,
      code_verifier: verifier,
      client_id: own.id,
    }),
  });
  const { refresh_token: token } = (await tokens.json()) as { refresh_token?: string };
  if (token === undefined) throw new Error(`the sign-in of ${login} gave no tokens: ${tokens.status}`);
  return token;
}

async function people(env: Record<string, string>): Promise<string[]> {
  const bench = await openBench(env);
  try {
    const organisationId = await newOrganisation(bench);
    const made: string[] = [];
    for (let at = 0; at < chains; at += 1)
      made.push((await newPerson(bench, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] })).login);
    return made;
  } finally {
    await bench.close();
  }
}
