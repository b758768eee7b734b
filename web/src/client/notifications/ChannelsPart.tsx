/** Ways out beside this page: set up, confirmed, tested, and watched. */
import { Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Refused, useAsked, useDoing } from '../../shared/api.ts'
import { CopyLine } from '../../shared/CopyLine.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { State } from '../../shared/State.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatAgo } from '../../shared/times.ts'
import cards from '../Cards.module.css'
import type { Me } from '../client-api.ts'
import classes from './NotificationsView.module.css'
import {
  askForCode,
  type Channel,
  changeChannel,
  confirmChannel,
  createChannel,
  listChannels,
  removeChannel,
  type Tested,
  testChannel,
} from './notifications-api.ts'
import { SwitchAndRemove } from './SwitchAndRemove.tsx'
import { TestResults } from './TestResults.tsx'

const words = texts.notifications.channels
const kinds = ['mail', 'messenger', 'webhook'] as const

export function ChannelsPart({ me }: { me: Me }) {
  const [channels, reload] = useAsked(listChannels)
  const [isMaking, setIsMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <div className={classes.tools}>
        <Text c="dimmed">{words.explain}</Text>
        {!isMaking && <Button onClick={() => setIsMaking(true)}>{words.make}</Button>}
      </div>
      {isMaking && (
        <ChannelForm
          address={me.user.email ?? ''}
          onMade={async (made) => {
            await reload()
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
      {channels.kind === 'failed' && <Failure error={channels.error} retry={reload} />}
      {channels.kind === 'asking' && <Skeleton height={140} role="status" aria-label={texts.shared.loading} />}
      {channels.value?.length === 0 && !isMaking && <Text>{words.none}</Text>}
      {channels.value && channels.value.length > 0 && (
        <ul className={cards.list} aria-label={texts.notifications.part.channels}>
          {channels.value.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} reload={reload} />
          ))}
        </ul>
      )}
    </>
  )
}

interface ChannelFormProps {
  readonly address: string
  onMade(channel: Channel & { secret: string | null }): Promise<void>
  cancel(): void
}

function ChannelForm({ address: own, onMade, cancel }: ChannelFormProps) {
  const [kind, setKind] = useState<Channel['kind']>('mail')
  const [name, setName] = useState('')
  const [address, setAddress] = useState(own)
  const [url, setUrl] = useState('')
  const doing = useDoing()
  const fault = (field: string) =>
    doing.error instanceof Refused && doing.error.about(field) ? doing.error.message : undefined
  return (
    <Panel title={words.make}>
      <form
        className={cards.form}
        onSubmit={(event) => {
          event.preventDefault()
          const target = kind === 'mail' ? { address: address.trim() } : { url: url.trim() }
          void doing.run(async () =>
            onMade(await createChannel({ kind, name: name.trim() || words.kinds[kind], ...target })),
          )
        }}
      >
        <NativeSelect
          label={words.kind}
          description={words.hints[kind]}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Channel['kind'])}
        />
        {kind === 'mail' ? (
          <TextInput
            type="email"
            required
            label={words.address}
            value={address}
            error={fault('address')}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        ) : (
          <TextInput
            type="url"
            required
            label={words.url}
            value={url}
            error={fault('url')}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        )}
        <TextInput
          label={words.name}
          placeholder={words.kinds[kind]}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {doing.error !== undefined && !fault('url') && !fault('address') && <Failure error={doing.error} />}
        <FormButtons label={words.save} isBusy={doing.isBusy} cancel={cancel} />
      </form>
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

function ChannelCard({ channel, reload }: { channel: Channel; reload: () => Promise<void> }) {
  const { id, name, kind, enabled, confirmed } = channel
  const doing = useDoing()
  const [tested, setTested] = useState<Tested>()
  const { tone, word } = stateOf(channel)
  return (
    <li className={cards.card} aria-label={name}>
      <div className={cards.head}>
        <Text fw={600} className={cards.title}>
          {name}
        </Text>
        <State tone={tone}>{word}</State>
      </div>
      <Text size="sm" c="dimmed" className={cards.title}>
        {[words.kinds[kind], channel.address ?? channel.url].join(' · ')}
      </Text>
      {channel.disabled_reason !== null && <Text size="sm">{words.offBy(channel.disabled_reason)}</Text>}
      {enabled && channel.last_failure !== null && <Text size="sm">{words.lastFailure(channel.last_failure)}</Text>}
      {enabled && channel.last_success_at !== null && (
        <Text size="sm" c="dimmed">
          {words.lastSuccess(formatAgo(channel.last_success_at))}
        </Text>
      )}
      {!confirmed && <CodeForm id={id} reload={reload} />}
      {doing.error !== undefined && <Failure error={doing.error} />}
      {tested && <TestResults results={[tested]} />}
      <div className={cards.buttons}>
        {confirmed && enabled && (
          <Button
            variant="default"
            size="xs"
            loading={doing.isBusy}
            aria-label={`${words.test}: ${name}`}
            onClick={() => void doing.run(async () => setTested(await testChannel(id)))}
          >
            {words.test}
          </Button>
        )}
        <SwitchAndRemove
          name={name}
          isOn={enabled}
          removal={words}
          change={(isWanted) => doing.run(() => changeChannel(id, { enabled: isWanted }).then(reload))}
          remove={() => removeChannel(id).then(reload)}
        />
      </div>
    </li>
  )
}

function CodeForm({ id, reload }: { id: string; reload: () => Promise<void> }) {
  const [code, setCode] = useState('')
  const doing = useDoing()
  const isWrong = doing.error instanceof Refused && doing.error.about('code')
  return (
    <form
      className={classes.line}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(async () => {
          await confirmChannel(id, code.trim())
          await reload()
        })
      }}
    >
      <TextInput
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={isWrong ? words.wrongCode : undefined}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" loading={doing.isBusy}>
        {words.confirm}
      </Button>
      <Button variant="default" onClick={() => void doing.run(async () => void (await askForCode(id)))}>
        {words.again}
      </Button>
      {doing.error !== undefined && !isWrong && <Failure error={doing.error} />}
    </form>
  )
}
