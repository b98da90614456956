import { problem } from './scim-problem';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A value of a resource, as it is kept: names as the schema spells them. */
export type Value = string | boolean | Resource | Resource[];
export interface Resource {
  [name: string]: Value | undefined;
}

export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex';
  multi?: true;
  sub?: readonly Attribute[];
  /** Values that are usual, others are taken too. */
  usual?: readonly string[];
  /** Upper and lower case count. */
  exact?: true;
  required?: true;
  readOnly?: true;
  unique?: true;
}

const text = (name: string, more: Partial<Attribute> = {}): Attribute => ({ name, type: 'string', ...more });
const flag = (name: string): Attribute => ({ name, type: 'boolean' });
const complex = (name: string, sub: readonly Attribute[], more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'complex',
  sub,
  ...more,
});
/** Entra ID offers an administrator those rows alone whose `type` a schema says. */
const typed = (...usual: string[]) => text('type', { usual });
const valuesOf = (...types: string[]) => [text('value'), text('display'), typed(...types), flag('primary')];

/** What is kept of somebody, beside `schemas`, `id` and `meta` (RFC 7643, section 4.1). */
export const userAttributes: readonly Attribute[] = [
  text('userName', { required: true, unique: true }),
  text('externalId', { exact: true }),
  complex('name', [
    text('formatted'),
    text('familyName'),
    text('givenName'),
    text('middleName'),
    text('honorificPrefix'),
    text('honorificSuffix'),
  ]),
  text('displayName'),
  text('nickName'),
  text('title'),
  text('userType'),
  text('preferredLanguage'),
  text('locale'),
  text('timezone'),
  flag('active'),
  complex('emails', valuesOf('work', 'home', 'other'), { multi: true }),
  complex('phoneNumbers', valuesOf('work', 'home', 'mobile', 'fax', 'pager', 'other'), { multi: true }),
  complex(
    'addresses',
    [
      text('formatted'),
      text('streetAddress'),
      text('locality'),
      text('region'),
      text('postalCode'),
      text('country'),
      typed('work', 'home', 'other'),
      flag('primary'),
    ],
    { multi: true },
  ),
  complex('groups', [text('value', { exact: true }), text('display'), text('type')], { multi: true, readOnly: true }),
];

/** RFC 7643, section 4.3. */
const enterpriseAttributes: readonly Attribute[] = [
  text('employeeNumber'),
  text('costCenter'),
  text('organization'),
  text('division'),
  text('department'),
  complex('manager', [text('value', { exact: true }), text('displayName')]),
];

export const enterprise: Attribute = complex(enterpriseSchema, enterpriseAttributes);

export const groupAttributes: readonly Attribute[] = [
  text('displayName', { required: true }),
  text('externalId', { exact: true }),
  complex('members', [text('value', { exact: true }), text('display'), text('type')], { multi: true }),
];

/** What a kind of resource consists of. */
export interface ResourceSchema {
  urn: string;
  attributes: readonly Attribute[];
  extension?: Attribute;
}

export const users: ResourceSchema = { urn: userSchema, attributes: userAttributes, extension: enterprise };
export const groups: ResourceSchema = { urn: groupSchema, attributes: groupAttributes };

/** What the server sets, whatever somebody sends. */
const ownNames = new Set(['schemas', 'id', 'meta', 'password']);
export const isOwn = (name: string): boolean => ownNames.has(name.toLowerCase());

const named = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** An attribute that a path names: its own name, of the extension where `within` is set, and a part of it. */
export interface Target {
  within?: Attribute | undefined;
  attribute: Attribute;
  /** undefined: the whole. */
  sub?: Attribute | undefined;
}

/** A path without the name of its schema. `extension`: it is of the extension. */
export function unprefixed(path: string, { urn, extension }: ResourceSchema): { rest: string; extension: boolean } {
  const lower = path.toLowerCase();
  const after = (prefix: string) => path.slice(prefix.length + 1);
  if (extension && (lower === extension.name.toLowerCase() || lower.startsWith(`${extension.name.toLowerCase()}:`)))
    return { rest: after(extension.name), extension: true };
  return { rest: lower.startsWith(`${urn.toLowerCase()}:`) ? after(urn) : path, extension: false };
}

/**
 * What a path names. Entra ID leaves the extension unsaid: `manager`.
 * @returns null for a name that the schema does not know
 */
export function resolve(path: string, schema: ResourceSchema): Target | null {
  const { rest, extension } = unprefixed(path, schema);
  if (extension && schema.extension && rest === '') return { attribute: schema.extension };
  const [name = '', subName, ...more] = rest.split('.');
  const own = extension ? undefined : named(schema.attributes, name);
  const within = own ? undefined : schema.extension;
  const attribute = own ?? named(within?.sub ?? [], name);
  if (!attribute || more.length > 0) return null;
  if (subName === undefined) return { within, attribute };
  const sub = named(attribute.sub ?? [], subName);
  return sub ? { within, attribute, sub } : null;
}

export const subOf = (attribute: Attribute, name: string): Attribute | undefined => named(attribute.sub ?? [], name);

const longest = 1000;
const mostValues = 50;

const wrong = (attribute: Attribute) => problem('invalidValue', 'scim.wrongValue', { attribute: attribute.name });

/**
 * A value in the form in which it is kept: directories send booleans as words, one value in place of a list, and a list of one in place of
 * what has parts.
 * @returns undefined for none
 * @throws Failure 400 invalidValue
 */
export function valueOf(attribute: Attribute, given: unknown): Value | undefined {
  if (given === null || given === undefined) return undefined;
  if (attribute.multi) {
    const list = (Array.isArray(given) ? given : [given]) as unknown[];
    if (list.length > mostValues) throw wrong(attribute);
    return list.map((one) => complexOf(attribute, one)).filter((one) => one !== undefined);
  }
  if (attribute.type === 'complex') {
    const [one, ...more] = (Array.isArray(given) ? given : [given]) as unknown[];
    return more.length > 0 ? fault(attribute) : complexOf(attribute, one);
  }
  return attribute.type === 'boolean' ? booleanOf(attribute, given) : textOf(attribute, given);
}

function booleanOf(attribute: Attribute, given: unknown): boolean {
  const word = typeof given === 'string' ? given.toLowerCase() : given;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw wrong(attribute);
}

// No text of the database holds NUL, nor half of a character.
const unkept = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function textOf(attribute: Attribute, given: unknown): string | undefined {
  const said = typeof given === 'number' ? String(given) : given;
  if (typeof said !== 'string' || said.length > longest || unkept.test(said)) throw wrong(attribute);
  return said.trim() === '' ? undefined : said.trim();
}

/** A bare text stands for the value of what has more parts. */
function complexOf(attribute: Attribute, given: unknown): Resource | undefined {
  if (given === null || given === undefined) return undefined;
  if (typeof given === 'string')
    return subOf(attribute, 'value') ? complexOf(attribute, { value: given }) : fault(attribute);
  if (typeof given !== 'object' || Array.isArray(given)) return fault(attribute);
  const kept: Resource = {};
  for (const [name, value] of Object.entries(given)) {
    const sub = subOf(attribute, name);
    const read = sub && valueOf(sub, value);
    if (sub && read !== undefined) kept[sub.name] = read;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

function fault(attribute: Attribute): never {
  throw wrong(attribute);
}

/**
 * What a whole resource says, of what is known here; the rest is left out (RFC 7644, section 3.3).
 * @throws Failure 400 invalidValue
 */
export function readResource(body: Record<string, unknown>, schema: ResourceSchema): Resource {
  const kept: Resource = {};
  for (const [name, given] of Object.entries(body)) {
    const target = isOwn(name) ? null : resolve(name, schema);
    if (!target || target.attribute.readOnly) continue;
    putAt(kept, target, valueOf(target.sub ?? target.attribute, given));
  }
  return kept;
}

/** Sets what a target names, which is one value or a whole list. */
export function putAt(resource: Resource, { within, attribute, sub }: Target, value: Value | undefined): void {
  const holder = within ? partOf(resource, within.name) : resource;
  if (sub && !attribute.multi) {
    const part = partOf(holder, attribute.name);
    set(part, sub.name, value);
    if (Object.keys(part).length === 0) delete holder[attribute.name];
  } else set(holder, attribute.name, value);
  if (within && Object.keys(holder).length === 0) delete resource[within.name];
}

function set(holder: Resource, name: string, value: Value | undefined): void {
  if (value === undefined) delete holder[name];
  else holder[name] = value;
}

/** A part of a resource that has parts; it is made where there is none. */
export function partOf(resource: Resource, name: string): Resource {
  const found = resource[name];
  if (typeof found === 'object' && !Array.isArray(found)) return found;
  const made: Resource = {};
  resource[name] = made;
  return made;
}

/** Of a list, its rows. */
export const rowsOf = (value: Value | undefined): Resource[] => (Array.isArray(value) ? value : []);
