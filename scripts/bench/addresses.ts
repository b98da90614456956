import { z } from 'zod';
import { declaredRoutes, nameOf, type DeclaredRoute } from '../../tests/support/declared-routes';
import type { Values } from '../../tests/support/example';
import { pathIn, questionAt, type FullPlace } from '../../tests/support/full-organisation';
import type { TestApp } from '../../tests/support/test-app';

interface Property {
  type?: string;
  enum?: string[];
  const?: string;
  examples?: string[];
  default?: string | number;
  items?: Property;
  anyOf?: Property[];
}

interface QuerySchema {
  properties?: Record<string, Property>;
  required?: string[];
}

/** What a parameter may be, as far as its schema names it. */
function namedBy({
  enum: all = [],
  const: only,
  examples = [],
  default: usual,
  items,
  anyOf = [],
}: Property): string[] {
  return [
    ...all,
    ...[only, usual].flatMap((one) => one ?? []).map(String),
    ...examples,
    ...[...anyOf, ...(items ? [items] : [])].flatMap(namedBy),
  ];
}

/** @throws where nothing is known to be asked, so that no filter is passed by */
function valuesOf(route: DeclaredRoute, [name, property]: [string, Property], asked: Values): string[] {
  const values = new Set([...namedBy(property), ...(asked[name] === undefined ? [] : [String(asked[name])])]);
  if (values.size === 0) throw new Error(`Nobody supplies a value for the filter ${name} of ${nameOf(route)}.`);
  return [...values];
}

/** A route that reads, by each of its filters and orders alone, and by all together. */
function addressesOf(full: FullPlace, route: DeclaredRoute, question: Values): string[] {
  const asked = { ...questionAt(full, route.owner), ...question };
  const { properties = {}, required = [] } = route.query
    ? (z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' }) as QuerySchema)
    : {};
  const parameters = Object.entries(properties).map(([name, property]) => ({
    name,
    values: valuesOf(route, [name, property], asked),
  }));
  const address = (query: Record<string, string>) =>
    [pathIn(full, route, question), new URLSearchParams(query).toString()].filter(Boolean).join('?');
  const all = Object.fromEntries(parameters.map(({ name, values }) => [name, String(asked[name] ?? values[0])]));
  const needed = Object.fromEntries(Object.entries(all).filter(([name]) => required.includes(name)));
  return [
    address(needed),
    ...parameters.flatMap(({ name, values }) => values.map((value) => address({ ...needed, [name]: value }))),
    address(all),
  ];
}

/** Every page and call that reads and is for somebody signed in. */
export const readingAddresses = (app: TestApp, full: FullPlace, question: Values): string[] => [
  ...new Set(
    declaredRoutes(app)
      .filter(({ method, access }) => method === 'get' && access !== 'public' && access !== 'device')
      .flatMap((route) => addressesOf(full, route, question)),
  ),
];
