/** Units that a weight may be given in. */
export const weightUnits = ['kg', 'g', 'lb', 'oz'] as const;
export type WeightUnitCode = (typeof weightUnits)[number];

/** Pound and ounce: exact by the international yard and pound agreement of 1959. */
export const gramsPerUnit: Record<WeightUnitCode, number> = { kg: 1_000, g: 1, lb: 453.59237, oz: 28.349523125 };
