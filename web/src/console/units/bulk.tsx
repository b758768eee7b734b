/** Actions on many units at once, each with a preview of its effect. */
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Unit } from '../../api/generated.ts'
import { ArrowIcon, CalendarIcon, EditIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { SmallTable } from '../blocks/layout.tsx'
import type { BulkAct } from '../list/ListPage.tsx'
import { useMay } from '../session.ts'
import { useMoving } from './MoveUnits.tsx'
import { useRenewing } from './terms/RenewUnits.tsx'
import classes from './units.module.css'

const { bulk, bin, move: moveTexts } = words.units
const nameOf = ({ name }: Unit) => name

async function deleteMany(units: readonly Unit[]): Promise<boolean> {
  const isYes = await confirm({
    title: bulk.deleteTitle(units.length),
    text: bulk.deleteText,
    effect: [
      [units.length, bulk.deleted],
      [units.filter((unit) => unit.last_active !== null).length, bulk.connected],
    ],
    canBeUndone: true,
    undoText: bin.undo,
    act: bulk.delete,
  })
  if (!isYes) return false
  await runBulk({
    ...{ title: bulk.deleting, items: units, nameOf },
    act: ({ id }) => call('deleteUnitsById', { id }),
    undo: ({ id }) => call('postConsoleDeletedUnitsByIdRestore', { id }),
  })
  return true
}

interface Asked {
  readonly units: readonly Unit[]
  answer(isDone: boolean): void
}

export function useBulkActions(): { readonly bulk: readonly BulkAct<Unit>[]; readonly dialog: ReactNode } {
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const { renew, dialog: renewing } = useRenewing()
  const { move, dialog: moving } = useMoving()
  const edit = (units: readonly Unit[]) =>
    new Promise<boolean>((resolve) =>
      setAsked({
        units,
        answer: (isDone) => {
          setAsked(undefined)
          resolve(isDone)
        },
      }),
    )
  return {
    bulk: [
      ...(may('bills') ? [{ title: words.units.terms.renew.act, icon: <CalendarIcon />, run: renew }] : []),
      ...(may('units')
        ? [
            { title: bulk.edit, icon: <EditIcon />, run: edit },
            {
              title: moveTexts.act,
              icon: <ArrowIcon />,
              run: async (units: readonly Unit[]) => (await move(units)) !== undefined,
            },
            { title: bulk.delete, icon: <TrashIcon />, isDangerous: true, run: deleteMany },
          ]
        : []),
    ],
    dialog: (
      <>
        {renewing}
        {moving}
        <Dialog title={bulk.editTitle} isOpen={asked !== undefined} close={() => asked?.answer(false)} isWide>
          {asked && <DescriptionForm {...asked} />}
        </Dialog>
      </>
    ),
  }
}

const previewMax = 6

function DescriptionForm({ units, answer }: Asked) {
  const set = (unit: Unit, description: string) => call('patchUnitsById', { id: unit.id }, { description })
  const form = useForm({
    start: { description: '' },
    send: async ({ description }) => {
      answer(true)
      await runBulk({
        title: bulk.changing,
        items: units,
        nameOf,
        act: (unit) => set(unit, description),
        undo: (unit) => set(unit, unit.description),
      })
    },
  })
  const shown = (text: string) => text || <span className={classes.quiet}>{bulk.empty}</span>
  return (
    <Form form={form} act={bulk.act(units.length)} cancel={() => answer(false)}>
      <TextField form={form} name="description" label={bulk.description} maxLength={100} isFirst />
      <SmallTable label={bulk.preview} head={[words.units.columns.name, bulk.before, bulk.after]}>
        {units.slice(0, previewMax).map((unit) => (
          <tr key={unit.id}>
            <td>{unit.name}</td>
            <td>{shown(unit.description)}</td>
            <td>{shown(form.values.description)}</td>
          </tr>
        ))}
      </SmallTable>
      {units.length > previewMax && <p className={classes.line}>{bulk.more(units.length - previewMax)}</p>}
    </Form>
  )
}
