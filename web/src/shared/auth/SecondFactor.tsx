import { Anchor, Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyBlock } from '../content/CopyBlock.tsx'
import { QrCode } from '../content/QrCode.tsx'
import { Failure } from '../feedback/Notice.tsx'
import { PasswordField } from '../forms/fields.tsx'
import { Form, TextField, useForm } from '../forms/form.tsx'
import classes from '../forms/Setting.module.css'
import { Setting } from '../forms/Setting.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.account.security

interface Key {
  readonly secret: string
  readonly uri: string
}

/** Where two-factor authentication is stored: clients and console users have different routes. */
export interface FactorActions {
  begin(): Promise<Key>
  confirm(code: string): Promise<{ readonly recovery_codes: readonly string[] }>
  remove(password: string): Promise<unknown>
}

interface SecondFactorProps {
  readonly isOn: boolean
  readonly actions: FactorActions
  /** For everything that is not a query. */
  reload?(): Promise<unknown>
}

type Step =
  | { readonly kind: 'closed' | 'removing' }
  | { readonly kind: 'adding'; readonly key: Key }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }

export function SecondFactor({ isOn, actions, reload }: SecondFactorProps) {
  const [step, setStep] = useState<Step>({ kind: 'closed' })
  const queries = useQueryClient()
  const opening = useMutation({
    mutationFn: async () => setStep({ kind: 'adding', key: await actions.begin() }),
  })
  const close = () => setStep({ kind: 'closed' })
  const finish = async () => {
    await Promise.all([queries.invalidateQueries(), reload?.()])
    close()
  }
  const open = () => (isOn ? setStep({ kind: 'removing' }) : opening.mutate())
  return (
    <Setting
      title={words.factor}
      state={isOn ? words.factorOn : words.factorOff}
      button={isOn ? words.factorRemove : words.factorAdd}
      isOpen={step.kind !== 'closed'}
      open={open}
    >
      <Failure error={opening.error} />
      {step.kind === 'adding' && (
        <Adding
          key={step.key.secret}
          given={step.key}
          actions={actions}
          done={(codes) => setStep({ kind: 'recovery', codes })}
          cancel={close}
        />
      )}
      {step.kind === 'recovery' && <Recovery codes={step.codes} done={finish} />}
      {step.kind === 'removing' && <Removing actions={actions} done={finish} cancel={close} />}
    </Setting>
  )
}

interface AddingProps {
  readonly given: Key
  readonly actions: FactorActions
  done(codes: readonly string[]): void
  cancel(): void
}

function Adding({ given, actions, done, cancel }: AddingProps) {
  const form = useForm({
    start: { code: '' },
    refusals: { code: texts.client.login.codeWrong },
    send: async ({ code }) => done((await actions.confirm(code.trim())).recovery_codes),
  })
  return (
    <Form form={form} className={classes.form} act={words.factorConfirm} cancel={cancel}>
      <Text size="sm">{words.factorScan}</Text>
      <QrCode text={given.uri} label={words.factorQr} />
      <CopyBlock text={given.secret} label={words.factorKey} wraps />
      <Anchor href={given.uri} size="sm">
        {words.factorOpen}
      </Anchor>
      <TextField
        form={form}
        name="code"
        label={words.factorCode}
        size="md"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
    </Form>
  )
}

function Recovery({ codes, done }: { codes: readonly string[]; done: () => Promise<void> }) {
  return (
    <div className={classes.form}>
      <Text fw={600}>{words.recovery}</Text>
      <Text size="sm" c="dimmed">
        {words.recoveryExplain}
      </Text>
      <CopyBlock text={codes.join('\n')} label={words.recovery} />
      <Button onClick={() => void done()}>{words.recoveryDone}</Button>
    </div>
  )
}

function Removing({
  actions,
  done,
  cancel,
}: {
  actions: FactorActions
  done: () => Promise<void>
  cancel: () => void
}) {
  const form = useForm({
    start: { password: '' },
    refusals: { password: texts.client.faults.wrongPassword },
    send: async ({ password }) => {
      await actions.remove(password)
      await done()
    },
  })
  return (
    <Form form={form} className={classes.form} act={words.factorRemove} cancel={cancel}>
      <PasswordField label={words.yourPassword} {...form.field('password')} />
    </Form>
  )
}
