import { Text } from '@mantine/core'
import { State, type Tone } from '../feedback/State.tsx'
import { formatDuration, formatExactTime } from '../format/times.ts'
import { texts } from '../texts/texts.ts'
import classes from './tools.module.css'

const words = texts.tools.log
const tones: Readonly<Record<string, Tone>> = { login: 'good', refused: 'bad' }
const events: Readonly<Record<string, string>> = words.events

export interface Connection {
  readonly at: number
  readonly event: string
  readonly connected_at: number | null
  readonly peer: string
  readonly protocol: string
  readonly tls: boolean
  readonly reason: string | null
}

export const ConnectionList = ({ connections }: { connections: readonly Connection[] }) => (
  <>
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
  </>
)
