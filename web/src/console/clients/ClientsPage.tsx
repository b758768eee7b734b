import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { Account } from '../../api/generated.ts'
import { useCount, useListed } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { ClientsIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Empty } from '../blocks/layout.tsx'
import { Time, Usage } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import { useDealer, useMay } from '../session.ts'
import { appsOf } from './applications.ts'
import { useBulkActions } from './bulk.tsx'
import { ClientStateBadge } from './ClientState.tsx'
import { planIdOf, stateOf } from './client.ts'
import { usePlans } from './use-plans.ts'
import { useUsage } from './use-usage.ts'

const { clients } = words

const stateParams: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  active: { ack_active: true, blocked: false },
  inactive: { ack_active: false },
  blocked: { blocked: true },
  notice: { payment: 'notice' },
  overdue: { payment: 'overdue' },
  blocked_soon: { payment: 'blocked_soon' },
}

export function ClientsPage() {
  const { dialect } = useDealer()
  const may = useMay()
  const { plans, byId } = usePlans()
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        name: 'state',
        label: clients.filters.state,
        options: Object.entries(clients.filters.states).map(([value, label]) => ({ value, label })),
        params: (value) => stateParams[value] ?? {},
      },
      {
        name: 'tariff_plan_ids',
        label: clients.filters.plan,
        options: plans.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        name: 'app_id',
        label: clients.filters.application,
        options: appsOf(dialect).map(({ id }) => ({ value: id, label: applicationTitle(id) })),
      },
      {
        name: 'is_attached',
        label: clients.filters.attached,
        options: [
          { value: 'true', label: clients.filters.attachedYes },
          { value: 'false', label: clients.filters.attachedNo },
        ],
      },
    ],
    [dialect, plans],
  )
  const view = useListView(filters, 'title')
  const list = useListed('getAccounts', view.params)
  const total = useCount('getAccountsCount', view.countParams, () => call('getAccountsCount', view.countParams))
  const usage = useUsage(useMemo(() => list.items.map(({ id }) => id), [list.items]))
  const columns = useMemo(() => {
    const planOf = (account: Account) => byId.get(planIdOf(account) ?? '')
    return columnsOf<Account>()(clients.columns, [
      {
        name: 'title',
        width: 'minmax(9rem, 1.6fr)',
        sort: 'title',
        csv: (account) => account.title,
      },
      {
        name: 'state',
        width: '10.25rem',
        onPhone: 'badge',
        cell: (account) => <ClientStateBadge account={account} plan={planOf(account)} />,
        csv: (account) => clients.states[stateOf(account, planOf(account), Date.now() / 1000)],
      },
      {
        name: 'application',
        width: 'minmax(6rem, 1.2fr)',
        csv: (account) => account.reg_apps.map(applicationTitle).join(', '),
      },
      {
        name: 'plan',
        width: 'minmax(6rem, 1fr)',
        cell: (account) => planOf(account)?.name ?? words.times.none,
        csv: (account) => planOf(account)?.name,
      },
      {
        name: 'units',
        width: '6.75rem',
        cell: (account) => {
          const { used, booked } = usage.get(account.id) ?? {}
          const quota = planOf(account)?.quotas
          const planned = quota?.unit ?? quota?.gateway
          const more = booked?.unit ?? booked?.gateway ?? 0
          return (
            used && (
              <Usage
                used={used.unit ?? used.gateway ?? 0}
                of={planned === undefined ? undefined : planned + more}
                label={clients.columns.units}
              />
            )
          )
        },
      },
      ...(dialect === 'provider'
        ? [
            {
              name: 'due' as const,
              width: '6rem',
              sort: 'payment_expected_at',
              cell: (account: Account) => <Time at={account.client_payment_lifecycle?.payment_expected_at} as="day" />,
              csv: (account: Account) => dayOf(account.client_payment_lifecycle?.payment_expected_at),
            },
          ]
        : []),
      {
        name: 'seen',
        width: '7rem',
        onPhone: 'hidden',
        cell: (account) => <Time at={usage.get(account.id)?.last_seen_at} />,
      },
      {
        name: 'created',
        sort: 'created_at',
        cell: (account) => <Time at={account.created_at} as="day" />,
        csv: (account) => dayOf(account.created_at),
      },
      { name: 'id', csv: (account) => account.id },
    ])
  }, [byId, dialect, usage])
  const { bulk, dialog } = useBulkActions()
  const create = may('manage') && (
    <Button component="a" href={to('/clients/new')} leftSection={<PlusIcon />}>
      {clients.new}
    </Button>
  )
  return (
    <ListPage
      title={clients.title}
      things={clients.things}
      name="clients"
      view={view}
      list={list}
      total={total}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      addressOf={({ id }) => to('/clients/:id', { id })}
      loadAll={(loaded) => loadAll('getAccounts', view.params, loaded)}
      views={[
        ...(dialect === 'provider'
          ? [
              { name: clients.views.overdue, query: 'state=overdue&sort=payment_expected_at' },
              { name: clients.views.due, query: 'sort=payment_expected_at' },
            ]
          : []),
        { name: clients.views.waiting, query: 'state=inactive' },
        { name: clients.views.blocked, query: 'state=blocked' },
        { name: clients.views.newest, query: 'sort=-created_at' },
      ]}
      actions={
        may('manage') && (
          <>
            <Button component="a" href={to('/clients/invitations')} variant="default">
              {clients.invitations.title}
            </Button>
            {create}
          </>
        )
      }
      bulk={bulk}
      above={dialog}
      empty={
        <Empty icon={<ClientsIcon />} title={clients.empty.title} action={create}>
          {clients.empty.text}
        </Empty>
      }
    />
  )
}

const dayOf = (seconds: number | null | undefined) =>
  seconds ? new Date(seconds * 1000).toISOString().slice(0, 10) : undefined
