import { Button, Text } from '@mantine/core'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { State, type Tone } from '../../../shared/feedback/State.tsx'
import { formatExactTime } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { formatDuration } from '../../measures.ts'
import classes from './ToolsPanel.module.css'

const words = texts.tools.log
const tones: Readonly<Record<string, Tone>> = { login: 'good', refused: 'bad' }
const events: Readonly<Record<string, string>> = words.events

export function ConnectionLog({ unit }: { unit: number }) {
  const query = useOperation('getClientUnitsByIdConnections', { id: unit })
  return (
    <Loaded query={query}>
      {(connections) => (
        <div className={classes.part}>
          <div className={classes.buttons}>
            <Button variant="subtle" size="compact-sm" onClick={() => void query.refetch()}>
              {words.again}
            </Button>
          </div>
          {connections.length === 0 && <Text size="sm">{words.none}</Text>}
          <ul className={classes.log} aria-label={words.open}>
            {connections.map((one) => (
              <li key={`${one.at} ${one.event}`}>
                <div className={classes.line}>
                  <span>{formatExactTime(one.at)}</span>
                  <State tone={tones[one.event] ?? 'quiet'}>{events[one.event] ?? one.event}</State>
                </div>
                <span className={classes.quiet}>
                  {[
                    words.from(one.peer),
                    one.protocol,
                    one.tls && words.encrypted,
                    one.event === 'closed' &&
                      one.connected_at !== null &&
                      words.lasted(formatDuration(one.at - one.connected_at)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {one.reason && <span className={classes.quiet}>{one.reason}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}
