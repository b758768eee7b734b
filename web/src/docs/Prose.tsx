import { Anchor, Code } from '@mantine/core'
import { CodeBlock } from '../shared/content/CodeBlock.tsx'
import classes from './Prose.module.css'
import { type Block, blocksOf, type Inline, inlinesOf } from './prose.ts'

/** A description of any length. */
export function Prose({ text }: { text: string }) {
  return (
    <div className={classes.prose}>
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is read once and its parts never move.
        <BlockOf key={index} block={block} />
      ))}
    </div>
  )
}

/** A description within a line or a cell of a table. */
export function Line({ text }: { text: string }) {
  return <Inlines parts={inlinesOf(text)} />
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'code') return <CodeBlock text={block.text} label="the text" />
  if ('items' in block) return <ListOf isOrdered={block.isOrdered} items={block.items} />
  if (block.kind === 'heading')
    return (
      <h3>
        <Inlines parts={block.content} />
      </h3>
    )
  return (
    <p>
      <Inlines parts={block.content} />
    </p>
  )
}

function ListOf({ isOrdered, items }: { isOrdered: boolean; items: readonly (readonly Inline[])[] }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is read once and its parts never move.
        <li key={index}>
          <Inlines parts={item} />
        </li>
      ))}
    </List>
  )
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    const key = `${index} ${part.text}`
    if (part.kind === 'code') return <Code key={key}>{part.text}</Code>
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>
    if (part.kind === 'emphasis') return <em key={key}>{part.text}</em>
    if (part.kind === 'link')
      return (
        <Anchor key={key} href={part.address} inherit underline="always">
          {part.text}
        </Anchor>
      )
    return part.text
  })
}
