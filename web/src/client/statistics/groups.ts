/** Figures by group. Units in no group are a line of their own, so that nothing that was driven is missing. Pure. */
import { texts } from '../../shared/texts/texts.ts'
import type { Group } from '../types.ts'
import type { Figures, Statistics } from './period.ts'

export interface NamedFigures {
  readonly key: string
  readonly name: string
  readonly figures: Figures
}

type Grouped = Pick<Group, 'id' | 'name' | 'unit_ids'>

export function figuresOfGroups(units: Statistics['units'], groups: readonly Grouped[]): readonly NamedFigures[] {
  const others = units.filter(({ unit_id }) => !groups.some(({ unit_ids }) => unit_ids.includes(unit_id)))
  return [
    ...groups.map(({ id, name, unit_ids }) => ({
      ...{ key: id, name },
      of: units.filter(({ unit_id }) => unit_ids.includes(unit_id)),
    })),
    { key: 'none', name: texts.client.units.groupless, of: others },
  ]
    .filter(({ of }) => of.length > 0)
    .map(({ of, ...group }) => ({ ...group, figures: sumOf(of.map(({ total }) => total)) }))
}

/** Then the groups add up to more than the total. */
export const isInSeveral = (units: Statistics['units'], groups: readonly Grouped[]): boolean =>
  units.some(({ unit_id }) => groups.filter(({ unit_ids }) => unit_ids.includes(unit_id)).length > 1)

function sumOf(all: readonly Figures[]): Figures {
  const sum = (of: (figures: Figures) => number) => all.reduce((so, figures) => so + of(figures), 0)
  const [distance, moving] = [sum((one) => one.distance), sum((one) => one.moving_seconds)]
  return {
    distance,
    trips: sum((one) => one.trips),
    moving_seconds: moving,
    idle_seconds: sum((one) => one.idle_seconds),
    stop_seconds: sum((one) => one.stop_seconds),
    // Speeds are not added up.
    max_speed: Math.max(0, ...all.map((one) => one.max_speed)),
    average_speed: moving > 0 ? (distance / moving) * 3.6 : 0,
  }
}
