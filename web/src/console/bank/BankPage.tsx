/** Payments from bank statements: what arrived, what it seems to pay, and accepting many at once. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { BankLine, BankLineProposal } from '../../api/generated.ts'
import { useListed } from '../../api/queries.ts'
import { BankIcon, DoneIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { confirm } from '../blocks/confirm.tsx'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Money } from '../blocks/values.tsx'
import { type BulkAct, ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import { useMay } from '../session.ts'
import { confidenceTones, isLikely, matchOf, paysText, stateTones } from './line.ts'

const { bank } = words

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: bank.filters.state,
    options: Object.entries(bank.states).map(([value, label]) => ({ value, label })),
  },
]

const nameOf = ({ payer }: BankLine) => payer ?? bank.unknownPayer

function Standing({ state, proposals: [best] }: BankLine) {
  if (state === 'open' && best) {
    return <StateBadge tone={confidenceTones[best.confidence]}>{bank.confidences[best.confidence]}</StateBadge>
  }
  return <StateBadge tone={stateTones[state]}>{bank.states[state]}</StateBadge>
}

const columns = columnsOf<BankLine>()(bank.columns, [
  { name: 'payer', width: 'minmax(9rem, 1.2fr)', cell: nameOf, csv: nameOf },
  {
    name: 'state',
    width: '7.5rem',
    onPhone: 'badge',
    cell: (line) => <Standing {...line} />,
    csv: ({ state }) => bank.states[state],
  },
  {
    name: 'booked',
    width: '7rem',
    sort: 'booked_on',
    cell: ({ booked_on }) => formatCalendarDay(booked_on),
    csv: ({ booked_on }) => booked_on,
  },
  {
    name: 'text',
    width: 'minmax(9rem, 1.5fr)',
    onPhone: 'hidden',
    csv: ({ text }) => text,
  },
  { name: 'match', width: 'minmax(9rem, 1.5fr)', cell: paysText, csv: paysText },
  {
    name: 'amount',
    width: '7rem',
    isNumber: true,
    sort: 'amount',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    csv: ({ amount }) => amount,
  },
  { name: 'iban', csv: ({ iban }) => iban },
])

async function acceptAll(lines: readonly BankLine[]): Promise<boolean> {
  const likely = lines.filter(isLikely)
  if (likely.length === 0) {
    toast(bank.bulk.noneLikely, { tone: 'quiet' })
    return false
  }
  const left = lines.length - likely.length
  const isYes = await confirm({
    title: bank.bulk.acceptTitle(likely.length),
    effect: [[likely.length, bank.bulk.accepted]],
    canBeUndone: true,
    ...(left > 0 && { undoText: `${words.confirm.undoable} ${bank.bulk.left(left)}` }),
    act: bank.bulk.accept,
  })
  if (!isYes) return false
  await runBulk({
    title: bank.bulk.accepting,
    items: likely,
    nameOf,
    act: ({ id, proposals }) =>
      call('postConsoleBankLinesMatch', undefined, { matches: [matchOf(id, proposals[0] as BankLineProposal)] }),
    undo: ({ id }) => call('deleteConsoleBankLinesByIdMatch', { id }),
  })
  return true
}

async function ignoreAll(lines: readonly BankLine[]): Promise<boolean> {
  const open = lines.filter(({ state }) => state === 'open')
  if (open.length === 0) {
    toast(bank.bulk.noneOpen, { tone: 'quiet' })
    return false
  }
  const set =
    (is_ignored: boolean) =>
    ({ id }: BankLine) =>
      call('putConsoleBankLinesByIdIgnored', { id }, { is_ignored })
  await runBulk({ title: bank.bulk.ignoring, items: open, nameOf, act: set(true), undo: set(false) })
  return true
}

const bulk: readonly BulkAct<BankLine>[] = [
  { title: bank.bulk.ignore, run: ignoreAll },
  { title: bank.bulk.accept, icon: <DoneIcon />, run: acceptAll },
]

export function BankPage() {
  const may = useMay()
  const view = useListView(filters, '-booked_on')
  const list = useListed('getConsoleBankLines', view.params)
  const add = may('bills') && (
    <Button component="a" href={to('/bank/new')} leftSection={<PlusIcon />}>
      {bank.new}
    </Button>
  )
  const views = useMemo(
    () => Object.entries(bank.states).map(([value, name]) => ({ name, query: `state=${value}` })),
    [],
  )
  return (
    <ListPage
      title={bank.title}
      things={bank.things}
      name="bank"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      addressOf={({ id }) => to('/bank/:id', { id })}
      views={views}
      actions={add}
      bulk={may('bills') ? bulk : []}
      empty={
        <Empty icon={<BankIcon />} title={bank.empty.title} action={add}>
          {bank.empty.text}
        </Empty>
      }
    />
  )
}
