import { Button, Text } from '@mantine/core'
import { agentTitle } from '../../shared/agent.ts'
import { useAsked, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { State } from '../../shared/State.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatAgo, formatDay } from '../../shared/times.ts'
import { change, get, type Session } from '../client-api.ts'
import classes from './AccountView.module.css'
import { AskedPanel } from './AskedPanel.tsx'

const words = texts.account.sessions
const listSessions = async (signal: AbortSignal) =>
  (await get<readonly Session[]>('/sessions', signal)).toSorted(
    (a, b) => Number(b.current) - Number(a.current) || (b.last_used_at ?? 0) - (a.last_used_at ?? 0),
  )

export function SessionsPanel() {
  const [sessions, reload] = useAsked(listSessions)
  return (
    <AskedPanel
      title={words.title}
      none=""
      asked={sessions}
      reload={reload}
      row={(session) => <SessionRow key={session.id} session={session} reload={reload} />}
    />
  )
}

function SessionRow({ session, reload }: { session: Session; reload: () => Promise<void> }) {
  const ending = useDoing()
  const title = agentTitle(session.agent)
  const end = () =>
    ending.run(async () => {
      await change('DELETE', `/sessions/${session.id}`)
      await reload()
    })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[
            session.address,
            session.last_used_at !== null && words.used(formatAgo(session.last_used_at)),
            words.since(formatDay(session.created_at)),
          ]
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
          loading={ending.isBusy}
          onClick={() => void end()}
        >
          {words.end}
        </Button>
      )}
      {ending.error !== undefined && <Failure error={ending.error} />}
    </li>
  )
}
