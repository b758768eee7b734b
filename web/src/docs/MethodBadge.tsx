import classes from './MethodBadge.module.css'
import type { Method } from './operations.ts'

export function MethodBadge({ method, isSmall = false }: { method: Method; isSmall?: boolean }) {
  return (
    <span className={classes.badge} data-method={method} data-small={isSmall || undefined}>
      {method}
    </span>
  )
}
