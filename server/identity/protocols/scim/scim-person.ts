import type { Locale } from '../../../platform/actor';
import { spelledAddress } from '../../../platform/email-address.rules';
import { localeFromHeader } from '../../../platform/i18n/messages';
import { emailAddress } from '../../../platform/text-input';
import { problem } from './scim-problem';
import { rowsOf, userAttributes, type Attribute, type Resource } from './scim-schema';

/** What a directory says of somebody, as far as an account is made of it. */
export interface Person {
  userName: string;
  externalId: string | null;
  active: boolean;
  /** Where they are written to: the first of their addresses, or else what they are called by. */
  email: string;
  fullName: string;
  locale: Locale;
  /** The rest. */
  attributes: Resource;
}

const address = emailAddress();
const longestName = 200;
const [userNameAttribute] = userAttributes as [Attribute];

/** @throws Failure 400 invalidValue where there is no name or no address */
export function personOf(resource: Resource): Person {
  const { userName, externalId, active = true, ...attributes } = resource;
  if (typeof userName !== 'string' || userName.length > longestName)
    throw problem('invalidValue', 'scim.wrongValue', { attribute: userNameAttribute.name });
  const email = addressOf(resource);
  return {
    userName,
    externalId: typeof externalId === 'string' ? externalId : null,
    active: active === true,
    email,
    fullName: nameOf(attributes) ?? email.slice(0, longestName),
    locale: localeOf(attributes),
    attributes,
  };
}

/** Of several, the one that is said to be the first; otherwise that of their work. */
function addressOf({ emails, userName }: Resource): string {
  const rows = rowsOf(emails);
  const first =
    rows.find(({ primary }) => primary === true) ??
    rows.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    rows[0];
  for (const one of [first?.value, userName]) {
    const read = typeof one === 'string' ? address.safeParse(spelledAddress(one)) : null;
    if (read?.success) return read.data;
  }
  throw problem('invalidValue', 'scim.noAddress');
}

const nameIn = ({ name }: Resource): Resource => (typeof name === 'object' && !Array.isArray(name) ? name : {});
const joined = ({ givenName, familyName }: Resource): string =>
  [givenName, familyName].filter((part) => typeof part === 'string').join(' ');

/** What somebody is after a PATCH: a whole name that was made of its parts follows them, unless the directory says it too. */
export function withWholeName(before: Resource, after: Resource): Resource {
  const [was, is] = [nameIn(before), nameIn(after)];
  const follows = was.formatted === joined(was) && is.formatted === was.formatted && joined(is) !== '';
  return follows ? { ...after, name: { ...is, formatted: joined(is) } } : after;
}

function nameOf(attributes: Resource): string | null {
  const name = nameIn(attributes);
  const said = [attributes.displayName, name.formatted, joined(name)].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return typeof said === 'string'
    ? said
        .replace(/\p{Cc}+/gu, ' ')
        .slice(0, longestName)
        .trim() || null
    : null;
}

function localeOf({ preferredLanguage, locale }: Resource): Locale {
  const said = preferredLanguage ?? locale;
  return localeFromHeader(typeof said === 'string' ? said.replace('_', '-') : undefined);
}

/** Back in the form in which a directory reads and changes it. */
export const resourceOf = ({
  userName,
  externalId,
  active,
  attributes,
}: Pick<Person, 'userName' | 'externalId' | 'active' | 'attributes'>): Resource => ({
  ...attributes,
  userName,
  active,
  ...(externalId === null ? {} : { externalId }),
});
