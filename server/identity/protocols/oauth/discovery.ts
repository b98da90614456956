import { multiFactorClass } from '../../core/tokens/access-token';
import { algorithm } from '../../core/tokens/key-ring';
import { knownScopes } from '../../core/tokens/oauth-scopes.rules';
import { authMethods } from './oauth-client.contract';

/** The description of the provider (OpenID Connect Discovery 1.0, RFC 8414). */
export const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  userinfo_endpoint: `${issuer}/oauth/userinfo`,
  end_session_endpoint: `${issuer}/oauth/logout`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  token_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: knownScopes,
  claims_supported: ['sub', 'sid', 'tenantId', 'email', 'email_verified', 'name', 'auth_time', 'amr', 'acr', 'nonce'],
  prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
  acr_values_supported: [multiFactorClass],
  authorization_response_iss_parameter_supported: true,
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});
