import { dialects, dialectTitles } from '../shared/dialects.ts'
import classes from '../shared/layout/Tabs.module.css'
import { type DocsRoute, hashOf } from './route.ts'

/** Links rather than buttons: a dialect is an address. The anchor is kept, for most operations exist in both. */
export function DialectTabs({ route }: { route: DocsRoute }) {
  return (
    <nav aria-label="Dialect" className={classes.tabs}>
      {dialects.map((dialect) => (
        <a
          key={dialect}
          href={hashOf({ ...route, dialect })}
          className={classes.tab}
          aria-current={dialect === route.dialect ? 'true' : undefined}
        >
          {dialectTitles[dialect]}
        </a>
      ))}
    </nav>
  )
}
