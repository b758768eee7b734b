/** What a link shows, and how it changes. Pure. */
import type { Address } from '../shared/format/places.ts'
import type { UnitState } from '../shared/units/snapshot.ts'

export interface SharedUnit {
  readonly id: number
  readonly name: string
  readonly state: UnitState
  readonly position: {
    readonly latitude: number
    readonly longitude: number
    readonly speed?: number
    readonly direction?: number
  } | null
  readonly address: Address | null
  readonly timestamp: number | null
  readonly arrival: Arrival | null
  /** Time, latitude, longitude. */
  readonly trail: readonly (readonly number[])[]
}

/** The remaining distance; `about`: in a straight line, because no route is known. */
export interface Arrival {
  readonly arrived: boolean
  readonly distance: number
  readonly seconds: number
  readonly about: boolean
}

export interface Shared {
  readonly title: string | null
  readonly until: number
  readonly show_trail: boolean
  readonly show_speed: boolean
  readonly destination: {
    readonly name: string
    readonly latitude: number
    readonly longitude: number
    readonly radius: number
  } | null
  readonly provider: { readonly name: string; readonly logo: string | null; readonly colour: string | null }
  readonly cursor: string
  readonly units: readonly SharedUnit[]
}

const countriesOfMiles = ['US', 'GB', 'LR', 'MM']

/** Readers of a link have no preferences: the country of the browser's language decides. It may be empty or `en-US@posix`. */
export const measureIn = (language: string): 'metric' | 'imperial' =>
  countriesOfMiles.includes(/-([A-Z]{2})\b/.exec(language)?.[1] ?? '') ? 'imperial' : 'metric'

/** A trail that grows for hours must stay bounded. */
const trailMax = 2_000

/** News replaces what was known; a trail continues with the positions since then. */
export function withNews(units: readonly SharedUnit[], news: readonly SharedUnit[]): readonly SharedUnit[] {
  const told = new Map(news.map((unit) => [unit.id, unit]))
  return units.map((unit) => {
    const next = told.get(unit.id)
    if (!next) return unit
    // Its place is hidden now, and the trail leads there.
    if (!next.position) return { ...next, trail: [] }
    const here = next.timestamp ? [[next.timestamp, next.position.latitude, next.position.longitude]] : []
    const last = unit.trail.at(-1)?.[0] ?? unit.timestamp ?? 0
    const since = [...next.trail, ...here]
      .filter(([time = 0]) => time > last)
      .filter(([time], index, all) => index === 0 || time !== all[index - 1]?.[0])
    return { ...next, trail: [...unit.trail, ...since].slice(-trailMax) }
  })
}

export interface StreamEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** The complete events of a text, and the rest of it. */
export function eventsIn(text: string): { readonly events: readonly StreamEvent[]; readonly rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block): StreamEvent[] => {
    const fields = new Map(
      block.split('\n').map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')] as const
      }),
    )
    const event = fields.get('event')
    return event === undefined ? [] : [{ event, id: fields.get('id'), data: fields.get('data') ?? '' }]
  })
  return { events, rest }
}
