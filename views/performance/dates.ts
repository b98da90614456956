/** The local date some days after another; both `YYYY-MM-DD`. */
export function dateAfter(localDate: string, days: number): string {
  return new Date(Date.parse(`${localDate}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
