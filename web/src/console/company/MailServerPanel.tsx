/** The dealer's own mail server: its address, whether it works, and the DNS record with which receivers verify its signatures. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { MailServer } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { confirm } from '../blocks/confirm.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import classes from './Company.module.css'
import { RemoveButton } from './RemoveButton.tsx'

const { mailServer: texts } = words.company

export function MailServerPanel() {
  const server = useOperation('getBrandMailServer', undefined)
  return (
    <Panel title={texts.title}>
      <p className={classes.line}>{texts.explain}</p>
      <Loaded query={server} height={120}>
        {(found) => <Contents server={found} />}
      </Loaded>
    </Panel>
  )
}

function Contents({ server }: { server: MailServer }) {
  const may = useMay()('manage')
  const [isEditing, setEditing] = useState(false)
  if (!may) return <p className={classes.line}>{server.host ?? texts.none}</p>
  if (server.host === null && !isEditing) {
    return (
      <Group gap="sm">
        <Button variant="default" onClick={() => setEditing(true)}>
          {texts.add}
        </Button>
      </Group>
    )
  }
  return isEditing ? (
    <ServerForm server={server} close={() => setEditing(false)} />
  ) : (
    <OwnServer server={server} edit={() => setEditing(true)} />
  )
}

const securities = ['starttls', 'tls', 'none'] as const
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536

function ServerForm({ server, close }: { server: MailServer; close: () => void }) {
  const setting = useChange('putBrandMailServer')
  const form = useForm({
    start: {
      ...{ host: server.host ?? '', port: String(server.port ?? 587), security: server.security ?? 'starttls' },
      ...{ username: server.username ?? '', password: '', from_address: server.from_address ?? '' },
    },
    judge: ({ port }) => ({ port: isPort(port) ? undefined : texts.portFault }),
    send: async ({ host, port, security, username, password, from_address }) => {
      await setting.mutateAsync({
        params: undefined,
        body: {
          ...{ host: host.trim(), port: Number(port), security: security as (typeof securities)[number] },
          username: username.trim() === '' ? null : username.trim(),
          ...(password !== '' && { password }),
          from_address: from_address.trim(),
        },
      })
      toast(texts.saved)
      close()
    },
  })
  return (
    <Form form={form} act={texts.act} cancel={close}>
      <TextField form={form} name="host" label={texts.host} hint={texts.hostHint} maxLength={253} isRequired isFirst />
      <FieldRow>
        <TextField form={form} name="port" label={texts.port} inputMode="numeric" maxLength={5} isRequired />
        <SelectField
          form={form}
          name="security"
          label={texts.security}
          options={securities.map((value) => ({ value, label: texts.securities[value] }))}
        />
      </FieldRow>
      <TextField form={form} name="username" label={texts.username} hint={texts.usernameHint} maxLength={200} />
      <TextField
        form={form}
        name="password"
        type="password"
        autoComplete="new-password"
        label={texts.password}
        hint={server.has_password ? texts.passwordKept : undefined}
        maxLength={500}
      />
      <TextField
        form={form}
        name="from_address"
        label={texts.from}
        hint={texts.fromHint}
        inputMode="email"
        maxLength={254}
        isRequired
      />
    </Form>
  )
}

const tones: Readonly<Record<MailServer['state'], Tone>> = {
  ...{ working: 'good', failing: 'warning', new: 'waiting', none: 'quiet' },
}

function OwnServer({ server, edit }: { server: MailServer; edit: () => void }) {
  const removing = useChange('deleteBrandMailServer')
  return (
    <div className={classes.stack}>
      <Group gap="sm">
        <strong>{`${server.host}:${server.port}`}</strong>
        <StateBadge tone={tones[server.state]}>{texts.states[server.state]}</StateBadge>
      </Group>
      <p className={classes.line}>{texts.sendsFrom(server.from_address ?? '')}</p>
      {server.failure !== null && (
        <Notice tone="warning">{texts.failing(server.failure, formatTime(server.failing_since ?? 0))}</Notice>
      )}
      <TestForm />
      {server.dkim && <Signing dkim={server.dkim} />}
      <Group gap="sm">
        <Button variant="default" onClick={edit}>
          {texts.change}
        </Button>
        <RemoveButton texts={texts} remove={() => removing.mutateAsync({ params: undefined })} />
      </Group>
    </div>
  )
}

function TestForm() {
  const testing = useChange('postBrandMailServerTest')
  const form = useForm({
    start: { email: '' },
    send: async ({ email }) => {
      await testing.mutateAsync({ params: undefined, body: { email: email.trim() } })
    },
  })
  return (
    <>
      <Form form={form} act={texts.test} label={texts.test}>
        <TextField form={form} name="email" label={texts.testTo} inputMode="email" maxLength={254} isRequired />
      </Form>
      {testing.data && <Notice tone={testing.data.works ? 'good' : 'warning'}>{testing.data.says}</Notice>}
    </>
  )
}

function Signing({ dkim }: { dkim: NonNullable<MailServer['dkim']> }) {
  const checking = useChange('postBrandMailServerCheck')
  const changing = useChange('postBrandMailServerKey')
  const check = async () => {
    const { dkim: found } = await checking.mutateAsync({ params: undefined })
    toast(found?.is_signing ? texts.signing : texts.notYet)
  }
  const changeKey = async () => {
    const { keyTitle: title, keyText: text, newKey: act } = texts
    if (!(await confirm({ title, text, canBeUndone: false, act }))) return
    await changing.mutateAsync({ params: undefined })
    toast(texts.keyMade)
  }
  const { record } = dkim
  return (
    <section className={classes.stack} aria-label={texts.dkim}>
      <Group gap="sm">
        <strong>{texts.dkim}</strong>
        <StateBadge tone={dkim.is_signing ? 'good' : 'waiting'}>
          {dkim.is_signing ? texts.signed : texts.unsigned}
        </StateBadge>
      </Group>
      <p className={classes.line}>{texts.dkimExplain}</p>
      {dkim.failure !== null && <Notice tone="warning">{dkim.failure}</Notice>}
      <div className={classes.record}>
        <p className={classes.fieldLabel}>{texts.recordOf(record.type)}</p>
        <CopyBlock text={record.name} label={texts.nameOf(record.type)} wraps />
        <CopyBlock text={record.value} label={texts.valueOf(record.type)} wraps />
      </div>
      <Group gap="sm">
        <Button variant="default" loading={checking.isPending} onClick={() => void check().catch(toastFailure)}>
          {texts.check}
        </Button>
        <Button variant="subtle" loading={changing.isPending} onClick={() => void changeKey().catch(toastFailure)}>
          {texts.newKey}
        </Button>
      </Group>
    </section>
  )
}
