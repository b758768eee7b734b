/** Notes that a flush on a worker leaves for the coordinator (migration 0113). */
import { arrayOf, putBigint, putDouble, putTime } from '#kernel/db/binary.ts'
import { type PipelineStep, runPipelined } from '#kernel/db/pipeline.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Change, changeSteps } from '../changes-store.ts'
import { type Heard, heardAgainStep, heardStep } from '../writing/heard-store.ts'
import { joined } from '../writing/stretches.ts'
import type { UnitWrite } from '../writing/unit-cache.ts'

interface Flushed {
  readonly unitId: number
  /** Device times. */
  readonly t0: number
  readonly t1: number
  /** Times of arrival. */
  readonly s0: number
  readonly s1: number
}

/** The address of a note: its part, and its number in its partition. */
export interface NotePlace {
  readonly part: number
  readonly partition: number
  readonly number: number
}

export interface Note extends NotePlace {
  /** The flush's position in its partition; undefined: it has stored nothing. */
  readonly sequence: number | undefined
  readonly flushed: readonly Flushed[]
  readonly changed: readonly Change[]
  readonly heard: readonly Heard[]
}

export function noteOf(place: NotePlace, sequence: number, writes: readonly UnitWrite[]): Note {
  const flushed = writes.flatMap(({ unitId, chunk, received }) =>
    chunk && received ? [{ unitId, t0: chunk.t0, t1: chunk.t1, ...received }] : [],
  )
  return {
    ...place,
    sequence: flushed.length > 0 ? sequence : undefined,
    flushed,
    changed: writes.flatMap(({ unitId, state }) => state?.changed.map(({ t0, t1 }) => ({ unitId, t0, t1 })) ?? []),
    heard: writes.flatMap(({ unitId, state }) => (state ? [{ unitId, lastActive: state.lastActive }] : [])),
  }
}

/** Everything had been stored before. */
export const isEmpty = ({ flushed, changed, heard }: Note): boolean =>
  flushed.length + changed.length + heard.length === 0

const column = <T extends object, K extends keyof T>(rows: readonly T[], name: K): T[K][] =>
  rows.map((row) => row[name])
const ids = (rows: readonly { readonly unitId: number }[]) => arrayOf('bigint', column(rows, 'unitId'), putBigint)
const times = (values: readonly number[]) => arrayOf('double', values, putDouble)

const flushedValues = (flushed: readonly Flushed[]): Buffer[] => [
  ids(flushed),
  ...(['t0', 't1', 's0', 's1'] as const).map((name) => times(column(flushed, name))),
]

/** One row of one shard. With this as the first statement, a worker runs the whole flush in the session that asks. */
export const noteStep = ({ part, partition, number, sequence, flushed, changed, heard }: Note): PipelineStep => ({
  text: `
    insert into flush_notes (part, lane, note, n, units, t0, t1, s0, s1, changed_units, changed_t0, changed_t1, heard_units,
      heard_at)
    values ($1, $2, $3, nullif($4, 0), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  values: [
    ...[part, partition, number, sequence ?? 0].map(String),
    ...flushedValues(flushed),
    ids(changed),
    times(column(changed, 't0')),
    times(column(changed, 't1')),
    ids(heard),
    arrayOf('timestamptz', column(heard, 'lastActive'), putTime),
  ],
})

/** Notes of one partition come in their order. Repeating it changes nothing. `heard`: the part of it to write now. */
export async function carry(db: Db, notes: readonly Note[], heard: readonly Heard[]): Promise<void> {
  const steps = changeSteps(joinedChanges(notes))
  if (heard.length > 0) steps.push(heardStep(heard))
  for (const { partition, sequence, flushed } of notes) {
    if (sequence === undefined) continue
    steps.push({
      text: `
        insert into message_flushes (lane, n, units, t0, t1, s0, s1) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict do nothing`,
      values: [String(partition), String(sequence), ...flushedValues(flushed)],
    })
  }
  if (steps.length > 0) await runPipelined(db, steps)
}

export const writeHeardAgain = (db: Db, heard: readonly Heard[]): Promise<void> =>
  runPipelined(db, [heardAgainStep(heard)])

/** As few as possible for each unit. */
const joinedChanges = (notes: readonly Note[]): Change[] =>
  [
    ...Map.groupBy(
      notes.flatMap((note) => note.changed),
      ({ unitId }) => unitId,
    ),
  ].flatMap(([unitId, own]) => joined(own).map(({ t0, t1 }) => ({ unitId, t0, t1 })))

/** If a crash loses the deletion, they are carried again. */
export async function removeNotes(db: Db, places: readonly NotePlace[]): Promise<void> {
  const steps: PipelineStep[] = [{ text: "select set_config('synchronous_commit', 'off', true)", values: [] }]
  const byLane = Map.groupBy(places, ({ part, partition }) => `${part} ${partition}`)
  for (const own of byLane.values()) {
    const { part, partition } = own[0]!
    steps.push({
      text: 'delete from flush_notes where part = $1 and lane = $2 and note = any($3::integer[])',
      values: [String(part), String(partition), `{${own.map(({ number }) => number).join()}}`],
    })
  }
  await runPipelined(db, steps)
}

interface NoteRow {
  readonly part: number
  readonly lane: number
  readonly note: number
  readonly n: number | null
  readonly units: number[]
  readonly t0: number[]
  readonly t1: number[]
  readonly s0: number[]
  readonly s1: number[]
  readonly changedUnits: number[]
  readonly changedT0: number[]
  readonly changedT1: number[]
  readonly heardUnits: number[]
  readonly heardAt: number[]
}

/** Notes that nobody has carried for some time, in the order of their partitions. */
export async function listNotes(db: Db, parts: readonly number[], seconds: number, most: number): Promise<Note[]> {
  return (
    await rowsOf<NoteRow>(db)`
    select part, lane, note, n, units, t0, t1, s0, s1, changed_units, changed_t0, changed_t1, heard_units,
      array(select extract(epoch from one)::float8 from unnest(heard_at) with ordinality as heard (one, at) order by at) as heard_at
    from flush_notes where part = any(${[...parts]}::bigint[]) and stored_at < now() - make_interval(secs => ${seconds})
    order by lane, note limit ${most}`
  ).map((row) => ({
    part: row.part,
    partition: row.lane,
    number: row.note,
    sequence: row.n ?? undefined,
    flushed: row.units.map((unitId, at) => ({
      unitId,
      t0: row.t0[at]!,
      t1: row.t1[at]!,
      s0: row.s0[at]!,
      s1: row.s1[at]!,
    })),
    changed: row.changedUnits.map((unitId, at) => ({ unitId, t0: row.changedT0[at]!, t1: row.changedT1[at]! })),
    heard: row.heardUnits.map((unitId, at) => ({ unitId, lastActive: row.heardAt[at]! })),
  }))
}
