/** The units of measure of sensors by name, once a page knows them. If they differ, no unit is right for all. */
let known: ReadonlyMap<string, string> = new Map()

export function noteMeasures(sensors: readonly { readonly name: string; readonly measure: string }[]): void {
  const found = new Map<string, string>()
  for (const { name, measure } of sensors) found.set(name, (found.get(name) ?? measure) === measure ? measure : '')
  known = found
}

export const measureOf = (sensor: string): string => known.get(sensor) ?? ''
