import { randomBytes } from 'node:crypto';
import type { ActingPersonally } from '../../../platform/acting';
import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { OutboundRefused, type Outbound } from '../../../platform/outbound/outbound';
import { changingRights, checkGrant } from '../../core/roles/grants';
import { findRoles } from '../../core/roles/role.store';
import { installationSecrets } from '../../core/secrets/installation-secrets';
import { ssoActions } from '../../identity.audit';
import type { IdentityPorts } from '../../ports';
import { readCertificates } from './certificate';
import { largestMetadata, readIdpMetadata, type IdpMetadata } from './idp-metadata';
import { lift, liftIfUnfit } from './sso-lift';
import type { SsoForm } from './sso.contract';
import { isOidc, missingOf, type SsoFields } from './sso.rules';
import {
  deleteSsoConfig,
  findSsoConfig,
  insertSsoConfig,
  listSsoConfigs,
  updateSsoConfig,
  type SsoConfig,
} from './sso.store';

export type SsoDependencies = Pick<IdentityPorts, 'secret' | 'outbound'>;

const secretPurpose = 'client secret of an identity provider';
/** Of a tenant: they are shown and looked through whole. */
const mostConfigs = 20;
const metadataTimeoutMs = 5_000;

export const untouched: SsoFields = {
  type: 'saml',
  enabled: false,
  ssoEndpoint: '',
  ssoBinding: 'redirect',
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  sloEndpoint: '',
  sloAnswerEndpoint: '',
  oidcClientId: '',
};

export const tenantOf = ({ scope }: Pick<ActingPersonally, 'scope'>) => scope.organisationId;

/** @throws Failure 404 unknownProvider */
export async function ownConfig(db: Db | Trx, acting: Pick<ActingPersonally, 'scope'>, id: string): Promise<SsoConfig> {
  const config = await findSsoConfig(db, { tenantNumber: tenantOf(acting), id });
  if (!config) throw fail.notFound('sso.unknownProvider');
  return config;
}

/** What an audit row may hold: nobody reads a secret there. */
const auditedConfig = ({
  type,
  enabled,
  ssoEndpoint,
  ssoBinding,
  idpEntityId,
  publicCertificate,
  signRequest,
  sloEndpoint,
  sloAnswerEndpoint,
  oidcClientId,
  sealedSecret,
}: SsoFields & Pick<SsoConfig, 'sealedSecret'>) => ({
  type,
  enabled,
  ssoEndpoint,
  ssoBinding,
  idpEntityId,
  publicCertificate,
  signRequest,
  sloEndpoint,
  sloAnswerEndpoint,
  oidcClientId,
  hasSecret: sealedSecret !== null,
});

/** What somebody types, or what a metadata document says in its place. */
export type EditedForm = SsoForm & Partial<IdpMetadata>;

/** @throws where the installation's secret is another than that which it was sealed with */
export const clientSecretOf = (
  { sealedSecret }: Pick<SsoConfig, 'sealedSecret'>,
  { secret }: Pick<SsoDependencies, 'secret'>,
) => (sealedSecret === null ? '' : installationSecrets(secret).open(secretPurpose, sealedSecret));

type Before = SsoFields & Pick<SsoConfig, 'sealedSecret'>;

/**
 * What a provider is after an edit; what the form does not say stays.
 * @throws Failure 422 for an address that may not be called, what is no certificate or is of a key of another kind than RSA, and a provider that is switched on with something missing
 */
export function edited(before: Before, form: EditedForm, { secret, outbound }: SsoDependencies): Before {
  const pems = form.publicCertificate === undefined ? undefined : readCertificates(form.publicCertificate);
  if (pems === null)
    throw fail.unprocessable('sso.notACertificate', {
      fields: [{ field: 'publicCertificate', code: 'sso.notACertificate' }],
    });
  if (pems?.some(({ isRsa }) => !isRsa))
    throw fail.unprocessable('sso.keyNotRsa', { fields: [{ field: 'publicCertificate', code: 'sso.keyNotRsa' }] });
  if (form.ssoEndpoint !== undefined) checkAddress(outbound, 'ssoEndpoint', form.ssoEndpoint);
  for (const leaving of [form.sloEndpoint, form.sloAnswerEndpoint])
    if (leaving) checkAddress(outbound, form.idpEntityId === undefined ? 'sloEndpoint' : 'metadata', leaving);
  const moved = form.ssoEndpoint !== undefined && form.ssoEndpoint !== before.ssoEndpoint;
  const after = {
    // What has a SAML metadata document is no OpenID provider.
    type: form.type ?? (form.idpEntityId !== undefined && isOidc(before) ? ('saml' as const) : before.type),
    enabled: form.enabled ?? before.enabled,
    ssoEndpoint: form.ssoEndpoint ?? before.ssoEndpoint,
    ssoBinding: form.ssoBinding ?? (moved ? 'redirect' : before.ssoBinding),
    // Another address is another provider, until its metadata says who it is.
    idpEntityId: form.idpEntityId ?? (moved ? '' : before.idpEntityId),
    sloEndpoint: form.sloEndpoint ?? (moved ? '' : before.sloEndpoint),
    sloAnswerEndpoint: form.sloAnswerEndpoint ?? (moved ? '' : before.sloAnswerEndpoint),
    publicCertificate: pems?.map(({ pem }) => pem).join('\n') ?? before.publicCertificate,
    signRequest: form.signRequest ?? before.signRequest,
    oidcClientId: form.oidcClientId ?? before.oidcClientId,
    sealedSecret:
      form.oidcSecret === undefined
        ? before.sealedSecret
        : installationSecrets(secret).seal(secretPurpose, form.oidcSecret),
  };
  const missing = after.enabled ? missingOf(after, { hasSecret: after.sealedSecret !== null }) : [];
  if (missing.length > 0)
    throw fail.unprocessable('sso.incomplete', {
      fields: missing.map((field) => ({ field, code: 'errors.required' })),
    });
  return after;
}

/** @throws Failure 422 addressNotAllowed */
function checkAddress(outbound: Outbound, field: string, url: string): void {
  if (outbound.faultOf(url) !== null)
    throw fail.unprocessable('sso.addressNotAllowed', { fields: [{ field, code: 'sso.addressNotAllowed' }] });
}

export async function insertConfig(trx: Trx, acting: ActingPersonally, fields: Before): Promise<SsoConfig> {
  const tenantNumber = tenantOf(acting);
  if ((await listSsoConfigs(trx, tenantNumber)).length >= mostConfigs)
    throw fail.unprocessable('sso.tooManyProviders', { params: { most: mostConfigs } });
  const verification = `tare-domain-verification=${randomBytes(24).toString('base64url')}`;
  const id = await insertSsoConfig(trx, { ...fields, tenantNumber, verification, now: acting.now });
  await acting.audit(trx, {
    action: ssoActions.create,
    entity: 'ssoConfig',
    entityId: id,
    after: auditedConfig(fields),
  });
  return ownConfig(trx, acting, id);
}

export async function keepConfig(
  trx: Trx,
  acting: ActingPersonally,
  { before, after }: { before: SsoConfig; after: Before },
): Promise<SsoConfig> {
  await updateSsoConfig(trx, before, { ...after, now: acting.now });
  await acting.audit(trx, {
    action: ssoActions.change,
    entity: 'ssoConfig',
    entityId: before.id,
    before: auditedConfig(before),
    after: auditedConfig(after),
  });
  const kept = await ownConfig(trx, acting, before.id);
  await liftIfUnfit(trx, { config: kept, audit: acting.audit });
  return kept;
}

/** @throws Failure 403 limitedToSites, 422 as `edited`, tooManyProviders */
export function createConfig(acting: ActingPersonally, form: EditedForm, needs: SsoDependencies): Promise<SsoConfig> {
  return changingRights(acting, (trx) =>
    insertConfig(trx, acting, edited({ ...untouched, sealedSecret: null }, form, needs)),
  );
}

/** @throws Failure 403 limitedToSites, 404 unknownProvider, 422 as `edited`, and lastAdministrator where it alone lets the last one in */
export function changeConfig(
  acting: ActingPersonally,
  { id, form }: { id: string; form: EditedForm },
  needs: SsoDependencies,
): Promise<SsoConfig> {
  return changingRights(acting, async (trx) => {
    const before = await ownConfig(trx, acting, id);
    return keepConfig(trx, acting, { before, after: edited(before, form, needs) });
  });
}

/** Its domains and roles go with it. @throws Failure 403 limitedToSites, beyondYours, 404 unknownProvider, 422 lastAdministrator */
export function removeConfig(acting: ActingPersonally, id: string): Promise<void> {
  return changingRights(acting, async (trx) => {
    const before = await ownConfig(trx, acting, id);
    await checkRoles(trx, acting, [...before.roleIds, ...before.groups.flatMap(({ roleIds }) => roleIds)]);
    await lift(trx, { config: before, audit: acting.audit }, 'removed');
    await deleteSsoConfig(trx, before);
    await acting.audit(trx, {
      action: ssoActions.remove,
      entity: 'ssoConfig',
      entityId: id,
      before: { ...auditedConfig(before), domains: before.domains.map(({ domain }) => domain) },
    });
  });
}

/** Roles that a provider gives are given by whoever says so. @throws Failure 403 beyondYours */
export async function checkRoles(trx: Trx, acting: ActingPersonally, ids: readonly string[]): Promise<void> {
  const roles = await findRoles(trx, { tenantNumber: tenantOf(acting), ids });
  checkGrant(
    acting,
    roles.flatMap(({ permissions }) => permissions),
  );
}

/** @param known the entity id of the provider that is meant, where it has one @throws Failure 422 that says why the document says of no provider how people sign in there */
export function formOfMetadata(xml: string, known = ''): IdpMetadata {
  const read = readIdpMetadata(xml, known);
  if (typeof read !== 'string') return read;
  throw fail.unprocessable(`sso.${read}`, { fields: [{ field: 'metadata', code: `sso.${read}` }] });
}

/** Changes a provider to what a metadata document says of it. @throws as `formOfMetadata` and `changeConfig` */
export async function changeByMetadata(
  acting: ActingPersonally,
  { id, metadata }: { id: string; metadata: string },
  needs: SsoDependencies,
): Promise<SsoConfig> {
  const { idpEntityId } = await ownConfig(acting.db, acting, id);
  return changeConfig(acting, { id, form: formOfMetadata(metadata, idpEntityId) }, needs);
}

/** Fetches a metadata document, whose address somebody has typed. @throws Failure 422 addressNotAllowed, metadataUnreachable */
export async function fetchMetadata(url: string, { outbound }: Pick<SsoDependencies, 'outbound'>): Promise<string> {
  checkAddress(outbound, 'url', url);
  try {
    const { status, body } = await outbound.call({
      url,
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      timeoutMs: metadataTimeoutMs,
      largestAnswer: largestMetadata,
    });
    if (status === 200) return body.toString('utf8');
  } catch (cause) {
    if (cause instanceof OutboundRefused && ['private', 'scheme', 'address'].includes(cause.fault))
      throw fail.unprocessable('sso.addressNotAllowed', {
        fields: [{ field: 'url', code: 'sso.addressNotAllowed' }],
        cause,
      });
    throw fail.unprocessable('sso.metadataUnreachable', {
      fields: [{ field: 'url', code: 'sso.metadataUnreachable' }],
      cause,
    });
  }
  throw fail.unprocessable('sso.metadataUnreachable', { fields: [{ field: 'url', code: 'sso.metadataUnreachable' }] });
}
