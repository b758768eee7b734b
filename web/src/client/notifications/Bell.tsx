/** How many notifications nobody has seen yet, at the top of every page. */
import { useAsked } from '../../shared/api.ts'
import { BellIcon } from '../../shared/Icons.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { useNews } from '../geofences/use-news.ts'
import { notificationsAddress } from '../place.ts'
import type { Fleet } from '../units/use-fleet.ts'
import classes from './Bell.module.css'
import { countUnread } from './notifications-api.ts'
import { useSeen } from './seen.ts'

const most = 99

export function Bell({ fleet }: { fleet: Fleet }) {
  const [unread, reload] = useAsked(countUnread)
  useNews({ events: fleet.notifications }, reload)
  useSeen(reload)
  const count = unread.value?.count ?? 0
  return (
    <a className={classes.bell} href={notificationsAddress()} aria-label={texts.notifications.bell(count)}>
      <BellIcon />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count > most ? `${most}+` : count}
        </span>
      )}
    </a>
  )
}
