/** Replaces a page whose file failed to load: the network is down, or an update has replaced it. */
import { useEffect } from 'react'
import { Refused } from '../../shared/api.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import classes from './ClientPage.module.css'

/** Without a network the browser would show its own error page. */
const again = () => {
  if (navigator.onLine) window.location.reload()
}

export function BrokenPage() {
  useEffect(() => {
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <main className={classes.page}>
      <Failure error={navigator.onLine ? new Error() : new Refused(0, undefined)} retry={again} />
    </main>
  )
}
