/** Logbooks of units: their settings, entries about trips, and closed months. */

import { modulesOf } from '#billing/plans/modules.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { isOwned, tagsApp } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { seconds } from '#kernel/time/clock.ts'
import { isZone, spansOf } from '#kernel/time/zone.ts'
import { lockLogbook, refreshPrivate } from '../drivers/private-trips.ts'
import { type LogbookSettings, type Mark, replacedBy, type TripKind } from '../drivers/trip-kind.ts'
import type { Stretch } from '../projections/stretch.ts'
import { announceTrips, requireUnit } from '../trips/actions.ts'
import { askingOf, entriesBetween, entriesNow, monthAt, readNotes, stretchOf } from './entries.ts'
import { type Entry, mayChange, type Note, type SeenEntry, seenBy, type Totals, totalsOf } from './entry.ts'
import * as store from './store.ts'

export type { SettingsOfUnit } from './store.ts'

export interface NewSettings {
  readonly isOn: boolean
  readonly zone: string
  readonly otherKind: TripKind
  readonly hours: {
    readonly kind: TripKind
    readonly weekdays: readonly number[]
    readonly startMinute: number
    readonly endMinute: number
  } | null
  readonly keeperId: string | null
  readonly from: number | undefined
}

/** The latest of each unit that has or had a logbook. */
export async function listLogbooks(call: ClientCall): Promise<store.SettingsOfUnit[]> {
  const all = Map.groupBy(await store.listSettings(call.db, call.account, call, undefined), ({ unitId }) => unitId)
  return [...all.values()].map((own) => own.at(-1)!)
}

const settingsOf = (call: ClientCall, unitId: number): Promise<store.SettingsOfUnit[]> =>
  store.listSettings(call.db, call.account, call, unitId)

const requireSettings = async (call: ClientCall, unitId: number): Promise<store.SettingsOfUnit[]> => {
  await requireUnit(call, unitId)
  const all = await settingsOf(call, unitId)
  return all.length > 0 ? all : notFound('logbook')
}

/** Only the first may begin in the past. Private trips stay private: nobody can open them by changing the settings. */
export const keepLogbook = (caller: ClientCall, unitId: number, asked: NewSettings): Promise<store.SettingsOfUnit> =>
  inTransaction(caller, async (call) => {
    const unit = await requireUnit(call, unitId)
    if (!isOwned(unit.appId) && !modulesOf(unit.appId).some(({ name }) => name === 'timeline')) {
      conflict('Units of this application have no trips. Choose another unit.')
    }
    // Tags have the positions of the gateway that detects them, so hiding their own would not be enough.
    if (asked.isOn && unit.appId === tagsApp) {
      conflict('Units of this application have no logbook. Choose another unit.')
    }
    await lockAccount(call.db, call.account)
    await lockLogbook(call, unitId)
    const known = await settingsOf(call, unitId)
    const now = seconds(call.clock.now())
    const keeper = asked.keeperId === null ? null : await store.findName(call.db, call.account, asked.keeperId)
    if (keeper === undefined) notFound('user')
    call.validate(problemsOf(asked, known.at(-1), now))
    const before = known.at(-1)
    const { isOn, zone, otherKind, hours, keeperId } = asked
    const after: LogbookSettings = {
      ...{ id: uuidv7(call.clock.now()), accountId: call.account, unitId, createdAt: call.clock.now() },
      // Two changes in one second: the later one counts from the next.
      t0: before ? Math.max(now, before.t0 + 1) : Math.max(asked.from ?? now, await store.findSince(call.db, unitId)),
      ...{ isOn, zone, otherKind, keeperId, hoursKind: hours?.kind ?? null, weekdays: hours?.weekdays ?? [] },
      ...{ startMinute: hours?.startMinute ?? null, endMinute: hours?.endMinute ?? null },
    }
    await store.insertSettings(call.db, after)
    await refreshPrivate(call, [{ unitId, from: after.t0 }])
    await announceTrips(call, [{ unitId, from: after.t0 }])
    const told = { dealer: call.dealer, action: 'logbook.keep', subject: unitId }
    await recordChange(call, { ...told, before: before ?? null, after })
    return { ...after, keeperName: keeper ?? null }
  })

function problemsOf({ zone, from, hours }: NewSettings, before: LogbookSettings | undefined, now: number): Problem[] {
  return [
    ...(isZone(zone) ? [] : [invalidField('tz', 'tz must be a time zone, such as Europe/Berlin.')]),
    ...(hours && hours.weekdays.length === 0 ? [invalidField('hours', 'hours must have at least one weekday.')] : []),
    ...(from !== undefined && from > now ? [invalidField('from', 'from must not be in the future.')] : []),
    ...(from !== undefined && before
      ? [invalidField('from', 'from can be given only when the logbook is turned on for the first time.')]
      : []),
  ]
}

export interface MonthBook {
  readonly settings: store.SettingsOfUnit
  readonly month: string
  readonly from: number
  readonly to: number
  readonly closed: store.ClosedMonth | undefined
  readonly closedMonths: readonly string[]
  readonly entries: readonly SeenEntry[]
  readonly totals: Totals
  readonly notes: readonly Note[]
}

export async function readMonth(call: ClientCall, unitId: number, asked: string | undefined): Promise<MonthBook> {
  const all = await requireSettings(call, unitId)
  const settings = all.at(-1)!
  const month = asked ?? monthAt(settings.zone, seconds(call.clock.now()))
  const months = await store.listMonths(call.db, call.account, unitId)
  const closed = months.find((one) => one.month === month)
  const stretch = closed ? { from: closed.t0, to: closed.t1 } : stretchOf(month, settings.zone, months)
  const entries = closed ? await shown(call, closed.entries) : await entriesBetween(call, unitId, all, stretch)
  return {
    ...{ settings, month, ...stretch, closed, closedMonths: months.map((one) => one.month), entries },
    totals: totalsOf(entries),
    notes: closed ? await readNotes(call, closed, all) : [],
  }
}

const shown = async (call: ClientCall, entries: readonly Entry[]): Promise<SeenEntry[]> => {
  const asking = await askingOf(call, entries)
  return entries.map((entry) => seenBy(entry, asking, true))
}

/** Closed months of units that the caller may see, within a time range. */
export const closedBetween = async (call: ClientCall, unitIds: readonly number[], { from, to }: Stretch) =>
  (await Promise.all(unitIds.map((unitId) => store.listMonths(call.db, call.account, unitId, from, to)))).flat()

/** Who drove these units, which the caller may see, in closed months. Their drivers may be deleted since. */
export const closedDrivers = (call: ClientCall, unitIds: readonly number[], stretch: Stretch) =>
  store.listClosedDrivers(call.db, call.account, unitIds, stretch)

/** For a unit that the caller may see. */
export const logbookBetween = async (call: ClientCall, unitId: number, stretch: Stretch): Promise<SeenEntry[]> =>
  entriesBetween(call, unitId, await settingsOf(call, unitId), stretch)

export interface Said {
  readonly kind?: TripKind | undefined
  readonly purpose?: string | null | undefined
  readonly partner?: string | null | undefined
}

export const tripsAtOnceMax = 200

/** One or many trips of a unit. All or none. */
export const markTrips = (
  caller: ClientCall,
  unitId: number,
  tripIds: readonly string[],
  said: Said,
): Promise<SeenEntry[]> =>
  inTransaction(caller, async (call) => {
    const settings = await requireSettings(call, unitId)
    call.validate()
    await lockLogbook(call, unitId)
    const entries = await findEntries(call, unitId, settings, [...new Set(tripIds)])
    const asking = await askingOf(call, entries)
    if (entries.some((entry) => !mayChange(entry, asking))) {
      forbidden('Only the driver can change this trip. Ask the driver.')
    }
    const by = { userId: call.user, userName: (await store.findName(call.db, call.account, call.user)) ?? '' }
    for (const entry of entries) await mark(call, entry, said, by)
    const from = entries.reduce((first, { t0 }) => Math.min(first, t0), Number.POSITIVE_INFINITY)
    await refreshPrivate(call, [{ unitId, from }])
    await announceTrips(call, [{ unitId, from }])
    const ids = new Set(tripIds)
    const to = entries.reduce((last, { t0 }) => Math.max(last, t0), from) + 1
    return (await entriesBetween(call, unitId, settings, { from, to })).filter(({ tripId }) => ids.has(tripId))
  })

/** In open months. */
async function findEntries(
  call: ClientCall,
  unitId: number,
  settings: readonly LogbookSettings[],
  tripIds: readonly string[],
): Promise<Entry[]> {
  const times = await store.timesOf(call.db, unitId, tripIds)
  if (times.length < tripIds.length) notFound('trip')
  const [from, to] = [Math.min(...times), Math.max(...times) + 1]
  const closed = await store.listMonths(call.db, call.account, unitId, from, to)
  if (times.some((t0) => closed.some((month) => t0 >= month.t0 && t0 < month.t1))) {
    conflict('This month is closed. Choose trips of an open month.')
  }
  const wanted = new Set(tripIds)
  const found = (await entriesNow(call, unitId, settings, { from, to })).filter(({ tripId }) => wanted.has(tripId))
  return found.length === tripIds.length ? found : notFound('trip')
}

async function mark(
  call: ClientCall,
  entry: Entry,
  said: Said,
  by: Pick<store.EntryChange, 'userId' | 'userName'>,
): Promise<void> {
  const { unitId, t0 } = entry
  const now = call.clock.now()
  const t1 = Math.max(entry.t1, t0 + 1)
  const marks = await store.listMarks(call.db, call.account, unitId, t0, t1)
  const after: Mark = {
    ...{ id: uuidv7(now), accountId: call.account, unitId, t0, t1, updatedAt: now },
    kind: said.kind ?? (entry.isUsual ? null : entry.kind),
    purpose: said.purpose === undefined ? entry.purpose : said.purpose,
    partner: said.partner === undefined ? entry.partner : said.partner,
  }
  const values = { kind: after.kind ?? entry.kind, purpose: after.purpose, partner: after.partner }
  const changes = store.changedFields.filter((field) => values[field] !== entry[field])
  if (changes.length === 0 && (said.kind === undefined || !entry.isUsual)) return
  await store.replaceMarks(
    call.db,
    replacedBy(marks, { t0, t1 }).map(({ id }) => id),
    after,
  )
  const row = { accountId: call.account, unitId, t0, t1, at: now, ...by }
  await store.insertChanges(
    call.db,
    changes.map((field) => ({ ...row, id: uuidv7(now), field, before: entry[field], after: values[field] })),
  )
  // Others read the audit log, so the purpose of a private trip is not in it.
  const told = { dealer: call.dealer, action: 'logbook.mark', subject: unitId }
  await recordChange(call, { ...told, before: { t0, kind: entry.kind }, after: { t0, kind: values.kind } })
}

/** From now on neither edits nor late data change it. */
export const closeMonth = (caller: ClientCall, unitId: number, month: string): Promise<MonthBook> =>
  inTransaction(caller, async (call) => {
    const settings = await requireSettings(call, unitId)
    call.validate()
    await lockLogbook(call, unitId)
    const { zone } = settings.at(-1)!
    const months = await store.listMonths(call.db, call.account, unitId)
    const { from, to } = stretchOf(month, zone, months)
    if (seconds(call.clock.now()) < to) conflict('This month is not over yet. Choose an earlier month.')
    if (months.some((one) => one.month === month)) conflict('This month is already closed. Choose another month.')
    const entries = await entriesNow(call, unitId, settings, { from, to })
    if (entries.some(({ isOpen }) => isOpen))
      conflict('A trip of this month is still under way. Try again when it has ended.')
    const now = call.clock.now()
    const closed: store.ClosedMonth = {
      ...{ id: uuidv7(now), accountId: call.account, unitId, month, zone, t0: from, t1: to, entries },
      ...{ closedAt: now, closedBy: call.user },
      closedByName: (await store.findName(call.db, call.account, call.user)) ?? '',
    }
    await store.insertMonth(call.db, closed)
    const after = { month, trips: entries.length, ...totalsOf(entries) }
    await recordChange(call, { action: 'logbook.close', subject: unitId, after })
    return readMonth(call, unitId, month)
  })

export interface WholeMonth {
  readonly book: MonthBook
  readonly changes: readonly SeenChange[]
}

/** Every month of a unit's logbook with its changes, from the first on. */
export async function* everyMonth(call: ClientCall, unitId: number): AsyncGenerator<WholeMonth> {
  const all = await settingsOf(call, unitId)
  const [first] = all
  if (!first) return
  const { zone } = all.at(-1)!
  for (const { date } of spansOf(zone, 'month', first.t0, seconds(call.clock.now()) + 1)) {
    const month = date.slice(0, 7)
    yield { book: await readMonth(call, unitId, month), changes: await listEntryChanges(call, unitId, month) }
  }
}

export interface SeenChange extends store.EntryChange {
  /** Entries about somebody else's private trip are left out. */
  readonly isHidden: boolean
}

const changesMax = 1_000

/** For trips of a month, newest first. */
export async function listEntryChanges(call: ClientCall, unitId: number, month: string): Promise<SeenChange[]> {
  const { from, to, entries } = await readMonth(call, unitId, month)
  const found = await store.listChanges(call.db, call.account, unitId, { from, to }, changesMax)
  return found.map((change) => {
    const entry = entries.find(({ t0, t1 }) => t0 < change.t1 && t1 > change.t0)
    const isHidden = change.field !== 'kind' && (entry?.isHidden ?? true)
    return isHidden ? { ...change, before: null, after: null, isHidden } : { ...change, isHidden }
  })
}
