/** Reads a form as Stripe does: `line_items[0][price_data][currency]=eur` is an item of a list with an object in it. */

type Json = Record<string, unknown>

export function readForm(body: string): Json {
  const form: Json = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[')
    let at = form
    for (const part of path.slice(0, -1)) {
      at[part] ??= {}
      at = at[part] as Json
    }
    at[path.at(-1) as string] = value
  }
  return withLists(form) as Json
}

/** Objects whose keys count from zero are lists. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, withLists(item)] as const)
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at))
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
