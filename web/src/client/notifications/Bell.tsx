/** The number of unread notifications, at the top of every page. */
import { useEffect } from 'react'
import { useOperation } from '../../api/queries.ts'
import { BellIcon } from '../../shared/content/Icons.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { inboxAddress } from '../route.ts'
import classes from './Bell.module.css'

const most = 99

export function Bell() {
  const count = useOperation('getClientNotificationsUnread', undefined).data?.count ?? 0
  // On the icon of the application, if the system supports it.
  useEffect(() => {
    void navigator.setAppBadge?.(count).catch(() => {})
  }, [count])
  return (
    <a className={classes.bell} href={inboxAddress()} aria-label={texts.notifications.bell(count)}>
      <BellIcon />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count > most ? `${most}+` : count}
        </span>
      )}
    </a>
  )
}
