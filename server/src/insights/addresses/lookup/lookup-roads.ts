/** The kinds of roads on a map, and the usual speed on them. Pure. */

export const roadClasses = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'residential',
  'living_street',
  'service',
  'track',
  'path',
] as const
export type RoadClass = (typeof roadClasses)[number]

/** In km/h, if the map has no posted limit. Shown as usual, never as a limit. */
export const usualSpeed: Readonly<Record<RoadClass, number>> = {
  motorway: 120,
  trunk: 100,
  primary: 80,
  secondary: 70,
  tertiary: 60,
  residential: 40,
  living_street: 20,
  service: 20,
  track: 20,
  path: 10,
}

/** By the map's detailed kind if it has one, else by the coarse one. */
const byDetail: Readonly<Record<string, RoadClass>> = {
  motorway_link: 'motorway',
  trunk_link: 'trunk',
  primary_link: 'primary',
  secondary_link: 'secondary',
  tertiary_link: 'tertiary',
  unclassified: 'tertiary',
  road: 'residential',
  raceway: 'service',
  busway: 'service',
  ...Object.fromEntries(roadClasses.map((name) => [name, name])),
}
const byKind: Readonly<Record<string, RoadClass>> = {
  highway: 'motorway',
  major_road: 'primary',
  medium_road: 'secondary',
  minor_road: 'residential',
  other: 'service',
  path: 'path',
}

/** Undefined: a railway, a ferry or another line without addresses. */
export function roadClassOf(properties: Readonly<Record<string, unknown>>): RoadClass | undefined {
  const { kind, kind_detail: detail } = properties
  const coarse = typeof kind === 'string' ? byKind[kind] : undefined
  return coarse && ((typeof detail === 'string' ? byDetail[detail] : undefined) ?? coarse)
}
