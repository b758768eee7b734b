/** Every model and protocol of this installation, and how many units use them. */
import { Anchor } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { OperatorCatalogue } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { CatalogueIcon } from '../../../shared/content/Icons.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Empty, TabLinks } from '../../blocks/layout.tsx'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { type Column, columnsOf } from '../../list/ListRows.tsx'
import { type Filter, useListView } from '../../list/view.ts'
import type { PageProps } from '../../page.ts'
import { useWholeList, type WholeList } from '../whole-list.ts'

const { catalogue } = operator
const { columns: titles } = catalogue
const number = (value: number) => value.toLocaleString(locale)

type Model = OperatorCatalogue['models'][number]
type Protocol = OperatorCatalogue['protocols'][number]

export function CataloguePage({ params }: PageProps) {
  const query = useOperation('getOperatorCatalogue', undefined)
  const tab = params.tab === 'protocols' ? 'protocols' : 'models'
  const { data } = query
  const tabs = (
    <TabLinks
      label={catalogue.title}
      current={tab}
      tabs={[
        {
          name: 'models',
          title: catalogue.models,
          address: to('/catalogue'),
          ...(data && { count: data.models.length }),
        },
        {
          name: 'protocols',
          title: catalogue.protocols,
          address: to('/catalogue/:tab', { tab: 'protocols' }),
          ...(data && { count: data.protocols.length }),
        },
      ]}
    />
  )
  const only = <T,>(items: T | undefined) => ({ ...query, data: items }) as UseQueryResult<T>
  return tab === 'models' ? (
    <Models query={only(data?.models)} tabs={tabs} />
  ) : (
    <Protocols query={only(data?.protocols)} tabs={tabs} />
  )
}

interface ListProps<Item> {
  readonly query: UseQueryResult<readonly Item[]>
  readonly tabs: ReactNode
}

const empty = (
  <Empty icon={<CatalogueIcon />} title={catalogue.empty.title}>
    {catalogue.empty.text}
  </Empty>
)
const used: Filter = {
  name: 'used',
  label: catalogue.used,
  options: [{ value: 'yes', label: catalogue.usedYes }],
}
const units = <Item extends { readonly units: number }>(): Column<Item> => ({
  name: 'units',
  title: titles.units,
  width: '7rem',
  sort: 'units',
  isNumber: true,
  cell: (item) => number(item.units),
  csv: (item) => item.units,
})

const modelColumns = columnsOf<Model>()(titles, [
  {
    name: 'title',
    title: titles.model,
    width: 'minmax(10rem, 2fr)',
    sort: 'title',
    csv: ({ title }) => title,
  },
  {
    name: 'maker',
    width: 'minmax(8rem, 1fr)',
    sort: 'manufacturer',
    csv: ({ manufacturer }) => manufacturer,
  },
  {
    name: 'protocol',
    width: 'minmax(8rem, 1fr)',
    sort: 'protocol',
    cell: ({ protocol }) => (
      <Anchor inherit href={to('/catalogue/:tab', { tab: 'protocols' }, { q: protocol })}>
        {protocol}
      </Anchor>
    ),
    csv: ({ protocol }) => protocol,
  },
  units<Model>(),
  {
    name: 'id',
    width: '6rem',
    sort: 'id',
    isNumber: true,
    csv: ({ id }) => id,
  },
])

const wholeModels: WholeList<Model> = {
  textOf: ({ title, manufacturer, protocol, id }) => `${title} ${manufacturer} ${protocol} ${id}`,
  sorts: {
    title: ({ title }) => title,
    manufacturer: ({ manufacturer }) => manufacturer,
    protocol: ({ protocol }) => protocol,
    units: (model) => model.units,
    id: ({ id }) => id,
  },
  filters: {
    manufacturer: ({ manufacturer }, value) => manufacturer === value,
    used: (model) => model.units > 0,
  },
}

function Models({ query, tabs }: ListProps<Model>) {
  const { data } = query
  const filters = useMemo<readonly Filter[]>(() => {
    const makers = [...new Set((data ?? []).map(({ manufacturer }) => manufacturer))].toSorted()
    return [
      { name: 'manufacturer', label: titles.maker, options: makers.map((name) => ({ value: name, label: name })) },
      used,
    ]
  }, [data])
  const view = useListView(filters, 'title')
  const list = useWholeList(query, view, wholeModels)
  return (
    <ListPage
      title={catalogue.title}
      things={catalogue.modelThings}
      name="catalogue"
      view={view}
      list={list}
      total={list.items.length}
      columns={modelColumns}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      tabs={tabs}
      empty={empty}
    />
  )
}

const protocolColumns = columnsOf<Protocol>()(titles, [
  {
    name: 'name',
    width: 'minmax(9rem, 2fr)',
    sort: 'name',
    csv: ({ name }) => name,
  },
  {
    name: 'state',
    width: '9rem',
    onPhone: 'badge',
    cell: ({ spoken }) => (
      <StateBadge tone={spoken ? 'good' : 'quiet'}>{spoken ? catalogue.spoken : catalogue.notSpoken}</StateBadge>
    ),
    csv: ({ spoken }) => spoken,
  },
  {
    name: 'transport',
    width: 'minmax(7rem, 1fr)',
    cell: ({ transport }) => catalogue.transports[transport] ?? transport,
    csv: ({ transport }) => transport,
  },
  {
    name: 'port',
    width: '6rem',
    sort: 'port',
    isNumber: true,
    cell: ({ port }) => `+${port}`,
    csv: ({ port }) => port,
  },
  {
    name: 'models',
    width: '6rem',
    sort: 'models',
    isNumber: true,
    cell: (protocol) => number(protocol.models),
    csv: (protocol) => protocol.models,
  },
  units<Protocol>(),
])

const wholeProtocols: WholeList<Protocol> = {
  textOf: ({ name }) => name,
  sorts: {
    name: ({ name }) => name,
    port: ({ port }) => port,
    models: (protocol) => protocol.models,
    units: (protocol) => protocol.units,
  },
  filters: {
    spoken: ({ spoken }, value) => String(spoken) === value,
    used: (protocol) => protocol.units > 0,
  },
}
const protocolFilters: readonly Filter[] = [
  {
    name: 'spoken',
    label: titles.state,
    options: [
      { value: 'true', label: catalogue.spoken },
      { value: 'false', label: catalogue.notSpoken },
    ],
  },
  used,
]

function Protocols({ query, tabs }: ListProps<Protocol>) {
  const view = useListView(protocolFilters, 'name')
  const list = useWholeList(query, view, wholeProtocols)
  return (
    <ListPage
      title={catalogue.title}
      things={catalogue.protocolThings}
      name="protocols"
      view={view}
      list={list}
      total={list.items.length}
      columns={protocolColumns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      addressOf={({ name }) => to('/catalogue', {}, { q: name })}
      tabs={tabs}
      empty={empty}
    />
  )
}
