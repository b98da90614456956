import { z, type ZodObject, type ZodType } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Config } from '../../config';
import type { Route } from './define-route';
import { addressOf } from './mount';

export const errorShape = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
}).meta({ id: 'Error' });

const json = (schema: ZodType) => ({ 'application/json': { schema } });

/** OpenAPI 3.1 of every REST call, from the same schemas that parse the requests. */
export function openApiDocument(routes: Route[], config: Pick<Config, 'publicUrl'>) {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes.filter((one) => one.kind === 'call')) {
    const path = addressOf(route).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Tare', version: '1', description: 'Weights are grams unless a unit is named; dates are local to the location; amounts are decimals in the stated ISO 4217 currency.' },
    servers: [{ url: config.publicUrl }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'tare-session' },
        device: { type: 'http', scheme: 'bearer', description: 'The key of a device.' },
      },
    },
    paths,
  });
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const answers = route.answerType === 'none'
    ? { 204: { description: 'Done.' } }
    : { 200: { description: 'The answer.', content: route.answerType === 'text/csv' ? { 'text/csv': { schema: z.string() } } : json(route.answer ?? z.unknown()) } };
  return {
    summary: route.summary,
    ...(route.access === 'public' || route.access === 'signed-in' || route.access === 'device' ? {} : { description: `Needs the permission ${route.access}.` }),
    tags: [route.path.split('/')[1] ?? ''],
    security: route.access === 'public' ? [] : [route.access === 'device' ? { device: [] } : { session: [] }],
    requestParams: {
      ...(route.params ? { path: route.params as ZodObject } : {}),
      ...(route.query ? { query: route.query as ZodObject } : {}),
    },
    ...(route.body ? { requestBody: { content: json(route.body) } } : {}),
    responses: { ...answers, '4XX': { description: 'What was wrong.', content: json(errorShape) } },
  };
}
