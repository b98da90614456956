import { Icon } from '../../client/ui/icon';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './api-page.module.css';

type Schema = Record<string, unknown>;

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface ApiPageProps {
  t: Translate;
  document: { paths?: Record<string, unknown>; info: { description?: string } };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The API description for people: every call with what it takes and gives. */
export function ApiPage({ t, document }: ApiPageProps) {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
  const groups = [...new Set(calls.map(({ operation }) => operation.tags?.[0] ?? ''))].sort();
  return (
    <>
      <p lang="en">{document.info.description}</p>
      <p>
        <a href="/rest/v1/openapi.json">{t('api.download')}</a>
      </p>
      <nav aria-label={t('api.groups')}>
        <ul className={s.groups}>
          {groups.map((group) => (
            <li key={group}>
              <a href={`#${group}`}>{group}</a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map((group) => (
        <section key={group} id={group}>
          <h2>{group}</h2>
          {calls
            .filter(({ operation }) => (operation.tags?.[0] ?? '') === group)
            .map(({ path, method, operation }) => (
              <Call key={`${method} ${path}`} t={t} path={path} method={method} operation={operation} />
            ))}
        </section>
      ))}
    </>
  );
}

function Call({ t, path, method, operation }: { t: Translate; path: string; method: string; operation: Operation }) {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const answer = operation.responses?.['200']?.content?.['application/json']?.schema;
  return (
    <details className={s.call}>
      <summary className={s.summary}>
        <Icon name="right" size={14} />
        <code className={s.method}>{method.toUpperCase()}</code> <code className={s.path}>{path}</code>{' '}
        <span className={s.what} lang="en">
          {operation.summary}
        </span>
      </summary>
      {operation.description && <p lang="en">{operation.description}</p>}
      {operation.parameters && operation.parameters.length > 0 && (
        <table className={s.parameters}>
          <caption>{t('api.parameters')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('api.name')}</th>
              <th scope="col">{t('api.place')}</th>
              <th scope="col">{t('api.type')}</th>
            </tr>
          </thead>
          <tbody>
            {operation.parameters.map((parameter) => (
              <tr key={parameter.name}>
                <td>
                  <code>
                    {parameter.name}
                    {parameter.required ? '' : '?'}
                  </code>
                </td>
                <td>{parameter.in}</td>
                <td>
                  <code>{typeName(parameter.schema)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {body && <Shape title={t('api.body')} schema={body} />}
      {answer && <Shape title={t('api.answer')} schema={answer} />}
    </details>
  );
}

function Shape({ title, schema }: { title: string; schema: Schema }) {
  return (
    <>
      <h3 className={s.shapeTitle}>{title}</h3>
      <pre className={s.shape} tabIndex={0}>
        {JSON.stringify(schema, null, 2)}
      </pre>
    </>
  );
}

function typeName(schema: Schema | undefined): string {
  if (!schema) return '';
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  return String(schema.type ?? '');
}
