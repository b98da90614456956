import type { Page } from '@playwright/test';
import { certificateEnding } from '../support/ending-certificate';
import { submit } from './own-account-states';
import type { State } from './states';
import { islandsAwake } from './support';
import { visit } from './visit';

const day = 86_400_000;
const domain = 'the-kitchens-of-the-northern-region.kettle-and-ladle.example';

/** The identity providers of a tenant, from none to one that is about to fail. */
export const ssoStates: State[] = [
  { name: 'sso/empty', who: 'newcomer', open: (page) => visit(page, '/sso') },
  { name: 'sso/read-only', who: 'reader', open: (page) => visit(page, '/sso') },
  { name: 'sso/closed', who: 'site', open: (page) => visit(page, '/sso') },
  {
    name: 'sso/list',
    who: 'caterer',
    open: async (page) => {
      await told(page, 'okta', 9);
      await told(page, 'google', -3);
      await provider(page, 'oidc');
      await visit(page, '/sso');
    },
  },
  ...(['okta', 'azure', 'oidc'] as const).map((kind): State => ({
    name: `sso/copy-${kind}`,
    who: 'caterer',
    open: (page) => step(page, kind, 'copy'),
  })),
  { name: 'sso/provider-oidc', who: 'caterer', open: (page) => step(page, 'oidc', 'provider') },
  {
    name: 'sso/provider-known',
    who: 'caterer',
    open: async (page) => {
      await told(page, 'okta', 9);
      await step(page, 'okta', 'provider');
    },
  },
  { name: 'sso/provider-refused', who: 'caterer', open: refuseCertificate },
  { name: 'sso/domain-missing', who: 'caterer', open: missRecord },
  { name: 'sso/groups', who: 'caterer', open: addGroup },
  {
    name: 'sso/test-ready',
    who: 'caterer',
    open: async (page) => {
      await told(page, 'okta', 9);
      await step(page, 'okta', 'test');
    },
  },
  { name: 'sso/test-posted', who: 'caterer', open: postRequest },
  { name: 'sso/test-posted-without-scripts', who: 'caterer', scripts: false, open: postRequest },
  {
    name: 'sso/test-gone',
    who: 'caterer',
    open: async (page) => {
      const base = await told(page, 'okta', 9);
      await visit(page, `${base}/test/result?RelayState=over`);
    },
  },
  {
    name: 'sso/switch',
    who: 'caterer',
    open: async (page) => {
      await told(page, 'okta', 9);
      await step(page, 'okta', 'switch');
    },
  },
  {
    name: 'sso/history',
    who: 'caterer',
    open: async (page) => {
      await told(page, 'okta', 9);
      await visit(page, '/sso/history');
    },
  },
  {
    name: 'sso/provider-without-scripts',
    who: 'caterer',
    scripts: false,
    open: async (page) => {
      await told(page, 'okta', 9);
      await page.goto(`${await provider(page, 'okta')}/provider`);
    },
  },
];

type Kind = 'okta' | 'azure' | 'google' | 'saml' | 'oidc';

const names: Record<Kind, RegExp> = {
  okta: /^Okta/,
  azure: /^Microsoft Entra/,
  google: /^Google Workspace/,
  saml: /^SAML 2/,
  oidc: /^OpenID Connect/,
};

/** The tenant's provider of a kind, made where there is none. @returns the address of its steps */
async function provider(page: Page, kind: Kind): Promise<string> {
  await page.goto('/sso');
  const known = page.locator('#providers a').filter({ hasText: names[kind] }).first();
  if ((await known.count()) === 0) {
    await page.locator('select[name=type]').selectOption(kind);
    await page.locator('form[action="/sso"] button[type=submit]').click();
    await page.waitForURL(/\/copy$/);
    return new URL(page.url()).pathname.replace(/\/copy$/, '');
  }
  return (await known.getAttribute('href')) ?? '';
}

async function step(page: Page, kind: Kind, name: string): Promise<void> {
  await visit(page, `${await provider(page, kind)}/${name}`);
}

/** The same with an address and a certificate that ends in so many days. */
async function told(page: Page, kind: Kind, days: number): Promise<string> {
  const base = await provider(page, kind);
  await page.goto(`${base}/provider`);
  if ((await page.locator('#known').count()) > 0) return base;
  await page
    .locator('#by-hand [name=ssoEndpoint]')
    .fill('https://idp.kettle-and-ladle.example/app/tare/exk1fcia6d6EMsf331d8/sso/saml');
  await page
    .locator('#by-hand [name=publicCertificate]')
    .fill(await certificateEnding(new Date(Date.now() + days * day)));
  await submit(page, '#by-hand');
  await page.locator('#known').waitFor();
  return base;
}

async function refuseCertificate(page: Page): Promise<void> {
  await step(page, 'azure', 'provider');
  await page.locator('#by-hand [name=ssoEndpoint]').fill('https://login.microsoftonline.com/common/saml2');
  await page.locator('#by-hand [name=publicCertificate]').fill('MIIC');
  await submit(page, '#by-hand');
  await page.locator('[name=publicCertificate][aria-invalid="true"]').waitFor();
}

async function missRecord(page: Page): Promise<void> {
  await step(page, 'okta', 'domains');
  if ((await page.locator('#domains form').count()) === 0) {
    await page.locator('[name=domain]').fill(domain);
    await submit(page, '#add-domain');
    await page.locator('#record').waitFor();
  }
  await islandsAwake(page);
}

async function addGroup(page: Page): Promise<void> {
  await step(page, 'okta', 'roles');
  if ((await page.locator('#groups form[data-confirm]').count()) > 0) return;
  await page
    .locator('#field-group')
    .fill('Kitchen leads of all restaurants in the north, and those who stand in for them');
  await page.locator('#groups > div:last-child [name^=role-]').first().check();
  await submit(page, '#groups > div:last-child');
  await page.locator('#groups form[data-confirm]').waitFor();
}

/** Of a provider that takes requests by a form alone, and that answers with nothing, so that the browser stays. */
async function postRequest(page: Page): Promise<void> {
  const base = await provider(page, 'saml');
  await page.goto(`${base}/provider`);
  const certificate = (await certificateEnding(new Date(Date.now() + 99 * day))).replaceAll(
    /-----[A-Z ]+-----|\s/g,
    '',
  );
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://${domain}/"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://${domain}/saml/sso"/></IDPSSODescriptor></EntityDescriptor>`;
  await page.locator('[name=metadata]').fill(metadata);
  await submit(page, 'form[action$="/metadata"]');
  await page.locator('#known').waitFor();
  await page.route(`https://${domain}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${base}/test`);
  await submit(page, '#test');
  await page.locator('form[data-sends-itself]').waitFor();
}
