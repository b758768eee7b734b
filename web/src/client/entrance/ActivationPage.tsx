/** Where the activation link leads: the client says how it wants to log in, and proves the address by a mail. */
import { Anchor, Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ask, useDoing } from '../../shared/api.ts'
import classes from '../../shared/Door.module.css'
import { Door } from '../../shared/Door.tsx'
import { EmailField, emailFault, PasswordField, passwordFault } from '../../shared/fields.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { language, texts } from '../../shared/texts/texts.ts'

const words = texts.client.activation

export interface ActivationLink {
  readonly clientId: string
  readonly login: string
  readonly loginKey: string
}

export function ActivationPage({ link }: { link: ActivationLink }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const sending = useDoing()
  if (!link.clientId || !link.login || !link.loginKey) {
    return (
      <Door title={words.title}>
        <Notice tone="bad">{words.broken}</Notice>
      </Door>
    )
  }
  if (sentTo) {
    return (
      <Door title={words.sentTitle} explain={words.sent(sentTo)}>
        <Text size="sm" c="dimmed">
          {words.notCome}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={() => setSentTo(undefined)}>
          {words.again}
        </Anchor>
      </Door>
    )
  }
  const send = () =>
    sending.run(async () => {
      const body = { client_id: link.clientId, login: link.login, login_key: link.loginKey, email: email.trim() }
      await ask('POST', '/client/registration', { ...body, password, lang: language })
      setSentTo(email.trim())
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!emailFault(email) && !passwordFault(password)) void send()
  }
  return (
    <Door title={words.title} explain={words.explain}>
      <Text size="sm">{words.for(link.login)}</Text>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField value={email} onChange={setEmail} error={isTried ? emailFault(email) : undefined} />
        <PasswordField
          kind="new"
          label={texts.client.password}
          value={password}
          onChange={setPassword}
          error={isTried ? passwordFault(password) : undefined}
        />
        {sending.error !== undefined && <Failure error={sending.error} />}
        <Button type="submit" size="md" loading={sending.isBusy}>
          {words.button}
        </Button>
      </form>
    </Door>
  )
}
