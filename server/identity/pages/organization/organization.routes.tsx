import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  OrganizationPage,
  type OrganizationPageProps,
} from '../../../../views/identity/organization/organization-page';
import { may } from '../../../platform/actor';
import { dateFormats, timeFormats } from '../../../platform/date-forms.rules';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { largestPicture, pictureType } from '../../../platform/pictures/pictures';
import { placeChoicesIn } from '../../../platform/places/place-choices';
import { lineOfText, linesOfText } from '../../../platform/text-input';
import { remadeLogo } from '../../core/profiles/picture';
import type { TenantSettings } from '../../core/tenants/settings.contract';
import { changeSettings } from '../../core/tenants/settings.service';
import { selectSettings } from '../../core/tenants/settings.store';
import { webAddress } from '../../core/tenants/tenant.contract';
import { shortText } from '../../wire.contract';
import { problemOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';

const web = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (address) => address === '' || (webAddress.safeParse(address).success && URL.canParse(address)),
    'organizationSettings.notAnAddress',
  );

/** An empty text says nothing any more. */
const organizationForm = z.strictObject({
  name: shortText,
  address: linesOfText(500),
  website: web,
  applicationUrl: web,
  timezone: lineOfText(200),
  currency: lineOfText(200),
  dateFormat: lineOfText(200),
  timeFormat: lineOfText(200),
});
type OrganizationForm = z.output<typeof organizationForm>;
const chosenFields = ['timezone', 'currency', 'dateFormat', 'timeFormat'] as const;
type ChosenField = (typeof chosenFields)[number];

const organizationQuery = z.object({ done: z.enum(['saved', 'logo', 'noLogo']).optional().catch(undefined) });

const path = '/account/organization';
const [read, write] = ['fe.account-settings.read.app', 'fe.account-settings.write.app'] as const;

type Options = OrganizationPageProps['options'];

const asOptions = (formats: Record<string, string>) =>
  Object.entries(formats).map(([value, example]) => ({ value, label: `${example} (${value})` }));

/** What may be chosen, and what is there already though no list has it. */
function optionsOf({ actor: { locale } }: Context, settings: TenantSettings): Options {
  const { timeZones, currencies } = placeChoicesIn(locale, {
    countries: [],
    currencies: Intl.supportedValuesOf('currency').map((code) => ({ currencyCode: code, currencyDesc: code })),
  });
  const listed: Options = {
    timezone: timeZones.map((zone) => ({ value: zone, label: zone })),
    currency: currencies.map(({ currencyCode: value, currencyName }) => ({
      value,
      label: `${value} – ${currencyName}`,
    })),
    dateFormat: asOptions(dateFormats),
    timeFormat: asOptions(timeFormats),
  };
  for (const field of chosenFields) {
    const current = settings[field];
    if (current && !listed[field].some(({ value }) => value === current))
      listed[field].unshift({ value: current, label: current });
  }
  return listed;
}

async function organizationPage(
  context: Context,
  { status, ...shown }: Pick<OrganizationPageProps, 'done' | 'problem' | 'refused'> & { status?: number } = {},
): Promise<Reply> {
  const { db, t, actor } = context;
  const settings = await selectSettings(db, actor.organisation.id);
  const view = (
    <OrganizationPage
      t={t}
      base={path}
      organization={actor.organisation}
      settings={settings}
      options={optionsOf(context, settings)}
      mostPictureBytes={largestPicture.bytes}
      open={may(actor, write) && actor.restriction === null}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'organization', title: t('organizationSettings.title'), status });
}

/** @throws Failure 422 for what the form does not offer */
async function checkChosen(context: Context, form: Pick<OrganizationForm, ChosenField>): Promise<void> {
  const options = optionsOf(context, await selectSettings(context.db, context.actor.organisation.id));
  const wrong = chosenFields.filter(
    (field) => form[field] !== '' && !options[field].some(({ value }) => value === form[field]),
  );
  if (wrong.length > 0)
    throw fail.unprocessable('errors.badRequest', {
      fields: wrong.map((field) => ({ field, code: 'errors.notOneOf' })),
    });
}

const changes = { access: write, notInClientView: true, freshProof: path } as const;

/** What an organization says of itself to other applications. */
export const organizationPages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    query: organizationQuery,
    handle: ({ query: { done } }, context) =>
      organizationPage(context, { done: done && context.t(`organizationSettings.done.${done}`) }),
  }),
  definePage({
    method: 'post',
    path,
    ...changes,
    body: organizationForm,
    async handle({ body }, context) {
      await checkChosen(context, body);
      const { name, ...said } = body;
      await changeSettings(context.acting, {
        name,
        ...Object.fromEntries(Object.entries(said).map(([field, value]) => [field, value === '' ? null : value])),
      });
      return reply.redirect(`${path}?done=saved`);
    },
    again(failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return organizationPage(context, { problem, refused: { typed, fields }, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/logo`,
    ...changes,
    upload: { maxBytes: largestPicture.bytes },
    async handle({ files: [file] }, { acting }) {
      if (!file || file.bytes === 0)
        throw fail.badRequest('errors.badRequest', { fields: [{ field: 'image', code: 'errors.required' }] });
      const logo = await remadeLogo(await readFile(file.path));
      await changeSettings(acting, { logo: `data:${pictureType};base64,${logo.toString('base64')}` });
      return reply.redirect(`${path}?done=logo`);
    },
    again(failure, _typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      const image =
        failure.status === 413 ? context.t('account.profile.pictureTooLarge') : (fields.image ?? problem ?? '');
      return organizationPage(context, { refused: { typed: {}, fields: { image } }, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/logo/remove`,
    ...changes,
    async handle(_input, { acting }) {
      await changeSettings(acting, { logo: null });
      return reply.redirect(`${path}?done=noLogo`);
    },
    again(failure, _typed, context) {
      const { problem, status } = problemOf(failure, context);
      return organizationPage(context, { problem, status });
    },
  }),
  ...(['logo', 'logo/remove'] as const).map((form) =>
    definePage({ method: 'get', path: `${path}/${form}`, access: read, walk: [], handle: () => reply.redirect(path) }),
  ),
];
