import type { ReactNode } from 'react'
import classes from './CodeBlock.module.css'
import { CopyTextButton } from './CopyTextButton.tsx'

interface CodeBlockProps {
  /** What the copy button copies, and what is shown unless `children` show it in colours. */
  readonly text: string
  /** Names the block for screen readers and on its button: "Copy <label>". */
  readonly label: string
  readonly title?: ReactNode
  readonly wraps?: boolean
  readonly children?: ReactNode
  /** In the viewer's language; pages for developers are in English. */
  readonly said?: { copy(what: string): string; readonly copied: string; readonly copyRefused: string }
}

const english = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyRefused: 'Your browser doesn’t allow copying here',
}

export function CodeBlock({ text, label, title, wraps, children, said = english }: CodeBlockProps) {
  return (
    <figure className={classes.block} aria-label={label}>
      {title && <figcaption className={classes.title}>{title}</figcaption>}
      <div className={classes.copy}>
        <CopyTextButton text={text} label={said.copy(label)} said={said} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keyboard. */}
      <pre className={classes.text} tabIndex={0} data-wraps={wraps || undefined}>
        <code>{children ?? text}</code>
      </pre>
    </figure>
  )
}
