import { longestPage } from './scim-page';
import {
  enterprise,
  enterpriseSchema,
  groupAttributes,
  groupSchema,
  userAttributes,
  userSchema,
  type Attribute,
} from './scim-schema';
import { addressOf, type Base } from './scim-view';

const schemas = (name: string) => [`urn:ietf:params:scim:schemas:core:2.0:${name}`];

/** What the server can (RFC 7643, section 5). */
export const serviceProviderConfig = (base: Base) => ({
  schemas: schemas('ServiceProviderConfig'),
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: longestPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The secret of the connection, in the Authorization header.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: addressOf(base, '/ServiceProviderConfig') },
});

export const resourceTypes = (base: Base) =>
  [
    { id: 'User', schema: userSchema, schemaExtensions: [{ schema: enterpriseSchema, required: false }] },
    { id: 'Group', schema: groupSchema, schemaExtensions: [] },
  ].map(({ id, ...rest }) => ({
    schemas: schemas('ResourceType'),
    id,
    name: id,
    endpoint: `/${id}s`,
    description: id === 'User' ? 'Somebody of the organization' : 'A group of people',
    ...rest,
    meta: { resourceType: 'ResourceType', location: addressOf(base, `/ResourceTypes/${id}`) },
  }));

const attributeView = ({ name, type, multi, sub, usual, exact, required, readOnly, unique }: Attribute): object => ({
  name,
  type,
  multiValued: multi === true,
  description: name,
  required: required === true,
  ...(type === 'string' ? { caseExact: exact === true } : {}),
  mutability: readOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: unique ? 'server' : 'none',
  ...(usual ? { canonicalValues: usual } : {}),
  ...(sub ? { subAttributes: sub.map(attributeView) } : {}),
});

export const schemaList = (base: Base) =>
  [
    { id: userSchema, name: 'User', attributes: userAttributes },
    { id: groupSchema, name: 'Group', attributes: groupAttributes },
    { id: enterpriseSchema, name: 'EnterpriseUser', attributes: enterprise.sub ?? [] },
  ].map(({ id, name, attributes }) => ({
    schemas: schemas('Schema'),
    id,
    name,
    description: name,
    attributes: attributes.map(attributeView),
    meta: { resourceType: 'Schema', location: addressOf(base, `/Schemas/${id}`) },
  }));
