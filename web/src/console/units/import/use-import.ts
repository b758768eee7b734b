/** The state of one import, from the columns to the units, and its requests. */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/queries.ts'
import { sentenceOf } from '../../../shared/api.ts'
import { words } from '../../../shared/texts/console.ts'
import type { OwnField } from '../../../shared/units/own-field.ts'
import { runBulk } from '../../blocks/bulk.tsx'
import { confirm } from '../../blocks/confirm.tsx'
import { findClients } from './clients.ts'
import {
  bodyOf,
  type Client,
  type ColumnName,
  chunksOf,
  type FoundClient,
  faultsOf,
  guessMapping,
  type Mapping,
  namedColumns,
  type Row,
  toRows,
} from './rows.ts'

const texts = words.units.import
const checkedAtOnce = 1000
const madeAtOnce = 100

interface Made {
  readonly id: number
  readonly row: Row
}

export function useImport(table: readonly (readonly string[])[], own: readonly OwnField[]) {
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table[0] ?? [], own))
  const [client, setClient] = useState<Client>()
  const [app, setApp] = useState('')
  const [checksDigits, setChecksDigits] = useState(true)
  const [hwId, setHwId] = useState<number | null>(null)
  const [stage, setStage] = useState<'mapping' | 'checked'>('mapping')
  const [rows, setRows] = useState<readonly Row[]>([])
  const [clients, setClients] = useState<ReadonlyMap<string, FoundClient>>(new Map())
  const [progress, setProgress] = useState<{ title: string; done: number; all: number }>()
  const [made, setMade] = useState<readonly Made[]>([])
  const [error, setError] = useState<string>()

  /** Checks each row again; with `isDryRun` false it creates units from the good rows and removes them from the list. */
  const send = async (all: readonly Row[], isDryRun: boolean): Promise<void> => {
    setError(undefined)
    const title = isDryRun ? texts.checking : texts.importing
    const tell = (done: number) => setProgress({ title, done, all: all.length })
    tell(0)
    const judged = new Map<number, Row>()
    const fresh: Made[] = []
    try {
      const known = await findClients(all, clients)
      setClients(known)
      const bodies = all.flatMap((row) => {
        const one = bodyOf(row, { client, app, hwId }, known, own)
        if ('body' in one) return [{ row, body: one.body }]
        judged.set(row.number, { ...row, faults: one.faults, isGood: false })
        return []
      })
      for (const chunk of chunksOf(bodies, isDryRun ? checkedAtOnce : madeAtOnce)) {
        const answer = await call('postUnitsImport', undefined, {
          dry_run: isDryRun,
          check_digits: checksDigits,
          rows: chunk.map(({ body }) => body),
        })
        for (const one of answer.rows) {
          const { row } = chunk[one.row]!
          if (one.ok && one.id !== undefined) fresh.push({ id: one.id, row })
          judged.set(
            row.number,
            one.ok ? { ...row, faults: undefined, isGood: true } : { ...row, faults: faultsOf(one), isGood: false },
          )
        }
        tell(judged.size)
      }
    } catch (failure) {
      setError(sentenceOf(failure))
    }
    const gone = new Set(fresh.map(({ row }) => row.number))
    setRows((before) => before.flatMap((row) => (gone.has(row.number) ? [] : [judged.get(row.number) ?? row])))
    setMade((before) => [...before, ...fresh])
    setProgress(undefined)
    if (!isDryRun) await queryClient.invalidateQueries()
  }

  return {
    table,
    columns: namedColumns(own),
    mapping,
    client,
    app,
    hwId,
    stage,
    rows,
    progress,
    made,
    error,
    setColumn: (field: ColumnName, column: number) => setMapping({ ...mapping, [field]: column }),
    setClient,
    setApp,
    checksDigits,
    setChecksDigits,
    setHwId,
    backToColumns: () => setStage('mapping'),
    /** With the current columns. */
    async start() {
      const fresh = toRows(table, mapping)
      setRows(fresh)
      await send(fresh, true)
      setStage('checked')
    },
    check: () => send(rows, true),
    run: () =>
      send(
        rows.filter(({ isGood }) => isGood),
        false,
      ),
    changeCell: (number: number, field: ColumnName, text: string) =>
      setRows((before) =>
        before.map((row) => (row.number === number ? { ...row, cells: { ...row.cells, [field]: text } } : row)),
      ),
    leaveOut: (number: number) => setRows((before) => before.filter((row) => row.number !== number)),
    async undo() {
      const isYes = await confirm({
        title: texts.undoTitle(made.length),
        text: texts.undoText,
        effect: [[made.length, words.units.bulk.deleted]],
        canBeUndone: false,
        act: texts.undo,
      })
      if (!isYes) return
      const gone = new Set<number>()
      await runBulk({
        title: texts.undoing,
        items: made,
        nameOf: ({ row }) => row.cells.name || row.cells.ident,
        act: async ({ id }) => {
          await call('deleteUnitsById', { id })
          gone.add(id)
        },
      })
      // After undo, the import can be repeated.
      const back = made.filter(({ id }) => gone.has(id)).map(({ row }) => ({ ...row, faults: undefined, isGood: true }))
      setRows((before) => [...before, ...back].sort((a, b) => a.number - b.number))
      setMade((before) => before.filter(({ id }) => !gone.has(id)))
    },
  }
}

export type ImportWork = ReturnType<typeof useImport>
