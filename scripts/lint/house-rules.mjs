import { foreignTables } from './table-owners.mjs';

const BANNED_NAME = /(?:^|[-_.])(?:utils?|helpers?|common|misc|managers?)(?:[-_.]|$)/i;
/** Names that the specification gives to screens: a URL tells its folder. */
const NAMED_BY_PRODUCT = /(?:data|menu|user)-manager/;

/** Every rule of the house that a linter can see, with its reason in the message. */
export const houseRules = {
  rules: {
    'file-name': rule('a file name says what is inside', (context) => ({
      Program(node) {
        const parts = context.filename.slice(context.cwd.length + 1).split(/[\\/]/);
        const banned = parts.find((part) => BANNED_NAME.test(part.replace(NAMED_BY_PRODUCT, '')));
        if (banned) {
          context.report({
            node,
            message: `"${banned}" says nothing about its content and so attracts everything. Name the file after its subject.`,
          });
        }
      },
    })),

    'disable-needs-reason': rule('an exception is explained', (context) => ({
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*eslint(?:-disable(?:-next-line|-line)?)?\s/.test(comment.value) || / -- \S/.test(comment.value))
            continue;
          context.report({
            loc: comment.loc,
            message: 'A rule is switched off only with a reason: end the comment with " -- because …".',
          });
        }
      },
    })),

    'max-params': rule('calls can be read', (context) => {
      const check = (node) => {
        const params = node.params.filter((param) => param.name !== 'this');
        // Express knows an error handler by its four parameters.
        const handlesErrors = params.length === 4 && /^_?next$/.test(params[3].name ?? '');
        if (params.length <= 3 || handlesErrors) return;
        context.report({
          node,
          message: `${params.length} parameters: at the call nobody sees which is which. Take one object with names.`,
        });
      };
      return {
        FunctionDeclaration: check,
        FunctionExpression: check,
        ArrowFunctionExpression: check,
        TSDeclareFunction: check,
      };
    }),

    'no-process-env': rule('one reader of the environment', (context) => {
      const message =
        'Only server/config.ts reads the environment, so that a wrong value is refused at start. Take the setting as an argument.';
      return {
        MemberExpression(node) {
          if (node.object.name === 'process' && (node.property.name ?? node.property.value) === 'env')
            context.report({ node, message });
        },
        VariableDeclarator(node) {
          if (
            node.init?.name === 'process' &&
            node.id.type === 'ObjectPattern' &&
            node.id.properties.some((one) => one.key?.name === 'env')
          ) {
            context.report({ node, message });
          }
        },
        ImportDeclaration(node) {
          if (!/^(?:node:)?process$/.test(node.source.value)) return;
          if (node.specifiers.some((one) => one.imported?.name === 'env')) context.report({ node, message });
        },
      };
    }),

    'no-wall-clock': rule('a slow machine fails no test', (context) => {
      const message =
        'A test that waits or measures by the wall clock fails on a busy machine. Pass an instant, use withOwnClock() or fake timers, or wait for what happens (expect.poll).';
      const isNow = ({ object, property }) =>
        (object.name === 'performance' || object.name === 'Date') && property.name === 'now';
      return {
        CallExpression(node) {
          const { callee } = node;
          if (callee.name === 'setTimeout' || (callee.type === 'MemberExpression' && isNow(callee)))
            context.report({ node, message });
        },
        NewExpression(node) {
          if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message });
        },
        ImportDeclaration(node) {
          if (node.source.value === 'node:timers/promises') context.report({ node, message });
        },
      };
    }),

    'no-string-sql': rule('values never become SQL text', (context) => {
      const message =
        'SQL put together from strings lets a value become a command. Use Kysely or its sql`…${value}` template; generated SQL belongs into server/platform/db.';
      return {
        CallExpression(node) {
          const callee = node.callee;
          if (callee.type !== 'MemberExpression') return;
          const name = callee.property.name;
          const [text] = node.arguments;
          const isRaw = callee.object.name === 'sql' && (name === 'raw' || name === 'lit');
          const isQuery =
            name === 'query' || name === 'executeSql' || (name === 'raw' && callee.object.name === 'CompiledQuery');
          if (!text || !(isRaw || isQuery)) return;
          const scope = context.sourceCode.getScope(node);
          const built = isRaw ? !isConstantText(text) : isBuiltText(queryText(text), scope);
          if (built) context.report({ node, message });
        },
      };
    }),

    'no-transaction': rule('a use case is one transaction', (context) => ({
      CallExpression(node) {
        if (node.callee.type === 'MemberExpression' && node.callee.property.name === 'transaction') {
          context.report({
            node,
            message:
              'A service opens the transaction, and changes, audits and enqueues in it; routes and pages parse and present. Move it into a use case.',
          });
        }
      },
    })),

    'table-owner': rule('a table has one owner', (context) => ({
      Program() {
        const file = context.filename.slice(context.cwd.length + 1).replaceAll('\\', '/');
        for (const { table, owner, writes, index } of foreignTables(file, context.sourceCode.text)) {
          const start = context.sourceCode.getLocFromIndex(index);
          context.report({
            loc: { start, end: context.sourceCode.getLocFromIndex(index + table.length) },
            message: writes
              ? `Only ${owner} writes "${table}". Call a function of its door.`
              : `"${table}" belongs to ${owner}. Ask a function of its door.`,
          });
        }
      },
    })),

    'no-style-attribute': rule('the content security policy holds', (context) => ({
      JSXAttribute(node) {
        if (node.name.name === 'style') {
          context.report({
            node,
            message:
              'The content security policy refuses style attributes in server HTML. Use a CSS module class, or SVG and form attributes for what is computed.',
          });
        }
      },
    })),

    'no-inner-html': rule('text stays text', (context) => ({
      JSXAttribute(node) {
        if (node.name.name === 'dangerouslySetInnerHTML') {
          context.report({
            node,
            message:
              'Raw HTML is where scripts get in. Only views/layout may write it, where the text is known to be safe.',
          });
        }
      },
    })),
  },
};

function rule(description, create) {
  return { meta: { type: 'problem', docs: { description }, schema: [] }, create };
}

/** `pool.query('…')` and `pool.query({ text: '…' })` */
function queryText(argument) {
  if (argument.type !== 'ObjectExpression') return argument;
  return argument.properties.find((one) => one.key?.name === 'text')?.value ?? argument;
}

function isConstantText(node) {
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0);
}

function isBuiltText(node, scope) {
  if (node.type === 'TemplateLiteral') return node.expressions.length > 0;
  if (node.type === 'BinaryExpression' && node.operator === '+') return !isJoinedConstant(node);
  if (node.type === 'Identifier') {
    const source = initialValue(node.name, scope);
    return source ? isBuiltText(source, scope) : false;
  }
  return false;
}

const isJoinedConstant = (node) =>
  node.type === 'BinaryExpression' ? isJoinedConstant(node.left) && isJoinedConstant(node.right) : isConstantText(node);

function initialValue(name, scope) {
  for (let place = scope; place; place = place.upper) {
    const variable = place.set.get(name);
    if (!variable) continue;
    const init = variable.defs[0]?.node.init;
    return init?.type === 'Identifier' ? undefined : init;
  }
  return undefined;
}
