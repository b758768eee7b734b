import type { Method } from '../operations.ts'
import classes from './MethodBadge.module.css'

export function MethodBadge({ method, isSmall = false }: { method: Method; isSmall?: boolean }) {
  return (
    <span className={classes.badge} data-method={method} data-small={isSmall || undefined}>
      {method}
    </span>
  )
}
