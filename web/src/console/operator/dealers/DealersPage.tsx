import { Button } from '@mantine/core'
import type { OperatorDealer } from '../../../api/generated.ts'
import { useListed } from '../../../api/queries.ts'
import { CompanyIcon, PlusIcon } from '../../../shared/content/Icons.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Empty } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { type Column, columnsOf } from '../../list/ListRows.tsx'
import { loadAll } from '../../list/load-all.ts'
import { type Filter, useListView } from '../../list/view.ts'
import { DealerStateBadge } from './DealerState.tsx'
import { stateOf } from './dealer.ts'

const { dealers } = operator
const { columns: titles, filters: labels } = dealers

const filters: readonly Filter[] = [
  {
    name: 'verified',
    label: labels.verified,
    options: [
      { value: 'true', label: labels.verifiedYes },
      { value: 'false', label: labels.verifiedNo },
    ],
  },
  {
    name: 'suspended',
    label: labels.suspended,
    options: [
      { value: 'true', label: labels.suspendedYes },
      { value: 'false', label: labels.suspendedNo },
    ],
  },
]

const count = (name: 'accounts' | 'units' | 'people'): Column<OperatorDealer> => ({
  name,
  title: titles[name],
  width: '6rem',
  isNumber: true,
  cell: (dealer) => dealer[name].toLocaleString(locale),
  csv: (dealer) => dealer[name],
})

const columns = columnsOf<OperatorDealer>()(titles, [
  {
    name: 'name',
    width: 'minmax(10rem, 2fr)',
    sort: 'name',
    csv: ({ name }) => name,
  },
  {
    name: 'state',
    width: '10rem',
    onPhone: 'badge',
    cell: (dealer) => <DealerStateBadge dealer={dealer} />,
    csv: (dealer) => dealers.states[stateOf(dealer)],
  },
  {
    name: 'dialect',
    width: '7rem',
    cell: ({ dialect }) => dealers.dialects[dialect],
    csv: ({ dialect }) => dialect,
  },
  {
    name: 'created',
    width: '8rem',
    sort: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} as="day" />,
    csv: ({ created_at }) => new Date(created_at * 1000).toISOString().slice(0, 10),
  },
  count('accounts'),
  count('units'),
  count('people'),
  { name: 'id', csv: ({ id }) => id },
])

export function DealersPage() {
  const view = useListView(filters, 'name')
  const list = useListed('getOperatorDealers', view.params)
  const create = (
    <Button component="a" href={to('/dealers/new')} leftSection={<PlusIcon />}>
      {dealers.new}
    </Button>
  )
  return (
    <ListPage
      title={dealers.title}
      things={dealers.things}
      name="dealers"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      addressOf={({ id }) => to('/dealers/:id', { id })}
      loadAll={(loaded) => loadAll('getOperatorDealers', view.params, loaded)}
      views={[
        { name: dealers.views.waiting, query: 'verified=false' },
        { name: dealers.views.suspended, query: 'suspended=true' },
        { name: dealers.views.newest, query: 'sort=-created_at' },
      ]}
      actions={create}
      empty={
        <Empty icon={<CompanyIcon />} title={dealers.empty.title} action={create}>
          {dealers.empty.text}
        </Empty>
      }
    />
  )
}
