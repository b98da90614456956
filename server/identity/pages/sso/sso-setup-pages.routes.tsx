import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CopyStep } from '../../../../views/identity/sso/copy-step';
import { DomainsStep } from '../../../../views/identity/sso/domains-step';
import { ProviderStep } from '../../../../views/identity/sso/provider-step';
import { SwitchStep } from '../../../../views/identity/sso/switch-step';
import { fail, Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { listOwners } from '../../core/owners/owner.store';
import type { IdentityParts } from '../../parts';
import { takesPasswords } from '../../policies/strategies/passwords-taken';
import { largestMetadata } from '../../ways-in/sso/idp-metadata';
import { changeByMetadata, changeConfig, fetchMetadata, removeConfig } from '../../ways-in/sso/sso-config.service';
import { addSsoDomain, proveDomain, removeSsoDomain } from '../../ways-in/sso/sso-domain.service';
import { enforceSso, liftEnforcement } from '../../ways-in/sso/sso-enforcement.service';
import { configParams } from '../../ways-in/sso/sso.contract';
import { oidcCallback, oidcLeftUrl, oidcLogoutUrl, serviceProvider } from '../../ways-in/sso/sso.presentation';
import { graceDays } from '../../ways-in/sso/sso.rules';
import { settingsOf } from '../account/account-page';
import { domainForms, metadataForm, providerForms, switchForms } from './sso-pages.contract';
import { certificatesOf, enforcementView, provenOf } from './sso-pages.presentation';
import { ssoRolesPages } from './sso-roles-pages.routes';
import {
  configIn,
  frameOf,
  knownProvider,
  listPath,
  read,
  refusalOf,
  stepPage,
  write,
  type Shown,
} from './sso-setup-page';

const one = `${listPath}/:ssoConfigId` as const;
const query = z.object({
  done: z.enum(['saved', 'added', 'proven', 'removed', 'on', 'off', 'enforced', 'lifted']).optional().catch(undefined),
});
type Done = NonNullable<z.output<typeof query>['done']>;
/** Without scripts, a changed page says so after it was sent anew. */
const says = (context: Context, done: Done | undefined) => done && context.t(`ssoPages.said.${done}`);

/** The steps by which an administrator connects a provider, each a page with forms. */
export function ssoSetupPages(parts: IdentityParts): Route[] {
  const { publicUrl } = parts.config;
  const values = {
    ...serviceProvider(publicUrl),
    metadataUrl: `${publicUrl}/auth/saml/metadata`,
    redirectUri: oidcCallback(publicUrl),
    leftUrl: oidcLeftUrl(publicUrl),
    logoutUrl: oidcLogoutUrl(publicUrl),
  };

  async function providerPage(context: Context, id: string, { refused, status, ...shown }: Shown = {}): Promise<Reply> {
    const known = await knownProvider(context, id, parts);
    const { ssoEndpoint, idpEntityId, publicCertificate, signRequest, oidcClientId, sealedSecret, sloEndpoint } =
      known.config;
    const told = {
      endpoint: ssoEndpoint,
      entityId: idpEntityId,
      certificate: publicCertificate,
      certificates: certificatesOf(known.config, context.now),
      signRequest,
      clientId: oidcClientId,
      hasSecret: sealedSecret !== null,
      signOutUrl: sloEndpoint,
    };
    return stepPage(
      <ProviderStep
        {...frameOf(context, known, shown)}
        settings={settingsOf(context)}
        known={told}
        refused={refused}
        mostMetadataBytes={largestMetadata}
      />,
      context,
      { at: 'provider', status },
    );
  }

  async function domainsPage(context: Context, id: string, { refused, status, ...shown }: Shown = {}): Promise<Reply> {
    const known = await knownProvider(context, id, parts);
    const domains = known.config.domains.map((domain) => ({
      id: domain.id,
      domain: domain.domain,
      proven: domain.validatedAt !== null,
      missingSince: domain.missingSince?.toISOString() ?? null,
    }));
    return stepPage(
      <DomainsStep
        {...frameOf(context, known, shown)}
        settings={settingsOf(context)}
        domains={domains}
        txtRecord={known.config.verification}
        graceDays={graceDays}
        refused={refused}
      />,
      context,
      { at: 'domains', status },
    );
  }

  async function switchPage(context: Context, id: string, { refused, status, ...shown }: Shown = {}): Promise<Reply> {
    const known = await knownProvider(context, id, parts);
    const owners = await listOwners(context.db, {
      tenantNumber: context.actor.organisation.id,
      locally: { passwords: takesPasswords(parts) },
    });
    return stepPage(
      <SwitchStep
        {...frameOf(context, known, shown)}
        settings={settingsOf(context)}
        proven={provenOf(known.config)}
        enforcement={enforcementView(known, owners)}
        localPath={`${publicUrl}/login`}
        refused={refused}
      />,
      context,
      { at: 'switch', status },
    );
  }

  type StepOf = (context: Context, id: string, shown?: Shown) => Promise<Reply>;
  const get = (step: 'provider' | 'domains' | 'switch', page: StepOf) =>
    definePage({
      method: 'get',
      path: `${one}/${step}`,
      access: read,
      params: configParams,
      query,
      handle: ({ params, query: { done } }, context) =>
        page(context, params.ssoConfigId, { done: says(context, done) }),
    });
  const again = (page: StepOf) => (failure: Failure, typed: Record<string, string>, context: Context) =>
    page(context, configIn(context), refusalOf(failure, typed, context));
  const to = (id: string, step: string, done: Done) => reply.redirect(`${listPath}/${id}/${step}?done=${done}`);
  const posting = { method: 'post', access: write, notInClientView: true, params: configParams } as const;

  return [
    definePage({
      method: 'get',
      path: `${one}/copy`,
      access: read,
      params: configParams,
      handle: async ({ params }, context) =>
        stepPage(
          <CopyStep
            {...frameOf(context, await knownProvider(context, params.ssoConfigId, parts), {})}
            values={values}
          />,
          context,
          { at: 'copy', status: undefined },
        ),
    }),
    get('provider', providerPage),
    definePage({
      ...posting,
      path: `${one}/provider`,
      freshProof: `${one}/provider`,
      body: providerForms,
      again: again(providerPage),
      async handle({ params: { ssoConfigId: id }, body }, { acting }) {
        if (body.act === 'url') {
          await changeByMetadata(acting, { id, metadata: await fetchMetadata(body.url, parts) }, parts);
          return to(id, 'provider', 'saved');
        }
        const form =
          body.act === 'hand'
            ? {
                ssoEndpoint: body.ssoEndpoint,
                publicCertificate: body.publicCertificate,
                signRequest: body.signRequest === 'on',
              }
            : {
                ssoEndpoint: body.ssoEndpoint,
                oidcClientId: body.oidcClientId,
                sloEndpoint: body.sloEndpoint,
                ...(body.oidcSecret === '' ? {} : { oidcSecret: body.oidcSecret }),
              };
        await changeConfig(acting, { id, form }, parts);
        return to(id, 'provider', 'saved');
      },
    }),
    definePage({
      ...posting,
      path: `${one}/metadata`,
      freshProof: `${one}/provider`,
      body: metadataForm,
      upload: { maxBytes: largestMetadata },
      async handle({ params: { ssoConfigId: id }, body, files: [file] }, { acting }) {
        const text = file && file.bytes > 0 ? await readFile(file.path, 'utf8') : (body.metadata ?? '');
        if (text.trim() === '')
          throw fail.unprocessable('errors.required', { fields: [{ field: 'metadata', code: 'errors.required' }] });
        await changeByMetadata(acting, { id, metadata: text }, parts);
        return to(id, 'provider', 'saved');
      },
      again(failure, typed, context) {
        const shown = refusalOf(failure, typed, context);
        return providerPage(
          context,
          configIn(context),
          failure.status === 413
            ? { refused: { typed, fields: { file: context.t('ssoPages.fileTooLarge') } }, status: 413 }
            : shown,
        );
      },
    }),
    definePage({
      method: 'get',
      path: `${one}/metadata`,
      access: read,
      walk: [],
      params: configParams,
      handle: ({ params }) => reply.redirect(`${listPath}/${params.ssoConfigId}/provider`),
    }),
    get('domains', domainsPage),
    definePage({
      ...posting,
      path: `${one}/domains`,
      freshProof: `${one}/domains`,
      body: domainForms,
      again: again(domainsPage),
      async handle({ params: { ssoConfigId: id }, body }, context) {
        const { acting } = context;
        if (body.act === 'add') await addSsoDomain(acting, id, body.domain);
        else if (body.act === 'remove') await removeSsoDomain(acting, id, body.domainId);
        else {
          try {
            await proveDomain(acting, { configId: id, id: body.domainId }, parts.domainProofs);
          } catch (error) {
            // That no name server answers is nothing that a page of errors should say.
            if (error instanceof Failure && error.status === 503)
              return domainsPage(context, id, { problem: context.t('sso.recordsUnknown'), status: 503 });
            throw error;
          }
        }
        return to(id, 'domains', ({ add: 'added', check: 'proven', remove: 'removed' } as const)[body.act]);
      },
    }),
    ...ssoRolesPages(parts),
    get('switch', switchPage),
    definePage({
      ...posting,
      path: `${one}/switch`,
      freshProof: `${one}/switch`,
      body: switchForms,
      again: again(switchPage),
      async handle({ params: { ssoConfigId: id }, body }, { acting }) {
        if (body.act === 'remove') {
          await removeConfig(acting, id);
          return reply.redirect(`${listPath}?done=removed`);
        }
        if (body.act === 'enforce') await enforceSso(acting, { id, ownerId: body.ownerId }, parts);
        else if (body.act === 'lift') await liftEnforcement(acting, id);
        else await changeConfig(acting, { id, form: { enabled: body.act === 'on' } }, parts);
        return to(id, 'switch', ({ enforce: 'enforced', lift: 'lifted', on: 'on', off: 'off' } as const)[body.act]);
      },
    }),
  ];
}
