import { Button } from '@mantine/core'
import { formatDeadline } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'
import classes from './ServiceBanner.module.css'

const words = texts.client.service

/** Visible during a support session. */
export function ServiceBanner({ session, leave }: { session: Me['session']; leave: () => Promise<void> }) {
  return (
    <div className={classes.banner} role="status">
      <p className={classes.words}>
        <strong>{words.banner(session.dealer ?? '')}</strong>{' '}
        <span>
          {session.kind === 'service_as_user' ? words.asUser : words.asService},{' '}
          {words.until(formatDeadline(session.expires_at))}
        </span>
      </p>
      <Button size="xs" color="dark" onClick={() => void leave()}>
        {words.leave}
      </Button>
    </div>
  )
}
