/**
 * Characters that nobody sees and that make two equal names differ: soft hyphens, zero-width spaces, marks of direction and
 * byte-order marks. Joiners stay where scripts and emoji need them, which Latin letters, digits and signs do not.
 */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]|(?<![^\p{Script=Latin}\p{ASCII}])[\u200c\u200d]/gu;
const ANY = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;

export const hasInvisible = (text: string): boolean => ANY.test(text);

export const withoutInvisible = (text: string): string => (hasInvisible(text) ? text.replace(INVISIBLE, '') : text);
