import { dialects, dialectTitles } from '../shared/dialects.ts'
import classes from '../shared/Tabs.module.css'
import { hashOf, type Place } from './location.ts'

/** Links rather than buttons: a dialect is an address. The place is kept, for most operations exist in both. */
export function DialectTabs({ place }: { place: Place }) {
  return (
    <nav aria-label="Dialect" className={classes.tabs}>
      {dialects.map((dialect) => (
        <a
          key={dialect}
          href={hashOf({ ...place, dialect })}
          className={classes.tab}
          aria-current={dialect === place.dialect ? 'true' : undefined}
        >
          {dialectTitles[dialect]}
        </a>
      ))}
    </nav>
  )
}
