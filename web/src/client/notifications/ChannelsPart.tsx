/** Channels: creating, confirming and testing them, and their health. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { ClientCreatedNotificationChannel } from '../../api/generated.ts'
import { change, queryClient, useChange, useOperation } from '../../api/queries.ts'
import { CopyLine } from '../../shared/content/CopyLine.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatAgo } from '../../shared/format/times.ts'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import type { Channel, Me } from '../types.ts'
import { DevicePanel } from './DevicePanel.tsx'
import classes from './NotificationsView.module.css'
import { TestResults } from './rule/TestResults.tsx'
import { SwitchAndRemove } from './SwitchAndRemove.tsx'

const words = texts.notifications.channels
const kinds = ['mail', 'messenger', 'webhook'] as const
const names: Readonly<Record<string, string>> = words.kinds

export function ChannelsPart({ me }: { me: Me }) {
  const query = useOperation('getClientNotificationChannels', undefined)
  const [isMaking, setIsMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <div className={classes.tools}>
        <Text c="dimmed">{words.explain}</Text>
        {!isMaking && <Button onClick={() => setIsMaking(true)}>{words.make}</Button>}
      </div>
      <DevicePanel me={me} channels={query.data} />
      {isMaking && (
        <ChannelForm
          address={me.user.email ?? ''}
          onMade={(made) => {
            setSecret(made.secret ?? undefined)
            setIsMaking(false)
          }}
          cancel={() => setIsMaking(false)}
        />
      )}
      {secret && (
        <Notice tone="good">
          <Text>{words.secret}</Text>
          <CopyLine text={secret} label={words.copy} />
        </Notice>
      )}
      <Loaded query={query} height={140}>
        {(channels) =>
          channels.length === 0 ? (
            !isMaking && <Text>{words.none}</Text>
          ) : (
            <ul className={cards.list} aria-label={texts.inbox.part.channels}>
              {channels.map((channel) => (
                <ChannelCard key={channel.id} channel={channel} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

interface ChannelFormProps {
  readonly address: string
  onMade(channel: ClientCreatedNotificationChannel): void
  cancel(): void
}

interface Values {
  readonly kind: (typeof kinds)[number]
  readonly address: string
  readonly url: string
  readonly name: string
}

function ChannelForm({ address: own, onMade, cancel }: ChannelFormProps) {
  const form = useForm<Values>({
    start: { kind: 'mail', address: own, url: '', name: '' },
    send: async ({ kind, address, url, name }) => {
      const target = kind === 'mail' ? { address: address.trim() } : { url: url.trim() }
      const channel = { kind, name: name.trim() || words.kinds[kind], ...target }
      // The form closes before the list is refreshed: it may contain a secret.
      onMade(await call('postClientNotificationChannels', undefined, channel))
      await queryClient.invalidateQueries()
    },
  })
  const { kind } = form.values
  return (
    <Panel title={words.make}>
      <Form form={form} className={cards.form} act={words.save} cancel={cancel} isNative>
        <SelectField
          form={form}
          name="kind"
          label={words.kind}
          hint={words.hints[kind]}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        {kind === 'mail' ? (
          <TextField form={form} name="address" type="email" label={words.address} isRequired />
        ) : (
          <TextField form={form} name="url" type="url" label={words.url} isRequired />
        )}
        <TextField form={form} name="name" label={words.name} placeholder={words.kinds[kind]} maxLength={100} />
      </Form>
    </Panel>
  )
}

function stateOf({ enabled, confirmed, failing_since, last_success_at }: Channel) {
  if (!enabled) return { tone: 'quiet', word: words.off } as const
  if (!confirmed) return { tone: 'warning', word: words.unconfirmed } as const
  if (failing_since !== null) return { tone: 'bad', word: words.failing } as const
  return last_success_at === null
    ? ({ tone: 'quiet', word: words.fresh } as const)
    : ({ tone: 'good', word: words.good } as const)
}

function ChannelCard({ channel }: { channel: Channel }) {
  const { id, name, kind, enabled, confirmed } = channel
  const switching = useChange('patchClientNotificationChannelsById')
  const testing = useMutation({ mutationFn: () => call('postClientNotificationChannelsByIdTest', { id }) })
  const { tone, word } = stateOf(channel)
  return (
    <li className={cards.card} aria-label={name}>
      <div className={cards.main}>
        <div className={cards.head}>
          <Text fw={600} className={cards.title}>
            {name}
          </Text>
          <State tone={tone}>{word}</State>
        </div>
        <Text size="sm" c="dimmed" className={cards.title}>
          {[
            names[kind] ?? kind,
            kind === 'push' ? undefined : (channel.address ?? channel.url),
            enabled && channel.last_success_at !== null && words.lastSuccess(formatAgo(channel.last_success_at)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {channel.disabled_reason !== null && <Text size="sm">{words.offBy(channel.disabled_reason)}</Text>}
        {enabled && channel.last_failure !== null && <Text size="sm">{words.lastFailure(channel.last_failure)}</Text>}
      </div>
      {!confirmed && <CodeForm id={id} />}
      <Failure error={switching.error ?? testing.error} />
      {testing.data && <TestResults results={[testing.data]} />}
      <div className={cards.buttons}>
        {confirmed && enabled && (
          <CardButton label={words.test} of={name} isPending={testing.isPending} onClick={() => testing.mutate()} />
        )}
        <SwitchAndRemove
          name={name}
          isOn={enabled}
          removal={words}
          change={(enabled) => switching.mutate({ params: { id }, body: { enabled } })}
          remove={() => change('deleteClientNotificationChannelsById', { id })}
        />
      </div>
    </li>
  )
}

function CodeForm({ id }: { id: string }) {
  const form = useForm({
    start: { code: '' },
    refusals: { code: words.wrongCode },
    send: ({ code }) => change('putClientNotificationChannelsByIdConfirmed', { id }, { code: code.trim() }),
  })
  const sending = useMutation({ mutationFn: () => call('postClientNotificationChannelsByIdCode', { id }) })
  return (
    <form className={classes.line} onSubmit={form.submit}>
      <TextField form={form} name="code" label={words.code} inputMode="numeric" autoComplete="one-time-code" />
      <Button type="submit" loading={form.isBusy}>
        {words.confirm}
      </Button>
      <Button variant="default" onClick={() => sending.mutate()}>
        {words.again}
      </Button>
      <Failure error={form.error ?? sending.error} />
    </form>
  )
}
