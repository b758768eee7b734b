/** All invoices to clients, with open and overdue amounts above them. */
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ListedClientInvoice } from '../../api/generated.ts'
import { useListed, useOperation } from '../../api/queries.ts'
import { DownloadIcon, InvoicesIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import { Empty } from '../blocks/layout.tsx'
import { Money } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import classes from './invoices.module.css'
import { JournalDialog } from './JournalDialog.tsx'

const { invoices } = words
type Invoice = ListedClientInvoice

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: invoices.filters.state,
    options: Object.entries(invoices.states).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'overdue',
    label: invoices.filters.overdue,
    options: Object.entries(invoices.ages).map(([value, label]) => ({ value, label })),
  },
]

const nameOf = ({ number }: Invoice) => number ?? invoices.draftName
const clientOf = ({ account_title, buyer_name, account_id }: Invoice) =>
  account_title ?? buyer_name ?? (account_id === 0 ? words.times.none : String(account_id))
const day = (value: string | null) => (value === null ? words.times.none : formatCalendarDay(value))

const columns = columnsOf<Invoice>()(invoices.columns, [
  {
    name: 'number',
    width: 'minmax(8rem, 1fr)',
    sort: 'number',
    csv: nameOf,
  },
  {
    name: 'state',
    width: '8rem',
    onPhone: 'badge',
    cell: (invoice) => <InvoiceBadge invoice={invoice} />,
    csv: ({ state }) => invoices.states[state],
  },
  { name: 'client', width: 'minmax(9rem, 1.6fr)', cell: clientOf, csv: clientOf },
  {
    name: 'issued',
    width: '7rem',
    cell: ({ issued_on }) => day(issued_on),
    csv: ({ issued_on }) => issued_on ?? '',
  },
  {
    name: 'due',
    width: '7rem',
    sort: 'due_on',
    cell: ({ due_on }) => day(due_on),
    csv: ({ due_on }) => due_on ?? '',
  },
  {
    name: 'total',
    width: '7rem',
    isNumber: true,
    sort: 'total',
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    csv: ({ total }) => total,
  },
  {
    name: 'open',
    width: '7rem',
    isNumber: true,
    cell: ({ open_amount, currency, state }) =>
      state === 'draft' || open_amount === 0 ? words.times.none : <Money amount={open_amount} currency={currency} />,
    csv: ({ open_amount }) => open_amount,
  },
  { name: 'id', csv: ({ id }) => id },
])

export function InvoicesPage() {
  const may = useMay()
  const view = useListView(filters, '-id')
  const list = useListed('getConsoleClientInvoices', view.params)
  const [isExporting, setExporting] = useState(false)
  const close = () => setExporting(false)
  const create = may('bills') && (
    <Button component="a" href={to('/invoices/new')} leftSection={<PlusIcon />}>
      {invoices.new}
    </Button>
  )
  const views = useMemo(
    () => Object.entries(invoices.states).map(([value, name]) => ({ name, query: `state=${value}` })),
    [],
  )
  const { ids: _, ...asked } = view.countParams as Readonly<Record<string, never>> & { ids?: never }
  return (
    <ListPage
      title={invoices.title}
      things={invoices.things}
      name="invoices"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      addressOf={({ id }) => to('/invoices/:id', { id })}
      views={views}
      actions={
        <>
          <Button variant="default" leftSection={<DownloadIcon />} onClick={() => setExporting(true)}>
            {invoices.journal.button}
          </Button>
          {create}
          <Dialog title={invoices.journal.title} isOpen={isExporting} close={close}>
            <JournalDialog close={close} />
          </Dialog>
        </>
      }
      above={list.items.length > 0 && <Totals params={asked} />}
      empty={
        <Empty icon={<InvoicesIcon />} title={invoices.empty.title} action={create}>
          {invoices.empty.text}
        </Empty>
      }
    />
  )
}

function Totals({ params }: { params: object }) {
  const totals = useOperation('getConsoleClientInvoicesTotals', params)
  return (
    <div className={classes.totals}>
      {(totals.data ?? []).map(({ currency, ...sums }) => (
        <dl key={currency}>
          {(['total', 'paid', 'open', 'overdue'] as const).map((name) => (
            <div key={name} className={name === 'overdue' && sums.overdue > 0 ? classes.late : undefined}>
              <dt>{invoices.totals[name]}</dt>
              <dd>
                <Money amount={sums[name]} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  )
}
