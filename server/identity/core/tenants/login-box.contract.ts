import { z } from 'zod';
import { logoText } from './tenant.contract';

const colour = z
  .string()
  .max(60)
  .regex(/^(#[\da-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\)|[a-z]{3,30})$/i);

const shades = ['main', 'dark', 'light', 'hover', 'active', 'contrastText'] as const;

/** What of the login box a tenant may set, by its place in the front ends' form. */
const settable = new Map<string, z.ZodType<string>>([
  ['loginBox/logo/image', logoText],
  ...shades.map((shade) => [`loginBox/palette/primary/${shade}`, colour] as const),
  ['loginBox/socialLogins/socialLoginsLayout/placement', z.string().regex(/^[a-zA-Z_-]{1,40}$/)],
]);

const unsaid = (value: unknown) => value === undefined || value === null || value === '';

/** Changes as the published client collects them; without a value a place is as it was at the beginning. */
export const loginBoxBody = z.object({
  actions: z
    .array(z.object({ type: z.string().max(100), payload: z.unknown().optional() }))
    .max(50)
    .transform((actions, context) => {
      const edit: LoginBoxEdit = {};
      actions.forEach(({ type, payload }, at) => {
        const schema = settable.get(type);
        if (!schema) {
          context.addIssue({ code: 'custom', path: [at, 'type'], message: 'errors.notOneOf' });
          return;
        }
        if (unsaid(payload)) {
          edit[type] = null;
          return;
        }
        const value = schema.safeParse(payload);
        if (value.success) edit[type] = value.data;
        else context.addIssue({ code: 'custom', path: [at, 'payload'], message: 'errors.badRequest' });
      });
      return edit;
    }),
});

/** What a tenant has said of its login box, by the place. */
export type LoginBox = Record<string, string>;
/** null: nothing any more. */
export type LoginBoxEdit = Record<string, string | null>;
