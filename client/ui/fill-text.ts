/** Puts values into a message with i18next placeholders (`{{name}}`), for sentences handed over as plain strings. A name without a value stays visible. */
export function fillText(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}
