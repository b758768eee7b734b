/** In place of a page whose file did not come: the network is gone, or there is a newer one since an update. */
import { useEffect } from 'react'
import { Refused } from '../shared/api.ts'
import { Failure } from '../shared/feedback/Notice.tsx'
import classes from './ClientPage.module.css'

/** Without a network the browser would show a page of its own. */
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
