/** Deleted units, which can be restored for thirty days. */
import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { DeletedUnit } from '../../api/generated.ts'
import { useListed } from '../../api/queries.ts'
import { TrashIcon, UndoIcon } from '../../shared/content/Icons.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { confirm } from '../blocks/confirm.tsx'
import { Empty } from '../blocks/layout.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import { useClientTitles } from './use-client-titles.ts'

const { bin, bulk, columns: titles, page } = words.units
const noFilters: readonly Filter[] = []
const nameOf = ({ name }: DeletedUnit) => name
const daySeconds = 86_400
const daysLeft = ({ ends_at }: DeletedUnit) => Math.max(1, Math.ceil((ends_at - Date.now() / 1000) / daySeconds))
const whoDeleted = ({ deleted_by: { kind, name } }: DeletedUnit) =>
  kind === 'token' ? bin.byToken(name) : (name ?? bin.former)

const restoreMany = (units: readonly DeletedUnit[]) =>
  runBulk({
    ...{ title: bin.restoring, items: units, nameOf },
    act: ({ id }) => call('postConsoleDeletedUnitsByIdRestore', { id }),
  })

async function removeMany(units: readonly DeletedUnit[]): Promise<boolean> {
  const isYes = await confirm({
    title: bin.removeTitle(units.length),
    text: bin.removeText,
    effect: [[units.length, bulk.deleted]],
    canBeUndone: false,
    act: bin.remove,
  })
  if (!isYes) return false
  await runBulk({
    ...{ title: bulk.deleting, items: units, nameOf },
    act: ({ id }) => call('deleteConsoleDeletedUnitsById', { id }),
  })
  return true
}

export function DeletedUnitsPage() {
  const may = useMay()
  const view = useListView(noFilters, '-deleted_at')
  const list = useListed('getConsoleDeletedUnits', view.params)
  const clients = useClientTitles(list.items)
  const columns = useMemo(
    () =>
      columnsOf<DeletedUnit>()(titles, [
        {
          name: 'name',
          width: 'minmax(8rem, 2fr)',
          sort: 'name',
          csv: nameOf,
        },
        {
          name: 'left',
          title: bin.columns.left,
          width: '6.5rem',
          onPhone: 'badge',
          cell: (unit) => page.days(daysLeft(unit)),
          csv: daysLeft,
        },
        {
          name: 'deleted',
          title: bin.columns.deleted,
          width: '8rem',
          sort: 'deleted_at',
          cell: (unit) => <Time at={unit.deleted_at} />,
          csv: (unit) => new Date(unit.deleted_at * 1000).toISOString(),
        },
        {
          name: 'by',
          title: bin.columns.by,
          width: 'minmax(7rem, 1.4fr)',
          csv: whoDeleted,
        },
        {
          name: 'client',
          width: 'minmax(7rem, 1.4fr)',
          cell: (unit) => clients.get(unit.account_id) ?? '',
          csv: (unit) => clients.get(unit.account_id) ?? unit.account_id,
        },
        { name: 'ident', width: '9.5rem', csv: (unit) => unit.ident },
      ]),
    [clients],
  )
  return (
    <ListPage
      title={bin.title}
      things={bin.things}
      name="deleted-units"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      loadAll={(loaded) => loadAll('getConsoleDeletedUnits', view.params, loaded)}
      bulk={
        may('units')
          ? [
              { title: bin.restore, icon: <UndoIcon />, run: restoreMany },
              { title: bin.remove, icon: <TrashIcon />, isDangerous: true, run: removeMany },
            ]
          : []
      }
      actions={
        <Button variant="default" component="a" href={to('/units')}>
          {page.back}
        </Button>
      }
      above={
        may('units') &&
        list.items.length > 0 && (
          <Text size="sm" c="dimmed">
            {bin.hint}
          </Text>
        )
      }
      empty={
        <Empty icon={<TrashIcon />} title={bin.empty.title} action={<a href={to('/units')}>{page.back}</a>}>
          {bin.empty.text}
        </Empty>
      }
    />
  )
}
