/** Memoizes a function by its first argument; for a memory as short as its owner's life. Undefined is not remembered. */
export function memoize<Key, Rest extends unknown[], Value>(
  make: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const made = new Map<Key, Value>();
  return (key, ...rest) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key, ...rest);
    made.set(key, value);
    return value;
  };
}
