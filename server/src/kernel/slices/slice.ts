/**
 * Units are cut into slices of equal size by their ids, which are random (docs/decisions/0012). A slice is a range, so
 * every index by unit finds its units. Pure.
 */

export const sliceCount = 64
const firstId = 100_000_000_000
const idsPerSlice = 900_000_000_000 / sliceCount

/** Unit ids from `from` on, below `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

export const everyUnit: Range = { from: 0, to: Number.MAX_SAFE_INTEGER }

export const sliceOf = (unitId: number): number =>
  Math.min(sliceCount - 1, Math.max(0, Math.floor((unitId - firstId) / idsPerSlice)))

/** Work that belongs to no unit has a slice too. */
export const sliceOfName = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 0) % sliceCount

/** The first and the last slice include the ids beyond them. */
const startOf = (slice: number): number => (slice === 0 ? everyUnit.from : firstId + slice * idsPerSlice)
const endOf = (slice: number): number => (slice === sliceCount - 1 ? everyUnit.to : startOf(slice + 1))

/** In ascending order; neighbours are one range. */
export function rangesOf(slices: Iterable<number>): Range[] {
  const ranges: Range[] = []
  for (const slice of [...slices].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.to === startOf(slice)) ranges[ranges.length - 1] = { from: last.from, to: endOf(slice) }
    else ranges.push({ from: startOf(slice), to: endOf(slice) })
  }
  return ranges
}

/** For `unit_id <@ …::int8multirange`, where an index has more than units. */
export const toMultirange = (ranges: readonly Range[]): string =>
  `{${ranges.map(({ from, to }) => `[${from},${to})`).join()}}`

/** Units of these ranges after a position, by id. `next` is where to continue, 0 at the end. */
export async function listThrough<T>(
  ranges: readonly Range[],
  after: number,
  most: number,
  list: (after: number, to: number, most: number) => Promise<readonly T[]>,
  idOf: (item: T) => number,
): Promise<{ items: T[]; next: number }> {
  const items: T[] = []
  for (const { from, to } of ranges) {
    if (to - 1 <= after) continue
    items.push(...(await list(Math.max(after, from - 1), to, most - items.length)))
    if (items.length === most) return { items, next: idOf(items.at(-1)!) }
  }
  return { items, next: 0 }
}

export interface Lease {
  readonly slice: number
  readonly holder: string | null
  readonly epoch: number
  readonly isHeld: boolean
}

/**
 * First those that nobody holds, then those of nodes that hold more than an equal share. Taken from the end of what
 * such a node holds, so that both keep few ranges.
 */
export function slicesToTake(leases: readonly Lease[], node: string): Lease[] {
  const heldBy = Map.groupBy(
    leases.filter(({ isHeld, holder }) => isHeld || holder === node),
    ({ holder }) => holder,
  )
  const own = heldBy.get(node)?.length ?? 0
  heldBy.delete(node)
  const equalPart = Math.ceil(sliceCount / (heldBy.size + 1))
  const free = leases.filter(({ isHeld, holder }) => !isHeld && holder !== node)
  const surplus = [...heldBy.values()].flatMap((held) => held.toSorted((a, b) => a.slice - b.slice).slice(equalPart))
  return [...free, ...surplus].slice(0, Math.max(0, equalPart - own))
}
