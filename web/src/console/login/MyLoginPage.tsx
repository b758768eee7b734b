/** The person's own login: name and role, password, two-factor authentication, sessions. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { call } from '../../api/call.ts'
import type { ConsoleSession } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { PasswordSetting } from '../../shared/auth/PasswordSetting.tsx'
import { type FactorActions, SecondFactor } from '../../shared/auth/SecondFactor.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { agentTitle } from '../../shared/format/agent.ts'
import { formatAgo, formatDay } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { LanguageSelect } from '../../shared/layout/LanguageSwitch.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { texts } from '../../shared/texts/texts.ts'
import { Columns, Facts, PageBody, PageHead, Stacked } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { chooseLanguage } from '../language.ts'
import { useSigned } from '../session.ts'
import { DevicesPanel } from './DevicesPanel.tsx'

const { security, sessions: sessionWords } = texts.account
const roles: Readonly<Record<string, string>> = words.roles

const HabitsPanel = lazy(async () => ({ default: (await import('../../shared/habits/HabitsPanel.tsx')).HabitsPanel }))

const factorActions: FactorActions = {
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
            <PasswordSetting
              serverNames={{ now: 'current', next: 'password' }}
              save={({ now, next }) => call('putConsolePassword', undefined, { current: now, password: next })}
            />
            <SecondFactor isOn={me.two_factor} actions={factorActions} reload={reload} />
          </ul>
        </Panel>
        <Stacked>
          <LanguagePanel />
          {me.dealer && <DevicesPanel />}
        </Stacked>
        <Suspense>
          <HabitsPanel
            chosen={me.person}
            save={async (body) => {
              await call('patchConsoleMe', undefined, body)
              await reload()
            }}
          />
        </Suspense>
        <Sessions />
      </Columns>
    </PageBody>
  )
}

function LanguagePanel() {
  const choosing = useMutation({ mutationFn: chooseLanguage })
  return (
    <Panel title={words.login.language}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.login.languageHint}
      </Text>
      <LanguageSelect size="sm" isBusy={choosing.isPending} choose={choosing.mutate} />
      <Failure error={choosing.error} />
    </Panel>
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
