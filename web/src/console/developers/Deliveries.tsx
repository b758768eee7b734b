/** The deliveries of a webhook, and a button to resend events. */
import { Anchor, Button, NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Delivery, Webhook } from '../../api/generated.ts'
import { useChange, useListed } from '../../api/queries.ts'
import { BellIcon, WarningIcon } from '../../shared/content/Icons.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { Form, SelectField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import { NumberField, TimeField } from '../blocks/fields.tsx'
import { Aside, Empty, SmallTable } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { useMay } from '../session.ts'
import classes from './Developers.module.css'

const { webhook: texts } = words.developers
type State = Delivery['state']
const states = Object.keys(texts.states) as readonly State[]
const tones: Readonly<Record<State, Tone>> = { delivered: 'good', retrying: 'waiting', failed: 'bad' }
/** Refreshed often: after sending a test, people wait for this list. */
const everyMilliseconds = 3_000

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const may = useMay()
  const [query, change] = useQueryValues()
  const [isReplaying, setIsReplaying] = useState(false)
  const state = states.find((one) => one === query.get('state'))
  const list = useListed('getWebhooksByIdDeliveries', { id: webhook.id, sort: '-id', ...(state && { state }) })
  const { reload } = list
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMilliseconds)
    return () => clearInterval(timer)
  })
  return (
    <Panel
      title={texts.log}
      aside={
        <Aside>
          <NativeSelect
            size="xs"
            aria-label={texts.stateFilter}
            value={state ?? ''}
            data={[
              { value: '', label: texts.anyState },
              ...states.map((value) => ({ value, label: texts.states[value] })),
            ]}
            onChange={({ currentTarget }) => change({ state: currentTarget.value })}
          />
          {may('manage') && (
            <Button variant="default" size="xs" onClick={() => setIsReplaying(true)}>
              {texts.replay}
            </Button>
          )}
        </Aside>
      }
    >
      {list.error !== null && list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {list.items.length > 0 && (
        <SmallTable label={texts.log} head={texts.logHead}>
          {list.items.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </SmallTable>
      )}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <Empty icon={<BellIcon />} title={state ? texts.logNoMatch : texts.logEmpty} />
      )}
      {list.hasMore && (
        <Button variant="subtle" size="xs" loading={list.isLoadingMore} onClick={list.more}>
          {texts.showMore}
        </Button>
      )}
      <Dialog title={texts.replayTitle} isOpen={isReplaying} close={() => setIsReplaying(false)}>
        <Replay webhook={webhook} close={() => setIsReplaying(false)} />
      </Dialog>
    </Panel>
  )
}

const Row = ({ delivery }: { delivery: Delivery }) => (
  <tr>
    <td>
      <Anchor href={to('/developers/:tab', { tab: 'events' }, { event: delivery.id })}>{delivery.id}</Anchor>
    </td>
    <td>{delivery.type}</td>
    <td>
      <StateBadge tone={tones[delivery.state]} {...(delivery.state === 'failed' && { icon: <WarningIcon /> })}>
        {texts.states[delivery.state]}
      </StateBadge>
    </td>
    <td>
      {delivery.status ?? texts.noAnswer}
      {delivery.failure && <div className={classes.quiet}>{delivery.failure}</div>}
    </td>
    <td>{delivery.tries}</td>
    <td>{texts.took(delivery.duration_ms)}</td>
    <td>
      <Time at={delivery.last_try_at} as="time" />
    </td>
    <td>
      <Time at={delivery.next_try_at} as="time" />
    </td>
  </tr>
)

const dayMilliseconds = 86_400_000

function Replay({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const change = useChange('postWebhooksByIdReplay')
  const form = useForm({
    start: {
      by: 'since',
      after: '' as number | '',
      since: Math.floor((Date.now() - dayMilliseconds) / 1000) as number | null,
    },
    judge: ({ by, after, since }) => ({
      after: by === 'after' && after === '' ? words.form.missing : undefined,
      since: by === 'since' && since === null ? words.form.missing : undefined,
    }),
    send: async ({ by, after, since }) => {
      const body = by === 'after' ? { after: Number(after) } : { since: Number(since) }
      const { events } = await change.mutateAsync({ params: { id: webhook.id }, body })
      close()
      toast(texts.replayed(events))
    },
  })
  return (
    <Form form={form} act={texts.replayAct} cancel={close}>
      <p className={classes.line}>{texts.replayText}</p>
      <SelectField
        form={form}
        name="by"
        label={texts.replayFrom}
        options={Object.entries(texts.replayBy).map(([value, label]) => ({ value, label }))}
      />
      {form.values.by === 'after' ? (
        <NumberField form={form} name="after" label={texts.after} hint={texts.afterHint} min={0} />
      ) : (
        <TimeField form={form} name="since" label={texts.since} />
      )}
    </Form>
  )
}
