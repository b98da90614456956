export function findOrUnpackSimpleSamlPhp(
  folder: string,
): { root: string; missing?: undefined } | { missing: string; root?: undefined };
