import type { Label } from '../types.ts'
import classes from './AssetsView.module.css'

/** The word is enough; the colour is an aid. */
export const LabelChips = ({ labels, ids }: { labels: readonly Label[]; ids: readonly string[] }) => (
  <span className={classes.chips}>
    {labels
      .filter(({ id }) => ids.includes(id))
      .map(({ id, name, colour }) => (
        <span key={id} className={classes.chip}>
          <i aria-hidden="true" style={{ background: colour }} />
          {name}
        </span>
      ))}
  </span>
)
