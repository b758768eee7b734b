/** The units as the map page shows them: searched, counted, sorted and grouped. Pure. */
import type { Snapshot, UnitState } from '../../../shared/units/snapshot.ts'
import type { Group, NamedPlace, Unit, UnitTerm } from '../../types.ts'
import { fieldsOf } from '../extra/extra.ts'

/** A unit with its current data. */
export interface KnownUnit {
  readonly unit: Unit
  readonly snapshot: Snapshot
  readonly state: UnitState
  readonly stoppedSince: number | undefined
  /** Its address, in full and in short. */
  readonly named: NamedPlace | undefined
  readonly place: string | undefined
  /** The number plate of the vehicle, or one from the extra fields. */
  readonly plate: string | undefined
  /** If units have their own terms. */
  readonly term: UnitTerm | undefined
}

/** What a chip counts: a unit that never reported counts as offline. */
export const fleetChips = ['moving', 'idling', 'parked', 'silent', 'expired'] as const
export const tagChips = ['seen', 'unseen', 'expired'] as const
export type Chip = (typeof fleetChips)[number] | (typeof tagChips)[number]

export const isUnder = (chip: Chip, state: UnitState): boolean =>
  state === chip || (state === 'never' && (chip === 'silent' || chip === 'unseen'))

/** The number plate in the extra fields, if there is one. */
export const notedPlateOf = (unit: Unit): string | undefined =>
  fieldsOf(unit).find(({ label }) => /plate|registration|kennzeichen/i.test(label))?.value

export function matching(units: readonly KnownUnit[], sought: string, groups: readonly Group[]): readonly KnownUnit[] {
  const needle = sought.trim().toLowerCase()
  if (needle === '') return units
  const named = new Set(groups.filter(({ name }) => name.toLowerCase().includes(needle)).flatMap((one) => one.unit_ids))
  return units.filter(
    ({ unit, place, plate }) =>
      named.has(unit.id) || [unit.name, unit.ident, plate, place].some((text) => text?.toLowerCase().includes(needle)),
  )
}

export const sorts = ['name', 'state', 'seen'] as const
export type Sort = (typeof sorts)[number]

const order: readonly UnitState[] = ['moving', 'idling', 'seen', 'parked', 'silent', 'unseen', 'never', 'expired']

/** They are sorted by name already, and equal ones keep that order. */
export function sorted(units: readonly KnownUnit[], by: Sort): readonly KnownUnit[] {
  if (by === 'name') return units
  const rank = ({ state, snapshot }: KnownUnit) => (by === 'state' ? order.indexOf(state) : -(snapshot.seenAt ?? 0))
  return units.toSorted((a, b) => rank(a) - rank(b))
}

export interface Section {
  readonly id: string
  readonly title: string
  readonly units: readonly KnownUnit[]
}

/** A unit is listed under each of its groups; the rest comes last. Without groups there are no headings. */
export function groupSections(units: readonly KnownUnit[], groups: readonly Group[], rest: string): readonly Section[] {
  if (groups.length === 0) return [{ id: '', title: '', units }]
  const isGrouped = new Set(groups.flatMap(({ unit_ids }) => unit_ids))
  const sections = groups.map(({ id, name, unit_ids }) => {
    const members = new Set(unit_ids)
    return { id, title: name, units: units.filter(({ unit }) => members.has(unit.id)) }
  })
  const others = { id: 'rest', title: rest, units: units.filter(({ unit }) => !isGrouped.has(unit.id)) }
  return [...sections, others].filter((section) => section.units.length > 0)
}

/** Assets come before what detects them; sensors, which have numbers for names, come last. */
export function kindSections(
  units: readonly KnownUnit[],
  titles: Readonly<Record<'asset' | 'gateway' | 'sensor', string>>,
): readonly Section[] {
  return (['asset', 'gateway', 'sensor'] as const)
    .map((kind) => ({ id: kind, title: titles[kind], units: units.filter(({ unit }) => kindOf(unit) === kind) }))
    .filter((section) => section.units.length > 0)
}

export const kindOf = ({ type }: Unit): 'asset' | 'gateway' | 'sensor' =>
  type === 'asset' || type === 'sensor' ? type : 'gateway'
