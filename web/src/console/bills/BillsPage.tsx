/** The bills of a month. */
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Bill } from '../../api/generated.ts'
import { type Listed, useOperation } from '../../api/queries.ts'
import { BillsIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { formatMonth } from '../../shared/format/times.ts'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { Money, Time } from '../blocks/values.tsx'
import { fleetApp } from '../clients/applications.ts'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import classes from './BillsPage.module.css'
import { agesOf, lastMonths, monthOf, toneOf } from './bill.ts'
import { useCurrency } from './use-currency.ts'

const { bills } = words
const states: Readonly<Record<string, string>> = bills.states
const monthsBack = 24
/** As many ids as fit into an address. */
const clientsMax = 800

export function BillsPage() {
  const may = useMay()
  const [now] = useState(() => new Date())
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        name: 'month',
        label: bills.filters.month,
        options: lastMonths(now, monthsBack).map(({ name, from }) => ({ value: name, label: formatMonth(from) })),
      },
      {
        name: 'state',
        label: bills.filters.state,
        options: Object.entries(bills.states).map(([value, label]) => ({ value, label })),
      },
    ],
    [now],
  )
  const view = useListView(filters)
  const chosen = (name: string) => view.active.find((one) => one.name === name)?.value
  const { from, to: until } = monthOf(chosen('month') ?? lastMonths(now, 1)[0]!.name)
  const query = useOperation('getBillingCardpayPayments', { app_id: fleetApp, from, to: until })
  const all = useMemo(
    () => Object.values(query.data ?? {}).toSorted((one, other) => other.created - one.created),
    [query.data],
  )
  const titles = useTitles(all)
  const state = chosen('state')
  const wanted = view.q.toLocaleLowerCase(locale)
  const items = all.filter(
    (bill) =>
      (state === undefined || bill.status === state) &&
      // The API has no search here, and the bills of the month are loaded anyway.
      [bill.metadata.name, titles.get(bill.account_id) ?? '', String(bill.account_id)].some((name) =>
        name.toLocaleLowerCase(locale).includes(wanted),
      ),
  )
  const list: Listed<Bill> = {
    items,
    isLoading: query.isPending,
    isStale: false,
    error: query.error,
    hasMore: false,
    isLoadingMore: false,
    more: () => {},
    reload: () => void query.refetch(),
  }
  const columns = useMemo(() => {
    const titleOf = ({ account_id }: Bill) => titles.get(account_id) ?? String(account_id)
    return columnsOf<Bill>()(bills.columns, [
      { name: 'name', width: 'minmax(12rem, 2fr)', csv: ({ metadata }) => metadata.name },
      {
        name: 'state',
        width: '9rem',
        onPhone: 'badge',
        cell: ({ status }) => <StateBadge tone={toneOf[status] ?? 'quiet'}>{states[status] ?? status}</StateBadge>,
        csv: ({ status }) => states[status] ?? status,
      },
      { name: 'client', width: 'minmax(9rem, 1.4fr)', csv: titleOf },
      {
        name: 'amount',
        width: '9rem',
        isNumber: true,
        cell: (bill) => <Amount bill={bill} />,
        csv: ({ amount_total }) => amount_total,
      },
      {
        name: 'created',
        width: '8rem',
        cell: ({ created }) => <Time at={created} as="day" />,
        csv: ({ created }) => new Date(created * 1000).toISOString(),
      },
      { name: 'id', csv: ({ id }) => id },
    ])
  }, [titles])
  const create = may('bills') && (
    <Button component="a" href={to('/bills/new')} leftSection={<PlusIcon />}>
      {bills.new}
    </Button>
  )
  return (
    <ListPage
      title={bills.title}
      things={bills.things}
      name="bills"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ metadata }) => metadata.name}
      addressOf={({ id, account_id }) => to('/bills/:id', { id }, { account_id })}
      views={Object.entries(bills.states).map(([value, name]) => ({ name, query: `state=${value}` }))}
      actions={create}
      above={all.length > 0 && <Ages bills={all} now={now.getTime() / 1000} />}
      empty={
        <Empty icon={<BillsIcon />} title={bills.empty.title} action={create}>
          {bills.empty.text}
        </Empty>
      }
    />
  )
}

function useTitles(all: readonly Bill[]): ReadonlyMap<number, string> {
  const ids = [...new Set(all.map(({ account_id }) => account_id))].slice(0, clientsMax)
  const { data } = useOperation(
    'getAccounts',
    { ids: ids.join(','), fields: 'id,title' },
    { isEnabled: ids.length > 0 },
  )
  return useMemo(() => new Map((data ?? []).map(({ id, title }) => [id, title])), [data])
}

/** Only visible rows are rendered, so only their currencies are requested. */
function Amount({ bill }: { bill: Bill }) {
  const currency = useCurrency(bill)
  return currency ? <Money amount={bill.amount_total} currency={currency} /> : words.times.none
}

function Ages({ bills: all, now }: { bills: readonly Bill[]; now: number }) {
  const ages = agesOf(all, now)
  const count = ages.day + ages.week + ages.older
  if (count === 0) return null
  return (
    <p className={classes.ages}>
      <strong>{bills.unpaid(count)}</strong>
      {(['day', 'week', 'older'] as const).map((age) => (
        <span key={age}>
          {ages[age].toLocaleString(locale)} {bills.ages[age]}
        </span>
      ))}
    </p>
  )
}
