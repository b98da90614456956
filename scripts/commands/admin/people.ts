import { z } from 'zod';
import type { PasswordLink } from '../../../server/identity';
import { defaultLocale, localeCodes } from '../../../server/platform/i18n/messages';
import { emailAddress } from '../../../server/platform/text-input';
import { isTimeZone, systemClock } from '../../../server/platform/time';
import { createOrganisation, createStaff, newLink, type OperatorRun } from '../../../server/setup/operator.service';
import { defineCommand, flag, type Tools } from './command';
import { withPreparedDatabase } from './database';

const email = emailAddress(254, 'must be an email address');
const login = z.string().trim().min(1).max(200);
const name = z.string().trim().min(1).max(200);
const locale = z.enum(localeCodes).default(defaultLocale);
const dryRun = flag;

const asOperator = (tools: Tools, isDryRun: boolean, work: (run: OperatorRun) => Promise<void>) =>
  withPreparedDatabase(tools, isDryRun, async ({ config, db }) => {
    await work({ db, now: systemClock.now(), publicUrl: config.publicUrl, dryRun: isDryRun });
    if (isDryRun) tools.say('This was a dry run. Nothing was changed.');
  });

/** The link opens an account, so a dry run shows none: it would not work. */
function sayLink({ say }: Tools, { link, expiresAt }: PasswordLink, isDryRun: boolean): void {
  if (isDryRun) return;
  say(
    `Give this link only to that person. It sets the password once and expires at ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC:`,
  );
  say(link);
}

export const createStaffCommand = defineCommand({
  name: 'create-staff',
  about: 'Creates an internal staff account with every permission, and prints its activation link.',
  usage: `--email ADDRESS --name "FULL NAME" [--login LOGIN] [--locale ${localeCodes.join('|')}] [--dry-run]`,
  options: '  --login     the username to sign in with; default: the email address',
  values: { email, name, login: login.optional(), locale, 'dry-run': dryRun },
  run: (values, tools) =>
    asOperator(tools, values['dry-run'], async (run) => {
      const wanted = {
        login: values.login ?? values.email,
        email: values.email,
        fullName: values.name,
        locale: values.locale,
      };
      const link = await createStaff(run, wanted);
      tools.say(
        `${run.dryRun ? 'Would create' : 'Created'} the account ${wanted.login} of ${wanted.fullName}, with every permission.`,
      );
      sayLink(tools, link, run.dryRun);
    }),
});

export const createOrganisationCommand = defineCommand({
  name: 'create-organisation',
  about: 'Creates an organization with its first administrator, and prints the activation link for the account.',
  usage: `--name NAME --country CC --currency CCC --unit kg|lb --time-zone ZONE --admin-email ADDRESS --admin-name "FULL NAME" [--admin-login LOGIN] [--locale ${localeCodes.join('|')}] [--dry-run]`,
  options: [
    '  --country   a two-letter ISO 3166 code, such as DE',
    '  --currency  a three-letter ISO 4217 code, such as EUR',
    '  --unit      the unit its users see weights in',
    '  --time-zone an IANA time zone, such as Europe/Berlin',
  ].join('\n'),
  values: {
    name,
    country: z.string().trim().toUpperCase().length(2),
    currency: z.string().trim().toUpperCase().length(3),
    unit: z.enum(['kg', 'lb']),
    'time-zone': z.string().trim().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
    'admin-email': email,
    'admin-name': name,
    'admin-login': login.optional(),
    locale,
    'dry-run': dryRun,
  },
  run: (values, tools) =>
    asOperator(tools, values['dry-run'], async (run) => {
      const administrator = {
        login: values['admin-login'] ?? values['admin-email'],
        email: values['admin-email'],
        fullName: values['admin-name'],
        locale: values.locale,
      };
      const made = await createOrganisation(run, {
        name: values.name,
        countryCode: values.country,
        currencyCode: values.currency,
        unit: values.unit,
        timeZone: values['time-zone'],
        administrator,
      });
      tools.say(
        `${run.dryRun ? 'Would create' : 'Created'} the organisation ${values.name}${run.dryRun ? '' : ` (${made.organisationId})`} with its administrator ${administrator.login}.`,
      );
      sayLink(tools, made, run.dryRun);
    }),
});

export const newLinkCommand = defineCommand({
  name: 'new-link',
  about: 'Prints a new link to set an account’s password. Earlier links stop working.',
  usage: '--login LOGIN-OR-ADDRESS [--dry-run]',
  values: { login, 'dry-run': dryRun },
  run: (values, tools) =>
    asOperator(tools, values['dry-run'], async (run) => {
      const made = await newLink(run, values.login);
      tools.say(`The account ${values.login} belongs to ${made.fullName}.`);
      sayLink(tools, made, run.dryRun);
    }),
});
