import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Refused, useDoing } from './api.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { PasswordField } from './fields.tsx'
import { Failure } from './Notice.tsx'
import { QrCode } from './QrCode.tsx'
import classes from './Setting.module.css'
import { FormButtons, Setting, wrongPassword } from './Setting.tsx'
import { texts } from './texts/texts.ts'

const words = texts.account.security

interface Key {
  readonly secret: string
  readonly uri: string
}

/** Where the factor is kept: clients and the people of a console have theirs in different places. */
export interface FactorActs {
  begin(): Promise<Key>
  confirm(code: string): Promise<{ readonly recovery_codes: readonly string[] }>
  remove(password: string): Promise<unknown>
}

interface SecondFactorProps {
  readonly isOn: boolean
  readonly acts: FactorActs
  reload(): Promise<void>
}

type Step =
  | { readonly kind: 'closed' | 'removing' }
  | { readonly kind: 'adding'; readonly key: Key }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }

export function SecondFactor({ isOn, acts, reload }: SecondFactorProps) {
  const [step, setStep] = useState<Step>({ kind: 'closed' })
  const opening = useDoing()
  const close = () => setStep({ kind: 'closed' })
  const open = () => {
    if (isOn) return setStep({ kind: 'removing' })
    void opening.run(async () => setStep({ kind: 'adding', key: await acts.begin() }))
  }
  return (
    <Setting
      title={words.factor}
      state={isOn ? words.factorOn : words.factorOff}
      button={isOn ? words.factorRemove : words.factorAdd}
      isOpen={step.kind !== 'closed'}
      open={open}
    >
      {opening.error !== undefined && <Failure error={opening.error} />}
      {step.kind === 'adding' && (
        <Adding
          key={step.key.secret}
          given={step.key}
          acts={acts}
          done={(codes) => setStep({ kind: 'recovery', codes })}
          cancel={close}
        />
      )}
      {step.kind === 'recovery' && (
        <Recovery
          codes={step.codes}
          done={async () => {
            await reload()
            close()
          }}
        />
      )}
      {step.kind === 'removing' && (
        <Removing
          acts={acts}
          done={async () => {
            await reload()
            close()
          }}
          cancel={close}
        />
      )}
    </Setting>
  )
}

interface AddingProps {
  readonly given: Key
  readonly acts: FactorActs
  done(codes: readonly string[]): void
  cancel(): void
}

function Adding({ given, acts, done, cancel }: AddingProps) {
  const [code, setCode] = useState('')
  const confirming = useDoing()
  const told = confirming.error instanceof Refused ? confirming.error.about('code') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirming.run(async () => {
      const answer = await acts.confirm(code.trim())
      done(answer.recovery_codes)
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Text size="sm">{words.factorScan}</Text>
      <QrCode text={given.uri} label={words.factorQr} />
      <CodeBlock text={given.secret} label={words.factorKey} wraps />
      <Anchor href={given.uri} size="sm">
        {words.factorOpen}
      </Anchor>
      <TextInput
        label={words.factorCode}
        name="code"
        size="md"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        error={told && texts.client.login.codeWrong}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      {confirming.error !== undefined && !told && <Failure error={confirming.error} />}
      <FormButtons label={words.factorConfirm} isBusy={confirming.isBusy} cancel={cancel} />
    </form>
  )
}

function Recovery({ codes, done }: { codes: readonly string[]; done: () => Promise<void> }) {
  return (
    <div className={classes.form}>
      <Text fw={600}>{words.recovery}</Text>
      <Text size="sm" c="dimmed">
        {words.recoveryExplain}
      </Text>
      <CodeBlock text={codes.join('\n')} label={words.recovery} />
      <Button onClick={() => void done()}>{words.recoveryDone}</Button>
    </div>
  )
}

function Removing({ acts, done, cancel }: { acts: FactorActs; done: () => Promise<void>; cancel: () => void }) {
  const [password, setPassword] = useState('')
  const removing = useDoing()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void removing.run(async () => {
      await acts.remove(password)
      await done()
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label={words.yourPassword}
        value={password}
        onChange={setPassword}
        error={wrongPassword(removing.error)}
      />
      {removing.error !== undefined && !wrongPassword(removing.error) && <Failure error={removing.error} />}
      <FormButtons label={words.factorRemove} isBusy={removing.isBusy} cancel={cancel} />
    </form>
  )
}
