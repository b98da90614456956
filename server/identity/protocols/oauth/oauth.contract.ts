import { z } from 'zod';
import { maybe, publicId } from '../../wire.contract';

/** A parameter that is given once, or not at all; one that is given twice is a mistake (RFC 6749, 3.1). */
const text = (max: number) => z.string().max(max).optional();

export const authorizeQuery = z.object({
  client_id: z.string().max(100),
  redirect_uri: z.string().max(2000),
  response_type: text(100),
  response_mode: text(100),
  scope: text(1000),
  state: text(1000),
  nonce: text(500),
  code_challenge: text(200),
  code_challenge_method: text(50),
  prompt: text(200),
  login_hint: text(254),
  max_age: text(20),
  acr_values: text(500),
  request: text(10_000),
  request_uri: text(2000),
  /** The public id of the tenant that somebody is to come in at, by either name. */
  organization: text(100),
  tenantId: text(100),
});

/**
 * What the surface reads beside the body: the headers that clients say who they are by, whether they speak JSON, whether something secret
 * stands in the address, and whether the browser says that a page of the installation's own front end sent it.
 */
const sentBy = z.object({
  authorization: z.string().nullable(),
  vendorToken: z.string().nullable(),
  json: z.boolean(),
  inAddress: z.boolean(),
  ownFrontEnd: z.boolean(),
});
export type SentBy = z.infer<typeof sentBy>;

export const tokenBody = z.object({
  from: sentBy,
  grant_type: maybe(z.string().max(100)),
  client_id: maybe(z.string().max(100)),
  client_secret: maybe(z.string().max(200)),
  code: maybe(z.string().max(200)),
  redirect_uri: maybe(z.string().max(2000)),
  code_verifier: maybe(z.string().max(200)),
  refresh_token: maybe(z.string().max(200)),
  scope: maybe(z.string().max(1000)),
  tenantId: maybe(publicId),
});
export type TokenAsk = z.infer<typeof tokenBody>;

/** Of calls whose body is nothing else. */
export const sentWith = z.object({ from: sentBy });

/** The handle of a request that is under way. */
export const preLoginQuery = z.object({ state: z.string().min(1).max(200) });

export const consentForm = z.strictObject({ answer: z.enum(['allow', 'deny']), shown: z.string().max(100) });

export const postLoginBody = z.object({ state: z.string().min(1).max(200), token: z.string().min(1).max(8192) });

export const logoutQuery = z.object({
  id_token_hint: maybe(z.string().max(8192)),
  client_id: maybe(z.string().max(100)),
  post_logout_redirect_uri: maybe(z.string().max(2000)),
  state: maybe(z.string().max(1000)),
});
