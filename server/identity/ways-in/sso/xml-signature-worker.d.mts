/** null where the element at one of the paths is signed by none of the keys. */
export function signedTexts(
  xml: string,
  paths: readonly (readonly string[])[],
  certificates: readonly string[],
): string[] | null;
