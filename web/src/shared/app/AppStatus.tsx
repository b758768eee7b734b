/** Above an application: that it is offline and how old its data is, and that there is a newer version. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatTime } from '../format/times.ts'
import { texts } from '../texts/texts.ts'
import classes from './AppStatus.module.css'
import { startWorker } from './worker.ts'

const words = texts.shared.app

export interface AppStatusProps {
  /** The worker's file, and the address of the application. */
  readonly worker: string
  readonly scope: string
  readonly isOffline: boolean
  /** When data last arrived; undefined: never. */
  lastDataAt(): number | undefined
}

export function AppStatus({ worker, scope, isOffline, lastDataAt }: AppStatusProps) {
  const [isOld, setIsOld] = useState(false)
  const [isLater, setIsLater] = useState(false)
  useEffect(() => startWorker(worker, scope, () => setIsOld(true)), [worker, scope])
  const at = isOffline ? lastDataAt() : undefined
  return (
    <>
      {isOffline && (
        <div className={classes.bar} data-tone="warning" role="status">
          <p className={classes.words}>
            <strong>{words.offline}</strong> {at === undefined ? words.waiting : words.dataOf(formatTime(at))}
          </p>
        </div>
      )}
      {isOld && !isOffline && !isLater && (
        <div className={classes.bar} role="status">
          <p className={classes.words}>{words.newer}</p>
          <Button size="xs" onClick={() => window.location.reload()}>
            {words.reload}
          </Button>
          <Button size="xs" variant="default" onClick={() => setIsLater(true)}>
            {words.later}
          </Button>
        </div>
      )}
    </>
  )
}
