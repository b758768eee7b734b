/** The positions of other units that rules compare with: read by id, because another node may compute them. */
import type { ClientCall } from '#identity/sessions/call.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import type { Viewing } from '#kernel/private-time.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import type { DatedText } from '#tracking/messages/message.ts'
import type { Scope } from '../../groups/scope.ts'
import { listNeighbours, markChanges, type Noted, removeNeighbours } from '../../projections/actions.ts'
import type { Stretch } from '../../projections/stretch.ts'
import { limits } from '../limits.ts'
import type { ComparedUnit, Watched } from '../rule.ts'
import { unitsIn } from '../store.ts'
import { type Condition, distancesIn, type Part } from './condition.ts'
import { believed, type OtherFix } from './distance.ts'
import * as store from './other-store.ts'
import { readingOf, type Sample, samplesOf } from './sample.ts'

/** Read only if a rule compares with others: those of the same account whose term has not ended, without itself. */
export async function othersFor(
  { db }: Pick<Context, 'db'>,
  watched: ReadonlyMap<number, readonly Watched[]>,
): Promise<(unitId: number, condition: Condition | Part) => { others?: readonly ComparedUnit[] }> {
  const all = [...watched].flatMap(([unitId, rules]) =>
    rules.flatMap(({ condition }) => distancesIn(condition).map((one) => ({ unitId, ...one }))),
  )
  const unitIds = new Set(all.flatMap((one) => [one.unitId, ...one.unitIds]))
  const groupIds = new Set(all.flatMap((one) => one.groupIds))
  const known = all.length === 0 ? [] : await store.list(db, [...unitIds], [...groupIds])
  const accountOf = new Map(known.map(({ id, accountId }) => [id, accountId]))
  return (unitId, condition) => {
    if (condition.type !== 'distance') return {}
    const own = known.filter(
      (one) =>
        one.hasTerm &&
        one.id !== unitId &&
        one.accountId === accountOf.get(unitId) &&
        (condition.unitIds.includes(one.id) || one.groupIds.some((id) => condition.groupIds.includes(id))),
    )
    return { others: own.slice(0, limits.othersMax).map(({ id, since }) => ({ id, since })) }
  }
}

interface Compared {
  readonly others: readonly ComparedUnit[]
  readonly ageMinutes: number
  readonly since: number
}

const comparedIn = (rule: Watched): readonly Compared[] => [
  ...[rule, ...(rule.parts ?? [])].flatMap(({ condition, others = [], since }) =>
    condition.type === 'distance' && others.length > 0 ? [{ others, ageMinutes: condition.ageMinutes, since }] : [],
  ),
  ...(rule.each ? comparedIn(rule.each) : []),
]

/** So much is read at once. */
const stretchSeconds = 3 * 3600

type ReadOther = (unitId: number, stretch: Stretch) => Promise<DatedText[]>

/** What is known of another unit by the last sample of a time range. */
interface Known {
  readonly until: number
  /** The newest accepted one, and the newest of all, by which the next one is judged. */
  readonly newest: OtherFix | undefined
  readonly last: OtherFix | undefined
}

/**
 * The accepted positions of a time range, and the newest recent one before it. That is searched backwards, twice as far
 * each time: mostly it is minutes old, and only that of a sleeping unit is hours old. Nothing is read twice.
 */
function fixesOf(read: ReadOther, { id: unitId, since }: ComparedUnit, ageSeconds: number) {
  let known: Known | undefined
  const readPlaces = async (from: number, to: number): Promise<OtherFix[]> =>
    samplesOf(await read(unitId, { from, to })).flatMap((sample) => {
      const { t, place } = readingOf(sample)
      return place && t > since ? [{ unitId, t, lat: place.lat, lon: place.lon }] : []
    })
  const search = async ({ from, to }: Stretch) => {
    const before = known
    let placed: OtherFix[] = []
    let end = to
    for (let reach = limits.otherLeadSeconds; ; reach *= 2) {
      const counted = from - Math.min(reach, ageSeconds)
      // Whether the first of them is accepted depends on the one before it.
      const begin = Math.max(counted - limits.otherLeadSeconds, before?.until ?? Number.NEGATIVE_INFINITY)
      placed = [...(await readPlaces(begin, end)), ...placed]
      if (before && begin === before.until) {
        const { newest, last, until } = before
        placed = placed.filter(({ t }) => t > until)
        const fixes = last ? believed([last, ...placed]).slice(1) : believed(placed)
        return { placed, last, fixes: newest ? [newest, ...fixes] : fixes }
      }
      const fixes = believed(placed).filter(({ t }) => t >= counted)
      if (reach >= ageSeconds || (fixes[0] && fixes[0].t <= from)) return { placed, last: undefined, fixes }
      end = begin
    }
  }
  return async (stretch: Stretch): Promise<readonly OtherFix[]> => {
    const { placed, last, fixes } = await search(stretch)
    const until = stretch.to - 1
    const isBy = ({ t }: OtherFix) => t <= until
    known = { until, newest: fixes.findLast(isBy), last: placed.findLast(isBy) ?? last }
    return fixes
  }
}

/** Adds to each sample where the others were by then. Nobody is notified about private trips. */
export async function withOthers<C extends Pick<Context, 'db'>>(
  ctx: C,
  samples: readonly Sample[],
  watched: readonly Watched[],
  read: (ctx: C & Viewing, unitId: number, stretch: Stretch) => Promise<DatedText[]> = readStretch,
): Promise<readonly Sample[]> {
  const compared = watched.flatMap(comparedIn)
  if (compared.length === 0) return samples
  const readOther: ReadOther = (unitId, stretch) => read({ ...ctx, viewer: null }, unitId, stretch)
  const since = Math.min(...compared.map((one) => one.since))
  const units = new Map<number, { readonly other: ComparedUnit; readonly age: number }>()
  for (const { others, ageMinutes } of compared)
    for (const other of others)
      units.set(other.id, { other, age: Math.max(units.get(other.id)?.age ?? 0, ageMinutes * 60) })
  const searches = [...units.values()].map(({ other, age }) => fixesOf(readOther, other, age))
  const done: Sample[] = []
  for (let at = 0; at < samples.length; ) {
    const first = samples[at]!.t
    const begin = at
    while (at < samples.length && samples[at]!.t - first <= stretchSeconds) at += 1
    const some = samples.slice(begin, at)
    if (some.at(-1)!.t < since) {
      done.push(...some)
      continue
    }
    const stretch = { from: first, to: some.at(-1)!.t + 1 }
    const fixes: (readonly OtherFix[])[] = []
    for (const search of searches) fixes.push(await search(stretch))
    const next = fixes.map(() => 0)
    for (const sample of some) {
      const others = fixes.flatMap((own, index) => {
        while (own[next[index]!] && own[next[index]!]!.t <= sample.t) next[index]! += 1
        return own[next[index]! - 1] ?? []
      })
      done.push({ ...sample, others })
    }
  }
  return done
}

/**
 * A unit that rules compare others with has reported: earlier comparisons with it are repeated. If reports are far
 * apart the oldest comes first and the rest in its own run: otherwise everything in between would be computed too.
 */
export const markNeighbours = (acting: ActorContext): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const { ranges } = await ctx.slices.share()
    const until = new Date(ctx.clock.now().getTime() - limits.otherSettleSeconds * 1000)
    const noted = await listNeighbours(ctx, ranges, until)
    if (noted.length === 0) return
    const notes = Map.groupBy(noted, ({ unitId }) => unitId)
    const pairs = (await store.comparedWith(ctx.db, [...notes.keys()])).map(({ unitId, otherId, condition }) => {
      const age = Math.max(...distancesIn(condition).map(({ ageMinutes }) => ageMinutes * 60))
      // Whether the next position is accepted depends on it too.
      return { unitId, notes: notes.get(otherId)!, lasts: limits.otherLeadSeconds + age }
    })
    const patience = until.getTime() - limits.otherApartSeconds.wait * 1000
    const later = new Set<Noted>()
    const marks = [...Map.groupBy(pairs, ({ unitId }) => unitId)].map(([unitId, own]) => {
      const all = own
        .flatMap((pair) => pair.notes.map((note) => ({ note, t0: note.t0, t1: note.t1 + pair.lasts })))
        .sort((one, other) => one.t0 - other.t0)
      const { t0 } = all[0]!
      let { t1 } = all[0]!
      for (const one of all) {
        if (one.t0 - t1 > limits.otherApartSeconds.gap && one.note.at.getTime() > patience) later.add(one.note)
        else t1 = Math.max(t1, one.t1)
      }
      return { unitId, t0, t1 }
    })
    await removeNeighbours(
      ctx,
      noted.filter((note) => !later.has(note)),
    )
    await markChanges(ctx, 'conditions', marks)
  })

/** The units and groups that it compares with. */
export const othersIn = (condition: Condition | undefined): Scope => {
  const distances = condition ? distancesIn(condition) : []
  return {
    isForAll: false,
    unitIds: distances.flatMap(({ unitIds }) => unitIds),
    groupIds: distances.flatMap(({ groupIds }) => groupIds),
  }
}

/** Each pair of units costs reading messages. */
export async function requirePairs(call: ClientCall, condition: Condition | undefined, scope: Scope): Promise<void> {
  const others = othersIn(condition)
  if (others.unitIds.length + others.groupIds.length === 0) return
  const countOf = async (of: Scope) => (await unitsIn(call.db, call.account, { apps: call.apps }, of)).length
  const [units, compared] = [await countOf(scope), await countOf(others)]
  if (compared <= limits.othersMax && units * compared <= limits.pairsMax) return
  conflict(
    `A rule can compare its units with at most ${limits.othersMax} others, in at most ${limits.pairsMax} pairs. Choose fewer units.`,
    'condition',
  )
}
