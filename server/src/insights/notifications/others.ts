/** Where the other units are that rules compare with: read by id, because another node may compute them. */
import type { ClientCall } from '#identity/sessions/call.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import type { Scope } from '../groups/scope.ts'
import { markChanges, takeNeighbours } from '../projections/actions.ts'
import { type Condition, distancesIn, type Part } from './condition.ts'
import { believed, type OtherFix } from './distance.ts'
import { limits } from './limits.ts'
import * as store from './other-store.ts'
import type { Watched } from './rule.ts'
import { readingOf, type Sample, samplesOf } from './sample.ts'
import { unitsIn } from './store.ts'

/** Read only if a rule compares with others: those of the same account whose term has not ended, without the unit itself. */
export async function othersFor(
  { db }: Pick<Context, 'db'>,
  watched: ReadonlyMap<number, readonly Watched[]>,
): Promise<(unitId: number, condition: Condition | Part) => { others?: readonly number[] }> {
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
    return { others: own.slice(0, limits.othersMax).map(({ id }) => id) }
  }
}

interface Compared {
  readonly others: readonly number[]
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

/** Adds to each sample where the others were by then. What is of a private trip, nobody is notified about. */
export async function withOthers(
  { db }: Pick<Context, 'db'>,
  samples: readonly Sample[],
  watched: readonly Watched[],
): Promise<readonly Sample[]> {
  const compared = watched.flatMap(comparedIn)
  if (compared.length === 0) return samples
  const since = Math.min(...compared.map((one) => one.since))
  const lead = Math.max(...compared.map(({ ageMinutes }) => ageMinutes)) * 60 + limits.otherLeadSeconds
  const unitIds = [...new Set(compared.flatMap(({ others }) => others))]
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
    const stretch = { from: first - lead, to: some.at(-1)!.t + 1 }
    const fixes: OtherFix[][] = []
    for (const unitId of unitIds) {
      const texts = await readStretch({ db, viewer: null }, unitId, stretch)
      const placed = samplesOf(texts).flatMap((sample) => {
        const { t, place } = readingOf(sample)
        return place ? [{ unitId, t, lat: place.lat, lon: place.lon }] : []
      })
      fixes.push(believed(placed))
    }
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

/** A unit that rules compare others with has reported: what was compared with it before is compared once more. */
export const markNeighbours = (acting: ActorContext): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const { ranges } = await ctx.slices.share()
    const until = new Date(ctx.clock.now().getTime() - limits.otherSettleSeconds * 1000)
    const changes = await takeNeighbours(ctx, ranges, until)
    if (changes.length === 0) return
    const byUnit = new Map(changes.map((change) => [change.unitId, change]))
    const marks = (await store.comparedWith(ctx.db, [...byUnit.keys()])).map(({ unitId, otherId, condition }) => {
      const { t0, t1 } = byUnit.get(otherId)!
      const age = Math.max(...distancesIn(condition).map(({ ageMinutes }) => ageMinutes * 60))
      // Whether the next position is believed depends on it too.
      return { unitId, t0, t1: t1 + limits.otherLeadSeconds + age }
    })
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
