/** The outbox. The text of an email is never shown: it may contain a one-time link. */
import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { OperatorPostedMail } from '../../api/generated.ts'
import { useChange, useListed, useOperation } from '../../api/queries.ts'
import { MailIcon } from '../../shared/content/Icons.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { operator } from '../../shared/texts/operator.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast, toastResult } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import classes from './operator.module.css'

const { mails } = operator
const { columns: titles } = mails
const tones: Readonly<Record<OperatorPostedMail['state'], Tone>> = {
  waiting: 'waiting',
  sent: 'good',
  failed: 'warning',
  kept: 'quiet',
}

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: mails.filter,
    options: Object.entries(mails.states).map(([value, label]) => ({ value, label })),
  },
]

const retry = ({ id }: OperatorPostedMail) => call('postOperatorMailsByIdRetry', { id })

async function retryMany(chosen: readonly OperatorPostedMail[]): Promise<boolean> {
  const failed = chosen.filter(({ state }) => state === 'failed')
  if (failed.length === 0) {
    toast(mails.noneFailed, { tone: 'quiet' })
    return false
  }
  await runBulk({ title: mails.retryMany(failed.length), items: failed, nameOf: ({ to: whom }) => whom, act: retry })
  return true
}

function RetryButton({ mail }: { mail: OperatorPostedMail }) {
  const retrying = useChange('postOperatorMailsByIdRetry')
  const again = () => toastResult(retrying.mutateAsync({ params: { id: mail.id } }), mails.retried)
  return (
    <Button variant="default" size="xs" loading={retrying.isPending} onClick={() => void again()}>
      {mails.retry}
    </Button>
  )
}

const columnsWith = (dealerName: (id: number) => string) =>
  columnsOf<OperatorPostedMail>()(titles, [
    {
      name: 'subject',
      width: 'minmax(12rem, 2fr)',
      cell: ({ subject }) => <span title={subject}>{subject}</span>,
      csv: ({ subject }) => subject,
    },
    {
      name: 'state',
      width: '7rem',
      onPhone: 'badge',
      cell: ({ state }) => <StateBadge tone={tones[state]}>{mails.states[state]}</StateBadge>,
      csv: ({ state }) => state,
    },
    {
      name: 'to',
      width: 'minmax(9rem, 1.3fr)',
      cell: (mail) => <span title={mail.to}>{mail.to}</span>,
      csv: (mail) => mail.to,
    },
    {
      name: 'dealer',
      width: 'minmax(6rem, 1fr)',
      cell: ({ dealer_id }) =>
        dealer_id === null ? (
          mails.platform
        ) : (
          <Anchor inherit href={to('/dealers/:id', { id: dealer_id })}>
            {dealerName(dealer_id)}
          </Anchor>
        ),
      csv: ({ dealer_id }) => dealer_id,
    },
    {
      name: 'at',
      width: '8rem',
      sort: 'id',
      cell: ({ at }) => <Time at={at} />,
      csv: ({ at }) => new Date(at * 1000).toISOString(),
    },
    {
      name: 'failure',
      width: 'minmax(7rem, 1fr)',
      cell: ({ failure }) =>
        failure === null ? (
          words.times.none
        ) : (
          <span className={classes.cell} title={failure}>
            {failure}
          </span>
        ),
      csv: ({ failure }) => failure,
    },
    {
      name: 'act',
      width: '6rem',
      cell: (mail) => mail.state === 'failed' && <RetryButton mail={mail} />,
    },
    { name: 'tries', csv: ({ tries }) => tries },
  ])

export function MailsPage() {
  const view = useListView(filters, '-id')
  const list = useListed('getOperatorMails', view.params)
  const ids = useMemo(
    () => [...new Set(list.items.flatMap(({ dealer_id }) => (dealer_id === null ? [] : [dealer_id])))].join(','),
    [list.items],
  )
  const dealers = useOperation('getOperatorDealers', { ids, fields: 'id,name' }, { isEnabled: ids !== '' })
  const columns = useMemo(() => {
    const names = new Map((dealers.data ?? []).map(({ id, name }) => [id, name]))
    return columnsWith((id) => names.get(id) ?? String(id))
  }, [dealers.data])
  const hasKept = list.items.some(({ state }) => state === 'kept')
  return (
    <ListPage
      title={mails.title}
      things={mails.things}
      name="mails"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ subject, to: whom }) => `${subject}, ${whom}`}
      loadAll={(loaded) => loadAll('getOperatorMails', view.params, loaded)}
      views={[
        { name: mails.views.failed, query: 'state=failed' },
        { name: mails.views.waiting, query: 'state=waiting' },
      ]}
      bulk={[{ title: mails.retry, icon: <MailIcon />, run: retryMany }]}
      above={hasKept && <Notice tone="quiet">{mails.keptNotice}</Notice>}
      empty={
        <Empty icon={<MailIcon />} title={mails.empty.title}>
          {mails.empty.text}
        </Empty>
      }
    />
  )
}
