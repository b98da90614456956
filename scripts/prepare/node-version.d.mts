export function requireNode(): void;
export function isOlder(version: string, wanted: string): boolean;
