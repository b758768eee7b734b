/** A row with its columns' own names, for statements that take rows as JSON. */
export const inSnakeCase = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  )
