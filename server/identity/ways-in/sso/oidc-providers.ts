import { createRemoteJWKSet, customFetch as keyFetch, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import { z } from 'zod';
import type { IdentityPorts } from '../../ports';
import { guardedFetch } from '../relying-party/guarded-fetch';
import { idTokenAlgorithms } from '../relying-party/id-token-algorithms';
import { OidcRefused, oidcRefusal } from './oidc-fault';
import { skewMs } from './saml-response.rules';
import { clientSecretOf } from './sso-config.service';
import type { SsoConfig } from './sso.store';

/** What is read of a provider's metadata (OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3). */
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().exactOptional(),
  end_session_endpoint: z.string().exactOptional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
});

const wellKnown = '/.well-known/openid-configuration';
/** What a provider says of itself is asked for again after so long; its keys are with each answer. */
const keptMs = 300_000;
const mostKept = 500;

export type OidcConfig = Pick<SsoConfig, 'ssoEndpoint' | 'oidcClientId' | 'sealedSecret'>;

/** The OpenID providers of tenants. */
export interface OidcProviders {
  /**
   * A provider as it describes itself, and how this side is known there.
   * @throws OidcRefused unreachable, badMetadata; otherProvider where it gives another issuer than was set up
   */
  at(config: OidcConfig, now: Date): Promise<Configuration>;
  /** The keys that a provider signs with, fetched when one of them is needed. @throws OidcRefused as `at` */
  keysAt(config: OidcConfig, now: Date): Promise<{ issuer: string; keys: JWTVerifyGetKey }>;
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');

/** The name of a provider as it was set up, with the name of the document behind it or without: as it is compared. */
export function issuerOf(given: string): string {
  const address = withoutSlash(given.endsWith(wellKnown) ? given.slice(0, -wellKnown.length) : given);
  return URL.canParse(address) ? withoutSlash(new URL(address).href) : '';
}

export function createOidcProviders({ outbound, secret }: Pick<IdentityPorts, 'outbound' | 'secret'>): OidcProviders {
  // Which hosts are called, and which of them without TLS, is judged on the way out.
  const options = { [customFetch]: guardedFetch(outbound), execute: [allowInsecureRequests] };
  const kept = new LRUCache<string, { at: number; server: ServerMetadata }>({ max: mostKept });

  /** @param issuer as it was set up, with the name of the document behind it or without */
  async function describe(issuer: string): Promise<ServerMetadata> {
    const address = issuerOf(issuer);
    if (address === '') throw new OidcRefused('badMetadata');
    const found = await discovery(new URL(`${address}${wellKnown}`), 'tare', undefined, undefined, options).catch(
      (error: unknown) => {
        const refusal = oidcRefusal(error);
        throw refusal.fault === 'badAnswer' ? new OidcRefused('badMetadata', { cause: refusal.cause }) : refusal;
      },
    );
    const described = metadata.safeParse(found.serverMetadata());
    if (!described.success) throw new OidcRefused('badMetadata');
    const server = described.data;
    // One that speaks for many tenants of its own (`common` of Microsoft's) is none of this tenant's.
    if (issuerOf(server.issuer) !== address) throw new OidcRefused('otherProvider');
    if (outbound.faultOf(server.authorization_endpoint) !== null) throw new OidcRefused('badMetadata');
    return { ...server, id_token_signing_alg_values_supported: idTokenAlgorithms };
  }

  const keyRings = new LRUCache<string, JWTVerifyGetKey>({ max: mostKept });

  function keysOf(address: string): JWTVerifyGetKey {
    const keys =
      keyRings.get(address) ??
      createRemoteJWKSet(new URL(address), {
        [keyFetch]: (url, { method, headers, signal }) =>
          guardedFetch(outbound)(url, {
            method,
            headers: Object.fromEntries(headers),
            body: null,
            redirect: 'manual',
            signal,
          }),
      });
    keyRings.set(address, keys);
    return keys;
  }

  async function known(config: OidcConfig, now: Date): Promise<ServerMetadata> {
    const before = kept.get(config.ssoEndpoint);
    if (before !== undefined && Math.abs(now.getTime() - before.at) < keptMs) return before.server;
    const server = await describe(config.ssoEndpoint);
    kept.set(config.ssoEndpoint, { at: now.getTime(), server });
    return server;
  }

  return {
    async keysAt(config, now) {
      const { issuer, jwks_uri: address = '' } = await known(config, now);
      if (!URL.canParse(address) || outbound.faultOf(address) !== null) throw new OidcRefused('badMetadata');
      return { issuer, keys: keysOf(address) };
    },

    async at(config, now) {
      const server = await known(config, now);
      const clientSecret = clientSecretOf(config, { secret });
      // Basic is what a provider takes that does not say (OpenID Connect Discovery 1.0, section 3).
      const byHeader = (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes(
        'client_secret_basic',
      );
      // The library reads the machine's clock; the request's counts.
      const client = { [clockSkew]: Math.round((now.getTime() - Date.now()) / 1000), [clockTolerance]: skewMs / 1000 };
      const configuration = new Configuration(
        server,
        config.oidcClientId,
        client,
        byHeader ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
      );
      configuration[customFetch] = options[customFetch];
      allowInsecureRequests(configuration);
      // Signatures are looked at though the token comes from the provider itself.
      enableNonRepudiationChecks(configuration);
      return configuration;
    },
  };
}
