import type { Dialect } from '../../shared/dialects.ts'
import type { Operation } from '../operations.ts'
import { hashOf } from '../route.ts'
import type { Reference } from '../use-reference.ts'
import classes from './Neighbours.module.css'

interface NeighboursProps {
  readonly reference: Reference
  readonly operation: Operation
  readonly dialect: Dialect
}

export function Neighbours({ reference, operation, dialect }: NeighboursProps) {
  const all = reference.chapters.flatMap((chapter) => chapter.operations)
  const at = all.indexOf(operation)
  const before = all[at - 1]
  const after = all[at + 1]
  return (
    <nav aria-label="Previous and next operation" className={classes.neighbours}>
      {before && (
        <a href={hashOf({ dialect, anchor: before.anchor })} className={classes.link}>
          <span>Previous</span>
          {before.title}
        </a>
      )}
      {after && (
        <a href={hashOf({ dialect, anchor: after.anchor })} className={classes.link} data-side="after">
          <span>Next</span>
          {after.title}
        </a>
      )}
    </nav>
  )
}
