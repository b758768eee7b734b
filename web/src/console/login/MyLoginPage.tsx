/** The own login: who one is here, password, second factor, sessions. */
import { Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import type { ConsoleSession } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { agentTitle } from '../../shared/agent.ts'
import { Refused, useDoing } from '../../shared/api.ts'
import { PasswordField, passwordFault } from '../../shared/fields.tsx'
import { Loaded } from '../../shared/Loaded.tsx'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { type FactorActs, SecondFactor } from '../../shared/SecondFactor.tsx'
import classes from '../../shared/Setting.module.css'
import { FormButtons, Setting } from '../../shared/Setting.tsx'
import { words } from '../../shared/texts/console.ts'
import { texts } from '../../shared/texts/texts.ts'
import { formatAgo, formatDay } from '../../shared/times.ts'
import { Columns, Facts, PageBody, PageHead } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { useSigned } from '../session.ts'

const { security, sessions: sessionWords } = texts.account
const roles: Readonly<Record<string, string>> = words.roles

const factorActions: FactorActs = {
  begin: () => call('postConsoleTotp', undefined),
  confirm: (code) => call('putConsoleTotp', undefined, { code }),
  remove: (password) => call('deleteConsoleTotp', undefined, { password }),
}

export function MyLoginPage() {
  const { me, reload } = useSigned()
  const { name, email, role } = me.person
  return (
    <PageBody>
      <PageHead title={words.login.title} />
      <Columns>
        <Panel title={words.login.person}>
          <Facts
            facts={[
              [words.login.name, name],
              [words.login.email, email],
              [words.login.role, roles[role] ?? role],
            ]}
          />
        </Panel>
        <Panel title={security.title}>
          <ul className={classes.rows}>
            <PasswordRow />
            <SecondFactor isOn={me.two_factor} acts={factorActions} reload={reload} />
          </ul>
        </Panel>
        <Sessions />
      </Columns>
    </PageBody>
  )
}

const noPasswords = { now: '', next: '', again: '' }

function PasswordRow() {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(noPasswords)
  const [isTried, setIsTried] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const saving = useDoing()
  const close = () => {
    setIsOpen(false)
    setTyped(noPasswords)
    setIsTried(false)
    saving.forget()
  }
  const differ = typed.next === typed.again ? undefined : texts.client.faults.repeat
  const told = (field: string) => (saving.error instanceof Refused ? saving.error.about(field) : undefined)
  const isAtField = told('current') ?? told('password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!typed.now || passwordFault(typed.next) || differ) return
    void saving.run(async () => {
      await call('putConsolePassword', undefined, { current: typed.now, password: typed.next })
      setIsSaved(true)
      close()
    })
  }
  const set = (name: keyof typeof noPasswords) => (text: string) => setTyped((before) => ({ ...before, [name]: text }))
  return (
    <Setting
      title={security.password}
      state=""
      button={security.changePassword}
      isOpen={isOpen}
      open={() => {
        setIsSaved(false)
        setIsOpen(true)
      }}
    >
      {isSaved && <Notice tone="good">{security.passwordSaved}</Notice>}
      {isOpen && (
        <form className={classes.form} onSubmit={submit} noValidate>
          <PasswordField
            label={security.currentPassword}
            value={typed.now}
            onChange={set('now')}
            error={
              told('current')
                ? texts.client.faults.wrongPassword
                : isTried && !typed.now
                  ? texts.client.faults.missing
                  : undefined
            }
          />
          <PasswordField
            kind="new"
            value={typed.next}
            onChange={set('next')}
            error={told('password') ?? (isTried ? passwordFault(typed.next) : undefined)}
          />
          <PasswordField
            kind="repeat"
            value={typed.again}
            onChange={set('again')}
            error={isTried ? differ : undefined}
          />
          {saving.error !== undefined && !isAtField && <Failure error={saving.error} />}
          <FormButtons label={security.savePassword} isBusy={saving.isBusy} cancel={close} />
        </form>
      )}
    </Setting>
  )
}

function Sessions() {
  const sessions = useOperation('getConsoleSessions', undefined)
  return (
    <Panel title={sessionWords.title}>
      <Loaded query={sessions}>
        {(found) => (
          <ul className={classes.rows}>
            {found.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function SessionRow({ session }: { session: ConsoleSession }) {
  const change = useChange('deleteConsoleSessionsById')
  const title = agentTitle(session.agent)
  const used = sessionWords.used(formatAgo(session.last_used_at))
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[session.address, used, sessionWords.since(formatDay(session.created_at))].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {session.current ? (
        <StateBadge tone="good">{sessionWords.current}</StateBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={sessionWords.endLabel(title)}
          loading={change.isPending}
          onClick={() => change.mutate({ params: { id: session.id } })}
        >
          {sessionWords.end}
        </Button>
      )}
      {change.error && <Failure error={change.error} />}
    </li>
  )
}
