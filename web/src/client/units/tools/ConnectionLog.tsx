import { Button, Skeleton, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useAsked } from '../../../shared/api.ts'
import { Failure } from '../../../shared/Notice.tsx'
import { State } from '../../../shared/State.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatExactTime } from '../../../shared/times.ts'
import { get } from '../../client-api.ts'
import { formatDuration } from '../../measures.ts'
import classes from './ToolsPanel.module.css'
import type { Connection } from './tools-api.ts'

const words = texts.tools.log
const tones = { login: 'good', closed: 'quiet', refused: 'bad' } as const

export function ConnectionLog({ unit }: { unit: number }) {
  const question = useCallback(
    (signal: AbortSignal) => get<readonly Connection[]>(`/units/${unit}/connections`, signal),
    [unit],
  )
  const [asked, reload] = useAsked(question)
  if (asked.kind === 'failed') return <Failure error={asked.error} retry={reload} />
  if (asked.kind === 'asking') return <Skeleton height={120} role="status" aria-label={texts.shared.loading} />
  return (
    <div className={classes.part}>
      <div className={classes.buttons}>
        <Button variant="subtle" size="compact-sm" onClick={() => void reload()}>
          {words.again}
        </Button>
      </div>
      {asked.value.length === 0 && <Text size="sm">{words.none}</Text>}
      <ul className={classes.log} aria-label={words.open}>
        {asked.value.map((one) => (
          <li key={`${one.at} ${one.event}`}>
            <div className={classes.line}>
              <span>{formatExactTime(one.at)}</span>
              <State tone={tones[one.event]}>{words.events[one.event]}</State>
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
  )
}
