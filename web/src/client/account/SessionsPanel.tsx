import { Button, Text } from '@mantine/core'
import { useChange, useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { agentTitle } from '../../shared/format/agent.ts'
import { formatAgo, formatDay } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { texts } from '../../shared/texts/texts.ts'
import type { Session } from '../types.ts'
import { ListPanel } from './ListPanel.tsx'

const words = texts.account.sessions

const sorted = (sessions: readonly Session[]) =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.last_used_at - a.last_used_at)

export function SessionsPanel() {
  const sessions = useOperation('getClientSessions', undefined)
  return (
    <ListPanel
      title={words.title}
      none=""
      query={{ ...sessions, data: sessions.data && sorted(sessions.data) }}
      row={(session) => <SessionRow key={session.id} session={session} />}
    />
  )
}

function SessionRow({ session }: { session: Session }) {
  const ending = useChange('deleteClientSessionsById')
  const title = agentTitle(session.agent)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[session.address, words.used(formatAgo(session.last_used_at)), words.since(formatDay(session.created_at))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {session.current ? (
        <State tone="good">{words.current}</State>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={words.endLabel(title)}
          loading={ending.isPending}
          onClick={() => ending.mutate({ params: { id: session.id } })}
        >
          {words.end}
        </Button>
      )}
      <Failure error={ending.error} />
    </li>
  )
}
