export function testsOnBoth(root: string): string[];
