import { z, type ZodObject, type ZodType } from 'zod';
import {
  createDocument,
  type ZodOpenApiComponentsObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Config } from '../../config';
import type { Route } from './define-route';
import { addressOf, type Surface } from './surface';

const errorShape = z
  .object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });

/** Of the fields of a form. */
export const formType = 'application/x-www-form-urlencoded';

const json = (schema: ZodType) => ({ 'application/json': { schema } });
const bodyOf = ({ formToo }: Route, schema: ZodType) => ({
  ...(formToo ? { [formType]: { schema } } : {}),
  ...json(schema),
});

/** OpenAPI 3.1 of a surface's calls, from the same schemas that parse the requests. */
/** What a surface says of itself in the description. */
export type Described = NonNullable<Surface['describe']>;

export function openApiDocument(
  routes: Route[],
  { securitySchemes, securityOf }: Described,
  config: Pick<Config, 'publicUrl'>,
) {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = addressOf(route).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route, securityOf) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Tare',
      version: '1',
      description:
        'Weights are grams unless a unit is named; dates are local to the location; amounts are decimals in the stated ISO 4217 currency.',
    },
    servers: [{ url: config.publicUrl }],
    components: {
      securitySchemes: securitySchemes as ZodOpenApiComponentsObject['securitySchemes'],
    },
    paths,
  });
}

function operationOf(route: Route, securityOf: Described['securityOf']): ZodOpenApiOperationObject {
  const answers =
    route.answerType === 'none'
      ? { 204: { description: 'Done.' } }
      : {
          200: {
            description: 'The response.',
            content:
              route.answerType === 'text/csv'
                ? { 'text/csv': { schema: z.string() } }
                : json(route.answer ?? z.unknown()),
          },
        };
  return {
    summary: route.summary,
    ...descriptionOf(route),
    tags: [route.path.split('/')[1] ?? ''],
    security: securityOf(route),
    requestParams: {
      ...(route.params ? { path: route.params as ZodObject } : {}),
      ...(route.query ? { query: route.query as ZodObject } : {}),
    },
    ...(route.body ? { requestBody: { content: bodyOf(route, route.describedBody ?? route.body) } } : {}),
    responses: { ...answers, '4XX': { description: 'The error.', content: json(errorShape) } },
  };
}

const openAccess = new Set<string>(['public', 'signed-in', 'device', 'tenant']);

function descriptionOf({ access, condition, flag }: Route): { description?: string } {
  const sentences = [
    ...(openAccess.has(access) ? [] : [`Needs the permission ${access}.`]),
    ...(condition ? [condition.says] : []),
    ...(flag ? [`There only where the feature flag ${flag} is on.`] : []),
  ];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}
