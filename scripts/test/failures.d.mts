export function vitestFailures(file: string): string[];
export function playwrightFailures(file: string): string[];
