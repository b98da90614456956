/** Amounts have at most four decimals; they are added as whole ten-thousandths so that no cent is lost. */
const scale = 4;

/** Sums of what would be or was taken. */
export class Tally {
  events = 0;
  #grams = 0;
  readonly #costs = new Map<string, bigint>();
  #first: string | null = null;
  #last: string | null = null;

  /** @param before sums that are gone on with */
  constructor(before?: { grams: number; costs: Readonly<Record<string, string>> }) {
    this.#grams = before?.grams ?? 0;
    for (const [currency, amount] of Object.entries(before?.costs ?? {})) this.#costs.set(currency, toUnits(amount));
  }

  add({
    netGrams,
    costAmount,
    costCurrency,
    localDate,
  }: {
    netGrams: number;
    costAmount: string | null;
    costCurrency: string | null;
    localDate: string;
  }): void {
    this.events += 1;
    this.#grams += netGrams;
    if (costAmount !== null && costCurrency !== null) {
      this.#costs.set(costCurrency, (this.#costs.get(costCurrency) ?? 0n) + toUnits(costAmount));
    }
    if (this.#first === null || localDate < this.#first) this.#first = localDate;
    if (this.#last === null || localDate > this.#last) this.#last = localDate;
  }

  /** Grams rounded to hundredths; decimal amounts by currency; the first and last local day. */
  totals(): { grams: number; costs: Record<string, string>; firstDay: string | null; lastDay: string | null } {
    return {
      grams: Math.round(this.#grams * 100) / 100,
      costs: Object.fromEntries([...this.#costs].map(([currency, units]) => [currency, fromUnits(units)])),
      firstDay: this.#first,
      lastDay: this.#last,
    };
  }
}

function toUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale));
}

function fromUnits(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
