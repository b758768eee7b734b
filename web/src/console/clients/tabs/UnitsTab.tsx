import { Anchor, Button } from '@mantine/core'
import { useListed } from '../../../api/queries.ts'
import { PlusIcon, UnitsIcon } from '../../../shared/content/Icons.tsx'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { Aside, Empty } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import { type Column, ListRows } from '../../list/ListRows.tsx'
import { useMay } from '../../session.ts'
import type { ClientProps } from '../client.ts'
import classes from './UnitsTab.module.css'

const { units } = words.clients

interface ShownUnit {
  readonly id: number
  readonly name: string
  readonly ident: string
  readonly last_active: number | null
}

const columns: readonly Column<ShownUnit>[] = [
  { name: 'name', title: units.name, width: 'minmax(10rem, 2fr)', cell: (unit) => unit.name },
  { name: 'ident', title: units.ident, width: 'minmax(10rem, 1fr)', cell: (unit) => unit.ident },
  {
    name: 'seen',
    title: units.seen,
    width: '10rem',
    cell: (unit) => <Time at={unit.last_active} none={units.never} />,
  },
]

export function UnitsTab({ account }: ClientProps) {
  const may = useMay()
  const list = useListed('getUnits', {
    account_ids: String(account.id),
    fields: 'id,name,ident,last_active',
    sort: 'name',
  })
  const add = may('units') && (
    <Button
      component="a"
      href={to('/units/new', {}, { account_id: account.id })}
      variant="default"
      size="xs"
      leftSection={<PlusIcon />}
    >
      {units.add}
    </Button>
  )
  if (list.error) return <Failure error={list.error} retry={list.reload} />
  if (!list.isLoading && list.items.length === 0) {
    return (
      <Empty icon={<UnitsIcon />} title={units.emptyTitle} action={add}>
        {units.emptyText}
      </Empty>
    )
  }
  return (
    <Panel
      aside={
        <Aside>
          <Anchor href={to('/units', {}, { account_ids: account.id })} size="sm">
            {units.all}
          </Anchor>
          {add}
        </Aside>
      }
      title={words.clients.tabs.units}
    >
      <div className={classes.rows}>
        <ListRows
          label={words.clients.tabs.units}
          list={list}
          columns={columns}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          addressOf={({ id }) => to('/units/:id', { id })}
          sort={undefined}
          sortBy={() => {}}
        />
      </div>
    </Panel>
  )
}
