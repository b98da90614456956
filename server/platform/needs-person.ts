import { fail } from './errors';

/** A token is somebody's, and not they themselves. */
export const needsPerson = () => fail.forbidden('errors.needsPerson');

/** A client may what somebody granted it, and no more. */
export const needsScope = () => fail.forbidden('errors.needsScope');

/**
 * What is known of a program, with fields that only people have: whoever reads one is refused. A use case that needs a person, or a
 * session, thereby ends for a program at the line that needs it, and nothing of it is kept.
 */
export function lacking<Known extends object, Field extends string>(
  known: Known,
  fields: readonly Field[],
): Omit<Known, Field> & Record<Field, never> {
  const whole = { ...known };
  // Seen by whoever copies the object, too.
  for (const field of fields)
    Object.defineProperty(whole, field, {
      enumerable: true,
      get: () => {
        throw needsPerson();
      },
    });
  return whole as Omit<Known, Field> & Record<Field, never>;
}
